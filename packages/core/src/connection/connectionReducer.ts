import { type ChainId, type ChainNamespace, toAccountId } from '@latchkey/protocol'
import type { ConnectorInfo, ConnectorSession, SmartAccountFacts, WalletAccount } from '../connectors/Connector.ts'
import type { ConnectedAccount, ConnectionFailure, ConnectionState } from './connectionState.ts'

/** A connection of the last visit that is being restored. */
export type Restore = {
  number: number
  connectorId: string
  /** Whether its family had selected it; false after the visitor selected another one. */
  wasActive: boolean
}

/** The connections, with the data for their transitions. */
export type ConnectionMachine = {
  /** The connections, newest first; at most one per connector. */
  sessions: readonly ConnectedAccount[]
  /** The selected connector of each family, which is always connected. */
  active: { readonly [Namespace in ChainNamespace]?: string }
  /** The selected family, which always has a connection. */
  namespace: ChainNamespace | undefined
  /** The visitor's current attempt. Answers of unknown attempts are late and ignored. */
  attempt: { number: number; connector: ConnectorInfo } | undefined
  restores: readonly Restore[]
  /** The selected connector of the last visit, while it is being restored. */
  awaited: string | undefined
  failure: ConnectionFailure | undefined
}

/** Events of the connections. */
export type ConnectionEvent =
  | { type: 'connectStarted'; number: number; connector: ConnectorInfo }
  | { type: 'restoresStarted'; restores: readonly Restore[] }
  /** The selected connection of the last visit takes too long. Continue with the others. */
  | { type: 'waitedEnough' }
  | { type: 'attemptSucceeded'; number: number; connector: ConnectorInfo; session: ConnectorSession }
  | { type: 'attemptEnded'; number: number; failure: ConnectionFailure | undefined }
  | ({
      type: 'accountsChanged'
      connectorId: string
      accounts: readonly WalletAccount[]
      chainId?: ChainId
    } & SmartAccountFacts)
  | { type: 'chainChanged'; connectorId: string; chainId: ChainId }
  | { type: 'addressSelected'; address: string }
  | { type: 'selected'; connectorId: string }
  /** Connections ended, by the wallet or another tab. Open requests of the visitor in this tab continue. */
  | { type: 'ended'; connectorIds: readonly string[] }
  /** The visitor disconnected these in this tab. Their open requests are canceled. */
  | { type: 'disconnected'; connectorIds: readonly string[] }

export const initialConnection: ConnectionMachine = {
  sessions: [],
  active: {},
  namespace: undefined,
  attempt: undefined,
  restores: [],
  awaited: undefined,
  failure: undefined,
}

/**
 * The transitions of the connections (specification 4). A successful attempt leads to `connected`. A disconnect or an empty account list
 * ends a connection, and another one replaces it. Answers of canceled attempts change nothing.
 */
export function connectionReducer(machine: ConnectionMachine, event: ConnectionEvent): ConnectionMachine {
  switch (event.type) {
    case 'connectStarted': {
      const { number, connector } = event
      const restores = machine.restores.filter(({ connectorId }) => connectorId !== connector.id)
      return { ...machine, attempt: { number, connector }, restores, awaited: undefined, failure: undefined }
    }
    case 'restoresStarted': {
      const awaited = machine.sessions.length === 0 && !machine.attempt ? event.restores[0]?.connectorId : undefined
      return {
        ...machine,
        restores: [...machine.restores, ...event.restores],
        awaited: machine.awaited ?? awaited,
      }
    }
    case 'waitedEnough':
      return machine.awaited === undefined ? machine : { ...machine, awaited: undefined }
    case 'attemptSucceeded':
      return succeeded(machine, event)
    case 'attemptEnded': {
      const { number, failure } = event
      if (machine.attempt?.number === number) return { ...machine, attempt: undefined, failure }
      const restore = machine.restores.find((entry) => entry.number === number)
      return restore ? withoutRestore(machine, restore) : machine
    }
    case 'accountsChanged': {
      const session = sessionOf(machine, event.connectorId)
      if (!session) return machine
      const [first, ...others] = event.accounts
      if (!first) return ended(machine, [event.connectorId])
      const { chainId = session.chainId, preferredAccountType, smartAccountDeployed } = event
      const isKnown =
        chainId === session.chainId &&
        preferredAccountType === session.preferredAccountType &&
        smartAccountDeployed === session.smartAccountDeployed &&
        isSame([first, ...others], session.allAccounts)
      if (isKnown) return machine
      const { connector } = session
      const accounts = [first, ...others] as const
      return withSession(
        machine,
        toAccount({ connector, accounts, chainId, preferredAccountType, smartAccountDeployed }),
      )
    }
    case 'chainChanged': {
      const session = sessionOf(machine, event.connectorId)
      if (!session || session.chainId === event.chainId) return machine
      return withSession(machine, toAccount({ ...session, accounts: session.allAccounts, chainId: event.chainId }))
    }
    case 'addressSelected': {
      const session = inUse(machine)
      const chosen = session?.allAccounts.find(({ address }) => address === event.address)
      if (!session || !chosen || session.address === event.address) return machine
      const others = session.allAccounts.filter((account) => account !== chosen)
      return withSession(machine, toAccount({ ...session, accounts: [chosen, ...others] }))
    }
    case 'selected': {
      const session = sessionOf(machine, event.connectorId)
      const isInUse = inUse(machine) === session && machine.awaited === undefined
      return session && !isInUse ? use(machine, session) : machine
    }
    case 'ended':
      return ended(machine, event.connectorIds)
    case 'disconnected': {
      const { attempt } = machine
      const isMeant = attempt !== undefined && event.connectorIds.includes(attempt.connector.id)
      return ended(isMeant ? { ...machine, attempt: undefined } : machine, event.connectorIds)
    }
  }
}

/** Returns the connection of a connector. */
export function sessionOf({ sessions }: ConnectionMachine, connectorId: string): ConnectedAccount | undefined {
  return sessions.find(({ connector }) => connector.id === connectorId)
}

/** Returns the selected connection. */
export function inUse({ sessions, active, namespace }: ConnectionMachine): ConnectedAccount | undefined {
  return namespace && sessions.find(({ connector }) => connector.id === active[namespace])
}

/** Converts the machine to the public state. */
export function toConnectionState(machine: ConnectionMachine): ConnectionState {
  const { sessions, active, attempt, restores, awaited, failure } = machine
  const account = awaited === undefined ? inUse(machine) : undefined
  const ordered = account ? [account, ...sessions.filter((session) => session !== account)] : sessions
  const common = {
    connections: ordered.map((session) => ({
      account: session,
      active: active[session.namespace] === session.connector.id,
    })),
    asking: attempt?.connector,
    failure,
  }
  if (account) return { ...common, status: 'connected', account }
  if (attempt) return { ...common, status: 'connecting', connector: attempt.connector }
  const connectorId = awaited ?? restores[0]?.connectorId
  if (connectorId !== undefined) return { ...common, status: 'reconnecting', connectorId }
  return { ...common, status: 'disconnected' }
}

function succeeded(
  machine: ConnectionMachine,
  { number, connector, session }: Extract<ConnectionEvent, { type: 'attemptSucceeded' }>,
): ConnectionMachine {
  const account = toAccount({ connector, ...session })
  const others = machine.sessions.filter((other) => other.connector.id !== connector.id)
  if (machine.attempt?.number === number)
    return use({ ...machine, sessions: [account, ...others], attempt: undefined }, account)
  const restore = machine.restores.find((entry) => entry.number === number)
  if (!restore) return machine
  const next = withoutRestore({ ...machine, sessions: [...others, account] }, restore)
  const { namespace } = account
  // The shown wallet stays. Wallets that return late, or were connected in another tab, do not replace it.
  const isShown = machine.awaited === undefined && machine.active[namespace] !== undefined
  return {
    ...next,
    // The selected family of the last visit returns, or else the family of the first connection.
    namespace: machine.awaited === connector.id ? namespace : (machine.namespace ?? namespace),
    active: {
      ...machine.active,
      [namespace]: restore.wasActive && !isShown ? connector.id : (machine.active[namespace] ?? connector.id),
    },
  }
}

/** Selects a connection on behalf of the visitor. */
function use(machine: ConnectionMachine, { connector, namespace }: ConnectedAccount): ConnectionMachine {
  return {
    ...machine,
    namespace,
    active: { ...machine.active, [namespace]: connector.id },
    // A connection that is restored later does not replace it.
    restores: machine.restores.map((restore) => ({ ...restore, wasActive: false })),
    awaited: undefined,
  }
}

function ended(machine: ConnectionMachine, connectorIds: readonly string[]): ConnectionMachine {
  const isMeant = (connectorId: string) => connectorIds.includes(connectorId)
  const sessions = machine.sessions.filter(({ connector }) => !isMeant(connector.id))
  const restores = machine.restores.filter(({ connectorId }) => !isMeant(connectorId))
  if (sessions.length === machine.sessions.length && restores.length === machine.restores.length) return machine
  const active: Partial<Record<ChainNamespace, string>> = {}
  // Newest first, so that the family continues with its newest connection.
  for (const { namespace, connector } of sessions) active[namespace] ??= connector.id
  for (const { namespace, connector } of sessions)
    if (machine.active[namespace] === connector.id) active[namespace] = connector.id
  const stays = machine.namespace !== undefined && active[machine.namespace] !== undefined
  return {
    ...machine,
    sessions,
    restores,
    active,
    namespace: stays ? machine.namespace : sessions[0]?.namespace,
    awaited: machine.awaited !== undefined && isMeant(machine.awaited) ? undefined : machine.awaited,
  }
}

function withoutRestore(machine: ConnectionMachine, restore: Restore): ConnectionMachine {
  return {
    ...machine,
    restores: machine.restores.filter((entry) => entry !== restore),
    awaited: machine.awaited === restore.connectorId ? undefined : machine.awaited,
  }
}

function withSession(machine: ConnectionMachine, session: ConnectedAccount): ConnectionMachine {
  return {
    ...machine,
    sessions: machine.sessions.map((other) => (other.connector.id === session.connector.id ? session : other)),
  }
}

function toAccount({
  connector,
  accounts,
  chainId,
  preferredAccountType,
  smartAccountDeployed,
}: ConnectorSession & { connector: ConnectorInfo }): ConnectedAccount {
  const { address, type, namespace } = accounts[0]
  return {
    namespace,
    address,
    caipAddress: toAccountId({ chainId, address }),
    type,
    allAccounts: accounts,
    chainId,
    connector,
    ...(preferredAccountType && { preferredAccountType }),
    ...(smartAccountDeployed !== undefined && { smartAccountDeployed }),
  }
}

function isSame(accounts: readonly WalletAccount[], others: readonly WalletAccount[]): boolean {
  return (
    accounts.length === others.length &&
    accounts.every(({ address, type }, index) => address === others[index]?.address && type === others[index].type)
  )
}
