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

/** Options of {@link createConnection}. */
export type ConnectionParameters = {
  environment: Environment
  registry: ConnectorRegistry
  record: ConnectionStorage
  /** Returns the initial network of a family: that of the last visit, or the app's first. */
  startChainId: (namespace: ChainNamespace) => ChainId | undefined
  report: (event: LatchkeyEvent) => void
}

/** The connection feature with the methods for other features. */
export type ConnectionInternals = ConnectionFeature & {
  /** Sets the network that was just read from the wallet. */
  noteChain: (options: { connectorId: string; chainId: ChainId }) => void
  /** Returns the connector of a connection. */
  connectorOf: (connectorId: string) => Connector | undefined
  destroy: () => void
}

/** Creates the part of the connection feature that loads with the page. It is disconnected until the engine loads. */
export function createConnection(
  parameters: ConnectionParameters & Pick<CoreContext, 'load'>,
): ConnectionInternals & { /** Loads the engine. */ prepare: () => void } {
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
      // Without the code there is no connection. The page shows "connect", and the next visit tries again.
      if (!engine) idle()
    }
  }
  const onStorage = (event: Event) => {
    const { key } = event as StorageEvent
    // A null key means that the storage was cleared.
    if (key === connectionRecordKey || key === null) void restore(({ followRecord }) => followRecord())
  }
  /** Follows changes of the connections in other tabs of the site. */
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
      // Synchronous if the engine is loaded, because a wallet may have to open its window within the click.
      if (engine) return engine.connect(options)
      const { connectorId } = options
      const connector = registry.find(connectorId)?.info ?? unknownWallet(connectorId)
      store.setState({ status: 'connecting', connector, connections: [], asking: connector, failure: undefined })
      try {
        const loaded = await load()
        if (attempt !== attempts) throw new LatchkeyError('user_rejected', { message: 'The request was canceled' })
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
