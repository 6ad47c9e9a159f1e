import { LatchkeyError } from '@latchkey/protocol'
import type { Connector, ConnectorInfo } from '../connectors/Connector.ts'
import type { ConnectorRegistry } from '../connectors/injected/createInjectedRegistry.ts'
import { toWalletError } from '../connectors/injected/toWalletError.ts'
import type { Environment } from '../environment/Environment.ts'
import type { LatchkeyEvent } from '../Latchkey.ts'
import { type ConnectionStorage, connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createStore } from '../store/Store.ts'
import type { ConnectionFeature } from './ConnectionFeature.ts'
import {
  type ConnectionEvent,
  type ConnectionMachine,
  connectionReducer,
  initialConnection,
} from './connectionReducer.ts'
import type { ConnectedAccount, ConnectionState } from './connectionState.ts'
import { waitForWallet } from './waitForWallet.ts'

/** How long a wallet may take to ask its owner: typing a password and finding a hardware key fit in. */
export const connectTimeout = 180_000
/** How long a wallet that must not ask anybody may take to answer. */
export const silentTimeout = 10_000
/** How long a wallet may take to announce itself after the page asked. */
export const announcementTimeout = 2_000

/** The connection as the kit's other parts see it. */
export type ConnectionInternals = ConnectionFeature & {
  /** The network that the wallet was seen on, read from it just now. */
  noteChain: (options: { connectorId: string; chainId: ConnectedAccount['chainId'] }) => void
  destroy: () => void
}

const givenUp = () => new LatchkeyError('user_rejected', { message: 'The request was given up' })

/** What is known of a wallet that has not announced itself yet. */
const unknownWallet = (id: string): ConnectorInfo => ({ id, name: id, icon: null, rdns: null, type: 'injected' })

/** Runs the connection: the reducer decides, this asks wallets, listens to them and keeps the record. */
export function createConnection({
  environment,
  registry,
  record,
  report,
}: {
  environment: Environment
  registry: ConnectorRegistry
  record: ConnectionStorage
  report: (event: LatchkeyEvent) => void
}): ConnectionInternals {
  let machine: ConnectionMachine = initialConnection
  let attempts = 0
  let abort: AbortController | undefined
  let session: { connector: Connector; stop: () => void } | undefined
  let stopPage: (() => void) | undefined
  const store = createStore<ConnectionState>(machine.state)

  const dispatch = (event: ConnectionEvent) => {
    const before = machine.held
    machine = connectionReducer(machine, event)
    const after = machine.held
    if (!after) {
      session?.stop()
      session = undefined
      // A wallet that ended the session is as disconnected as one that the visitor disconnected: not restored on reload.
      if (before) record.forget()
    }
    store.setState(machine.state)
    if (before && !after) report({ type: 'disconnected' })
    else if (after && before?.connector.id !== after.connector.id)
      report({ type: 'connected', account: after.caipAddress, connectorId: after.connector.id })
    else if (after && before && before.address !== after.address)
      report({ type: 'accountChanged', account: after.caipAddress })
  }

  const begin = () => {
    listen()
    abort?.abort()
    abort = new AbortController()
    return { attempt: ++attempts, signal: abort.signal }
  }

  const hold = (connector: Connector) => {
    session?.stop()
    const connectorId = connector.info.id
    const stop = connector.subscribe((event) => {
      if (event.type === 'disconnected') dispatch({ type: 'sessionEnded', connectorId })
      else dispatch({ ...event, connectorId })
    })
    session = { connector, stop }
  }

  const ask = async ({
    connector,
    attempt,
    signal,
    silent,
  }: {
    connector: Connector
    attempt: number
    signal: AbortSignal
    silent: boolean
  }): Promise<boolean> => {
    const answer = await waitForWallet({
      environment,
      answer: connector.connect({ silent, signal }),
      milliseconds: silent ? silentTimeout : connectTimeout,
      signal,
    })
    // Given up in the very moment in which the wallet answered.
    if (signal.aborted) throw givenUp()
    if (!answer) return false
    hold(connector)
    // Before anybody is told: who lists the recent wallets reads the record when told.
    record.remember({ connectorId: connector.info.id })
    dispatch({ type: 'attemptSucceeded', attempt, connector: connector.info, ...answer })
    return true
  }

  const restore = async (connectorId: string) => {
    const { attempt, signal } = begin()
    dispatch({ type: 'reconnectStarted', attempt, connectorId })
    try {
      const connector = await registry.waitFor({ id: connectorId, milliseconds: announcementTimeout, signal })
      if (connector && !signal.aborted && (await ask({ connector, attempt, signal, silent: true }))) return
    } catch {
      // A broken or silent wallet on load is no news to the visitor: the page shows "connect".
    }
    dispatch({ type: 'attemptEnded', attempt, failure: undefined })
  }

  /** Follows what another tab of the same site does to the connection. */
  const onStorage = (event: Event) => {
    const { key } = event as StorageEvent
    // A null key: everything was cleared.
    if (key !== connectionRecordKey && key !== null) return
    const { connectorId } = record.read()
    if (connectorId === undefined) {
      if (machine.held) dispatch({ type: 'sessionEnded', connectorId: machine.held.connector.id })
    } else if (machine.attempt === undefined && machine.held?.connector.id !== connectorId) void restore(connectorId)
  }
  const listen = () => {
    const page = environment.page()
    if (stopPage || !page) return
    page.addEventListener('storage', onStorage)
    stopPage = () => page.removeEventListener('storage', onStorage)
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    connect: async ({ connectorId }) => {
      const { attempt, signal } = begin()
      let connector = registry.find(connectorId)
      dispatch({ type: 'connectStarted', attempt, connector: connector?.info ?? unknownWallet(connectorId) })
      try {
        if (!connector) {
          connector = await registry.waitFor({ id: connectorId, milliseconds: announcementTimeout, signal })
          if (signal.aborted) throw givenUp()
          if (!connector) throw new LatchkeyError('wallet_not_found')
          dispatch({ type: 'connectStarted', attempt, connector: connector.info })
        }
        await ask({ connector, attempt, signal, silent: false })
      } catch (cause) {
        const error = toWalletError(cause)
        const { code, message } = error
        dispatch({ type: 'attemptEnded', attempt, failure: { code, message, connectorId } })
        throw error
      }
      if (!machine.held) throw new LatchkeyError('wallet_disconnected')
      return machine.held
    },
    cancel: () => {
      abort?.abort()
      if (machine.attempt !== undefined)
        dispatch({ type: 'attemptEnded', attempt: machine.attempt, failure: undefined })
    },
    disconnect: async () => {
      const { state } = machine
      // Asked for while the last visit's connection comes back: that connection is meant.
      const connector =
        session?.connector ?? (state.status === 'reconnecting' ? registry.find(state.connectorId) : undefined)
      abort?.abort()
      dispatch({ type: 'disconnected' })
      record.forget()
      try {
        // The visitor is disconnected already; a wallet that never answers the revocation holds nobody up.
        if (connector)
          await waitForWallet({ environment, answer: connector.disconnect(), milliseconds: silentTimeout }).catch(
            (error: unknown) => {
              if (!(error instanceof LatchkeyError && error.code === 'wallet_timeout')) throw error
            },
          )
      } catch (cause) {
        throw new LatchkeyError('disconnect_failed', { cause })
      }
    },
    reconnect: async () => {
      listen()
      registry.discover()
      const { connectorId } = record.read()
      if (connectorId !== undefined && machine.attempt === undefined && !machine.held) await restore(connectorId)
    },
    selectAddress: ({ address }) => {
      const match = machine.held?.allAddresses.find((known) => known.toLowerCase() === address.toLowerCase())
      if (match) dispatch({ type: 'addressSelected', address: match })
    },
    getProvider: () => session?.connector.getProvider(),
    noteChain: ({ connectorId, chainId }) => dispatch({ type: 'chainChanged', connectorId, chainId }),
    destroy: () => {
      abort?.abort()
      session?.stop()
      stopPage?.()
      stopPage = undefined
    },
  }
}
