import { type ChainId, type ChainNamespace, LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { Connector } from '../connectors/Connector.ts'
import type { ConnectorRegistry } from '../connectors/ConnectorRegistry.ts'
import type { Environment } from '../environment/Environment.ts'
import type { LatchkeyEvent } from '../LatchkeyEvent.ts'
import { type ConnectionStorage, connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createStore } from '../store/Store.ts'
import type { ConnectionFeature } from './ConnectionFeature.ts'
import type { ConnectionState } from './connectionState.ts'
import type { ConnectionEngine } from './createConnectionEngine.ts'
import { unknownWallet } from './unknownWallet.ts'

/** What connections work with. */
export type ConnectionParameters = {
  environment: Environment
  registry: ConnectorRegistry
  record: ConnectionStorage
  /** The network to begin with in a family: the one of the last visit, or the app's first. */
  startChainId: (namespace: ChainNamespace) => ChainId | undefined
  report: (event: LatchkeyEvent) => void
}

/** The connections as the kit's other parts see them. */
export type ConnectionInternals = ConnectionFeature & {
  /** The network that the wallet was seen on, read from it just now. */
  noteChain: (options: { connectorId: string; chainId: ChainId }) => void
  /** The connector of a live connection. */
  connectorOf: (connectorId: string) => Connector | undefined
  destroy: () => void
}

/** The half of the connections that loads with the page: nobody connected, until there is a wallet to ask. */
export function createConnection(
  parameters: ConnectionParameters & Pick<CoreContext, 'load'>,
): ConnectionInternals & { /** Fetches what asks wallets. */ prepare: () => void } {
  const { environment, registry, record } = parameters
  const store = createStore<ConnectionState>({
    status: 'disconnected',
    connections: [],
    asking: undefined,
    failure: undefined,
  })
  let attempts = 0
  let destroyed = false
  let engine: ConnectionEngine | undefined
  let loading: Promise<ConnectionEngine> | undefined
  let stopPage: (() => void) | undefined

  const load = () => {
    loading ??= parameters
      .load(() => import('./createConnectionEngine.ts'))
      .then(({ createConnectionEngine }) => {
        if (destroyed) throw new LatchkeyError('connection_missing')
        engine = createConnectionEngine({ ...parameters, store })
        return engine
      })
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const idle = (failure?: ConnectionState['failure']) =>
    store.setState({ status: 'disconnected', connections: [], asking: undefined, failure })
  const restore = async (bring: (engine: ConnectionEngine) => Promise<void>) => {
    const [first] = record.read().connections
    if (!engine && !first) return
    if (!engine && first)
      store.setState((state) => ({ ...state, status: 'reconnecting', connectorId: first.connectorId }))
    try {
      await bring(engine ?? (await load()))
    } catch {
      // No code, no connection: the page shows "connect", and the next visit tries again.
      if (!engine) idle()
    }
  }
  const onStorage = (event: Event) => {
    const { key } = event as StorageEvent
    // A null key: everything was cleared.
    if (key === connectionRecordKey || key === null) void restore(({ followRecord }) => followRecord())
  }
  /** Follows what other tabs of the same site do to the connections. */
  const listen = () => {
    const page = environment.page()
    if (stopPage || !page) return
    page.addEventListener('storage', onStorage)
    stopPage = () => page.removeEventListener('storage', onStorage)
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    prepare: () => void load().catch(() => {}),
    connect: async (options) => {
      if (destroyed) throw new LatchkeyError('connection_missing')
      listen()
      const attempt = ++attempts
      // At once where the code is there: a wallet may have to open its window in the very click.
      if (engine) return engine.connect(options)
      const { connectorId } = options
      const connector = registry.find(connectorId)?.info ?? unknownWallet(connectorId)
      store.setState({ status: 'connecting', connector, connections: [], asking: connector, failure: undefined })
      try {
        const loaded = await load()
        if (attempt !== attempts) throw new LatchkeyError('user_rejected', { message: 'The request was given up' })
        return await loaded.connect(options)
      } catch (error) {
        if (!engine && attempt === attempts && error instanceof LatchkeyError)
          idle({ code: error.code, message: error.message, connectorId })
        throw error
      }
    },
    cancel: () => {
      attempts++
      if (engine) engine.cancel()
      else if (store.getState().asking) idle()
    },
    disconnect: async (options) => {
      attempts++
      if (!engine && store.getState().asking) idle()
      if (engine || loading || record.read().connections.length > 0)
        await (engine ?? (await load())).disconnect(options)
    },
    reconnect: async () => {
      listen()
      registry.listen()
      await restore((loaded) => loaded.restore())
    },
    select: (options) => engine?.select(options),
    selectAddress: (options) => engine?.selectAddress(options),
    setPreferredAccountType: async (options) => {
      if (!engine) throw new LatchkeyError('no_active_account')
      await engine.setPreferredAccountType(options)
    },
    listSmartNetworks: async () => engine?.listSmartNetworks() ?? [],
    getProvider: (namespace) => engine?.getProvider(namespace),
    noteChain: (options) => engine?.noteChain(options),
    connectorOf: (connectorId) => engine?.connectorOf(connectorId),
    destroy: () => {
      destroyed = true
      attempts++
      engine?.destroy()
      stopPage?.()
      stopPage = undefined
    },
  }
}
