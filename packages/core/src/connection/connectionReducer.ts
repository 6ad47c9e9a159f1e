import { type ChainId, toAccountId } from '@latchkey/protocol'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import type { ConnectedAccount, ConnectionFailure, ConnectionState } from './connectionState.ts'

/** The connection with what its transitions need to know. */
export type ConnectionMachine = {
  state: ConnectionState
  /** The number of the attempt that is under way; answers of any other attempt are late and ignored. */
  attempt: number | undefined
  /** The session that is alive. It outlasts an attempt to connect another wallet until that succeeds. */
  held: ConnectedAccount | undefined
}

/** What happens to a connection. */
export type ConnectionEvent =
  | { type: 'connectStarted'; attempt: number; connector: ConnectorInfo }
  | { type: 'reconnectStarted'; attempt: number; connectorId: string }
  | {
      type: 'attemptSucceeded'
      attempt: number
      connector: ConnectorInfo
      accounts: readonly [string, ...string[]]
      chainId: ChainId
    }
  | { type: 'attemptEnded'; attempt: number; failure: ConnectionFailure | undefined }
  | { type: 'accountsChanged'; connectorId: string; accounts: readonly string[] }
  | { type: 'chainChanged'; connectorId: string; chainId: ChainId }
  | { type: 'addressSelected'; address: string }
  | { type: 'sessionEnded'; connectorId: string }
  | { type: 'disconnected' }

/** Nobody connected, nothing under way. */
export const initialConnection: ConnectionMachine = {
  state: { status: 'disconnected', failure: undefined },
  attempt: undefined,
  held: undefined,
}

/**
 * The transitions of a connection (specification 4): connect moves to `connected`; a disconnect or an empty account list
 * moves to `disconnected`; an answer of an attempt that was given up changes nothing.
 */
export function connectionReducer(machine: ConnectionMachine, event: ConnectionEvent): ConnectionMachine {
  switch (event.type) {
    case 'connectStarted':
      return { ...machine, attempt: event.attempt, state: { status: 'connecting', connector: event.connector } }
    case 'reconnectStarted':
      return { ...machine, attempt: event.attempt, state: { status: 'reconnecting', connectorId: event.connectorId } }
    case 'attemptSucceeded':
      if (machine.attempt !== event.attempt) return machine
      return connected(toAccount(event))
    case 'attemptEnded':
      if (machine.attempt !== event.attempt) return machine
      return machine.held ? connected(machine.held) : disconnected(event.failure)
    case 'accountsChanged': {
      const { held } = machine
      if (held?.connector.id !== event.connectorId) return machine
      const [first, ...others] = event.accounts
      if (first === undefined) return ended(machine)
      if (event.accounts.join() === held.allAddresses.join()) return machine
      return withHeld(machine, toAccount({ ...held, accounts: [first, ...others] }))
    }
    case 'chainChanged': {
      const { held } = machine
      if (held?.connector.id !== event.connectorId || held.chainId === event.chainId) return machine
      const [first, ...others] = held.allAddresses
      return withHeld(
        machine,
        toAccount({ ...held, accounts: [first ?? held.address, ...others], chainId: event.chainId }),
      )
    }
    case 'addressSelected': {
      const { held } = machine
      if (!held || held.address === event.address || !held.allAddresses.includes(event.address)) return machine
      const others = held.allAddresses.filter((address) => address !== event.address)
      return withHeld(machine, toAccount({ ...held, accounts: [event.address, ...others] }))
    }
    case 'sessionEnded':
      return machine.held?.connector.id === event.connectorId ? ended(machine) : machine
    case 'disconnected':
      return machine.held || machine.attempt !== undefined ? disconnected(undefined) : machine
  }
}

function toAccount({
  connector,
  accounts,
  chainId,
}: {
  connector: ConnectorInfo
  accounts: readonly [string, ...string[]]
  chainId: ChainId
}): ConnectedAccount {
  const address = accounts[0]
  return { address, caipAddress: toAccountId({ chainId, address }), allAddresses: accounts, chainId, connector }
}

function connected(account: ConnectedAccount): ConnectionMachine {
  return { state: { status: 'connected', account }, attempt: undefined, held: account }
}

function disconnected(failure: ConnectionFailure | undefined): ConnectionMachine {
  return { state: { status: 'disconnected', failure }, attempt: undefined, held: undefined }
}

/** The live session changed; it only shows while no other wallet is being asked. */
function withHeld(machine: ConnectionMachine, held: ConnectedAccount): ConnectionMachine {
  return machine.attempt === undefined ? connected(held) : { ...machine, held }
}

/** The live session ended; an attempt that is under way goes on. */
function ended(machine: ConnectionMachine): ConnectionMachine {
  return machine.attempt === undefined ? disconnected(undefined) : { ...machine, held: undefined }
}
