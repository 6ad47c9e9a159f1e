import {
  type ChainId,
  type ChainNamespace,
  chainNamespaces,
  isChainId,
  LatchkeyError,
  parseChainId,
} from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Connector, Providers } from '../connectors/Connector.ts'
import { embeddedIdOf, isEmbeddedId } from '../connectors/embedded/embeddedIdOf.ts'
import { toWalletError } from '../connectors/toWalletError.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { Store } from '../store/Store.ts'
import {
  type ConnectionEvent,
  type ConnectionMachine,
  connectionReducer,
  initialConnection,
  inUse,
  type Restore,
  sessionOf,
  toConnectionState,
} from './connectionReducer.ts'
import type { ConnectionState } from './connectionState.ts'
import type { ConnectionInternals, ConnectionParameters } from './createConnection.ts'
import { unknownWallet } from './unknownWallet.ts'

/** Milliseconds in which the visitor has to answer a wallet, with time for a password or a hardware key. */
export const connectTimeout = 180_000
/** Milliseconds in which a wallet has to answer a silent request. */
export const silentTimeout = 10_000
/** Milliseconds in which a wallet has to announce itself. */
export const announcementTimeout = 2_000
/** Milliseconds for which restored connections wait for the one that was selected. */
export const awaitTimeout = 2_000

/** The engine of the connection feature, which asks wallets and listens to them. */
export type ConnectionEngine = Omit<ConnectionInternals, 'getState' | 'subscribe' | 'reconnect'> & {
  /** Restores the stored connections that this tab does not have, independently of each other. */
  restore: () => Promise<void>
  /** Ends the connections that another tab ended, and restores those that it connected. */
  followRecord: () => Promise<void>
}

/** Async, so that a synchronous exception of one wallet does not stop the others. */
const leave = async (connector: Connector) => connector.disconnect()
const embeddedIds = chainNamespaces.map(embeddedIdOf)
const givenUp = () => new LatchkeyError('user_rejected', { message: 'The request was canceled' })

/** Creates the engine. The reducer decides, and the engine asks wallets, listens to them and writes the record. */
export function createConnectionEngine({
  environment,
  registry,
  record,
  startChainId,
  report,
  store,
}: ConnectionParameters & { store: Store<ConnectionState> }): ConnectionEngine {
  let machine: ConnectionMachine = initialConnection
  let numbers = 0
  const aborts = new Map<number, AbortController>()
  const held = new Map<string, { connector: Connector; stop: () => void }>()

  const dispatch = (event: ConnectionEvent) => {
    const before = machine
    machine = connectionReducer(machine, event)
    if (machine === before) return
    const known = new Set([machine.attempt?.number, ...machine.restores.map(({ number }) => number)])
    for (const [number, abort] of [...aborts]) {
      if (known.has(number)) continue
      aborts.delete(number)
      abort.abort()
    }
    const gone = before.sessions.map(({ connector }) => connector.id).filter((id) => !sessionOf(machine, id))
    for (const id of gone) {
      held.get(id)?.stop()
      held.delete(id)
    }
    // A connection that the wallet ended is removed like one that the visitor ended, and not restored after a reload.
    if (gone.length > 0) record.forget({ connectorIds: gone })
    store.setState(toConnectionState(machine))
    for (const connectorId of gone) report({ type: 'disconnected', connectorId })
    for (const { connector, caipAddress } of machine.sessions)
      if (!sessionOf(before, connector.id))
        report({ type: 'connected', account: caipAddress, connectorId: connector.id })
    const [old, now] = [inUse(before), inUse(machine)]
    // Another connected wallet was selected, or the selected wallet has another account.
    const isKnown = now && sessionOf(before, now.connector.id)
    if (old && isKnown && (old.connector.id !== now.connector.id || old.address !== now.address))
      report({ type: 'accountChanged', account: now.caipAddress })
  }

  const begin = () => {
    const number = ++numbers
    const abort = new AbortController()
    aborts.set(number, abort)
    return { number, signal: abort.signal }
  }

  const hold = (connector: Connector) => {
    const connectorId = connector.info.id
    const unsubscribe = connector.subscribe((event) =>
      dispatch(
        event.type === 'disconnected'
          ? { type: 'ended', connectorIds: event.isSignedOut ? embeddedIds : [connectorId] }
          : { ...event, connectorId },
      ),
    )
    held.get(connectorId)?.stop()
    const stop = () => {
      try {
        unsubscribe()
      } catch {
        // The wallet's exception must not prevent its removal.
      }
    }
    held.set(connectorId, { connector, stop })
  }

  const ask = async ({
    connector,
    number,
    signal,
    silent,
    chainId = startChainId(connector.info.namespace),
  }: {
    connector: Connector
    number: number
    signal: AbortSignal
    silent: boolean
    chainId?: ChainId | undefined
  }): Promise<boolean> => {
    const session = await waitForWallet({
      environment,
      answer: connector.connect({ silent, signal, chainId }),
      milliseconds: silent ? silentTimeout : connectTimeout,
      signal,
    })
    // The attempt may have been canceled at the moment of the wallet's answer.
    if (signal.aborted) throw givenUp()
    if (!session) return false
    // A connector of the app may return anything. A network is never guessed.
    const { id: connectorId, namespace } = connector.info
    if (!isChainId(session.chainId) || parseChainId(session.chainId).namespace !== namespace)
      throw new ServiceError('chain_required')
    // Requests for an account of another family would go to the wrong provider.
    if (session.accounts.some((account) => account.namespace !== namespace)) throw new LatchkeyError('wallet_failed')
    hold(connector)
    // Before the event, because its listeners read the list of recent wallets.
    if (!silent) record.remember({ connectorId, namespace })
    aborts.delete(number)
    dispatch({ type: 'attemptSucceeded', number, connector: connector.info, session })
    return true
  }

  const restoreOne = async ({ number, connectorId, signal }: Restore & { signal: AbortSignal }) => {
    try {
      const connector = await registry.waitFor({ id: connectorId, milliseconds: announcementTimeout, signal })
      if (connector && !signal.aborted && (await ask({ connector, number, signal, silent: true }))) return
    } catch {
      // A broken or silent wallet shows no error on load. The page shows "connect".
    }
    dispatch({ type: 'attemptEnded', number, failure: undefined })
  }

  /**
   * Returns the stored connections. For the embedded wallet, it adds those in the app's other families, because all families share one
   * login. They are last, so that another selected wallet of a family takes precedence.
   */
  const readConnections = () => {
    const { connections } = record.read()
    const families = connections.some(({ connectorId }) => isEmbeddedId(connectorId)) ? chainNamespaces : []
    const others = families
      .filter(startChainId)
      .map((namespace) => ({ connectorId: embeddedIdOf(namespace), namespace }))
      .filter(({ connectorId }) => !connections.some((stored) => stored.connectorId === connectorId))
    return [...connections, ...others]
  }

  const restore = async () => {
    const connections = readConnections()
    const isKnown = (connectorId: string) =>
      sessionOf(machine, connectorId) !== undefined ||
      machine.restores.some((entry) => entry.connectorId === connectorId) ||
      machine.attempt?.connector.id === connectorId
    const restores = connections
      .filter(({ connectorId }) => !isKnown(connectorId))
      .map(({ connectorId, namespace }) => ({
        ...begin(),
        connectorId,
        wasActive: connections.find((stored) => stored.namespace === namespace)?.connectorId === connectorId,
      }))
    if (restores.length === 0) return
    dispatch({
      type: 'restoresStarted',
      restores: restores.map(({ number, connectorId, wasActive }) => ({ number, connectorId, wasActive })),
    })
    // A single wallet delays no other one, so its selected family is worth the full time.
    const isOneWallet = restores.every(({ connectorId }) => isEmbeddedId(connectorId))
    const patience = isOneWallet ? silentTimeout : awaitTimeout
    const timer = environment.setTimeout(() => dispatch({ type: 'waitedEnough' }), patience)
    await Promise.all(restores.map(restoreOne))
    environment.clearTimeout(timer)
  }

  const usedWallet = () => {
    const account = inUse(machine)
    const connector = account && held.get(account.connector.id)?.connector
    if (!connector) throw new LatchkeyError('no_active_account')
    return { account, connector }
  }

  return {
    connect: async ({ connectorId, chainId }) => {
      const { number, signal } = begin()
      let connector = registry.find(connectorId)
      dispatch({ type: 'connectStarted', number, connector: connector?.info ?? unknownWallet(connectorId) })
      try {
        if (!connector) {
          connector = await registry.waitFor({ id: connectorId, milliseconds: announcementTimeout, signal })
          if (signal.aborted) throw givenUp()
          if (!connector) throw new ServiceError('wallet_not_found')
          dispatch({ type: 'connectStarted', number, connector: connector.info })
        }
        await ask({ connector, number, signal, silent: false, chainId })
      } catch (cause) {
        const error = toWalletError(cause)
        const { code, message } = error
        dispatch({ type: 'attemptEnded', number, failure: { code, message, connectorId } })
        throw error
      }
      const account = sessionOf(machine, connectorId)
      if (!account) throw new LatchkeyError('wallet_disconnected')
      // The visitor is also logged in for the other families.
      if (isEmbeddedId(connectorId)) void restore()
      return account
    },
    cancel: () => {
      if (machine.attempt) dispatch({ type: 'attemptEnded', number: machine.attempt.number, failure: undefined })
    },
    disconnect: async ({ connectorId, namespace } = {}) => {
      const isNamed = ({ id, namespace: family }: Pick<Connector['info'], 'id' | 'namespace'>) =>
        connectorId === undefined ? namespace === undefined || namespace === family : connectorId === id
      // Connections that are being restored are disconnected as well.
      const connectors = [
        ...[...held.values()].map(({ connector }) => connector),
        ...machine.restores.flatMap((entry) => registry.find(entry.connectorId) ?? []),
      ]
      const named = [
        ...connectors.map(({ info }) => info),
        ...record.read().connections.map((entry) => ({ id: entry.connectorId, namespace: entry.namespace })),
        ...(machine.attempt ? [machine.attempt.connector] : []),
      ].filter(isNamed)
      // Signing out of the embedded wallet applies to all families, including those that are not restored yet. They end in one step, so
      // that none of them is in use in between.
      const ids = named.map(({ id }) => id)
      const connectorIds = ids.some(isEmbeddedId) ? [...ids, ...embeddedIds] : ids
      dispatch({ type: 'disconnected', connectorIds })
      record.forget({ connectorIds })
      // The visitor is already disconnected. A wallet without an answer to the revocation must not delay the result.
      const answers = connectors
        .filter(({ info }) => connectorIds.includes(info.id))
        .map((connector) => waitForWallet({ environment, answer: leave(connector), milliseconds: silentTimeout }))
      for (const answer of await Promise.allSettled(answers)) {
        if (answer.status === 'fulfilled') continue
        const cause: unknown = answer.reason
        if (!(cause instanceof LatchkeyError && cause.code === 'wallet_timeout'))
          throw new ServiceError('disconnect_failed', { cause })
      }
    },
    restore,
    followRecord: async () => {
      const stored = new Set(readConnections().map(({ connectorId }) => connectorId))
      const known = [
        ...machine.sessions.map(({ connector }) => connector.id),
        ...machine.restores.map(({ connectorId }) => connectorId),
      ]
      const connectorIds = known.filter((id) => !stored.has(id))
      dispatch({ type: 'ended', connectorIds })
      await restore()
    },
    select: ({ connectorId }) => {
      const session = sessionOf(machine, connectorId)
      if (!session) return
      record.remember({ connectorId, namespace: session.namespace })
      dispatch({ type: 'selected', connectorId })
    },
    selectAddress: ({ address }) => {
      const account = inUse(machine)
      const match = account?.allAccounts.find(
        (known) =>
          known.address === address ||
          (known.namespace === 'eip155' && known.address.toLowerCase() === address.toLowerCase()),
      )
      if (!account || !match) return
      const { setPreferredAccountType } = held.get(account.connector.id)?.connector ?? {}
      const { type } = match
      // The wallet stores the choice and signs with it, regardless of the kit's state.
      if (setPreferredAccountType && (type === 'eoa' || type === 'smartAccount'))
        void setPreferredAccountType({ type, chainId: account.chainId }).catch(() => {})
      else dispatch({ type: 'addressSelected', address: match.address })
    },
    setPreferredAccountType: async ({ type }) => {
      const { account, connector } = usedWallet()
      if (connector.setPreferredAccountType)
        return connector.setPreferredAccountType({ type, chainId: account.chainId })
      const match = account.allAccounts.find((known) => known.type === type)
      if (!match) throw new ServiceError('smart_account_unavailable')
      dispatch({ type: 'addressSelected', address: match.address })
    },
    listSmartNetworks: async () => (await usedWallet().connector.listSmartNetworks?.()) ?? [],
    getProvider: <Namespace extends ChainNamespace = 'eip155'>(namespace?: Namespace) => {
      const connectorId = machine.active[namespace ?? 'eip155']
      const connector = connectorId === undefined ? undefined : held.get(connectorId)?.connector
      // A connector's provider belongs to its family, and so does the selected connector of a family.
      return connector?.getProvider() as Providers[Namespace] | undefined
    },
    noteChain: ({ connectorId, chainId }) => dispatch({ type: 'chainChanged', connectorId, chainId }),
    connectorOf: (connectorId) => held.get(connectorId)?.connector,
    destroy: () => {
      for (const abort of aborts.values()) abort.abort()
      for (const { stop } of held.values()) stop()
      held.clear()
    },
  }
}
