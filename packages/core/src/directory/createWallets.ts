import type { CoreContext } from '../CoreContext.ts'
import type { ConnectorRegistry } from '../connectors/ConnectorRegistry.ts'
import type { ConnectionStorage } from '../storage/createConnectionStorage.ts'
import { createStore, type Readable } from '../store/Store.ts'
import type { Directory } from './createDirectory.ts'
import { listInstalled } from './listInstalled.ts'
import type { WalletsFeature, WalletsState } from './WalletsFeature.ts'

const noWallets: WalletsState = {
  installed: [],
  recent: [],
  featured: [],
  custom: [],
  recommended: [],
  ownRelay: [],
  count: undefined,
  directory: 'idle',
}

/** Creates the wallets feature. The wallets of this browser load with the page; the directory loads on first use. */
export function createWallets({
  context,
  registry,
  connection,
  record,
}: {
  context: CoreContext
  registry: ConnectorRegistry
  connection: Readable<unknown>
  record: ConnectionStorage
}): WalletsFeature {
  const store = createStore(noWallets)
  let directory: Directory | undefined
  let loading: Promise<Directory> | undefined

  const recentIds = () => record.read().recentConnectorIds
  /** The recent wallets of the current lists. */
  let listed: string | undefined
  const update = () => {
    const connectors = registry.getState().map(({ info }) => info)
    const given = { connectors, recentIds: recentIds() }
    listed = JSON.stringify(given.recentIds)
    const lists = directory?.arrange(given) ?? { installed: listInstalled({ ...given, config: context.config }) }
    const state = store.getState()
    const isNew = (Object.keys(lists) as (keyof typeof lists)[]).some(
      (name) => JSON.stringify(lists[name]) !== JSON.stringify(state[name]),
    )
    if (isNew) store.setState({ ...state, ...lists })
  }
  const load = () => {
    loading ??= context
      .load(() => import('./createDirectory.ts'))
      .then((chunk) => {
        directory = chunk.createDirectory({ context, getState: store.getState })
        update()
        // From now on `choicesOf` works, even if no list changed.
        store.setState((state) => ({ ...state }))
        return directory
      })
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const read = async () => {
    const { directory: status } = store.getState()
    if (status === 'loading' || status === 'ready') return
    store.setState((state) => ({ ...state, directory: 'loading' }))
    try {
      const { count } = await (await load()).read({ recentIds: recentIds() })
      store.setState((state) => ({ ...state, count, directory: 'ready' }))
      update()
    } catch {
      // The wallets of this browser still work. A search throws the error.
      store.setState((state) => ({ ...state, directory: 'failed' }))
    }
  }
  registry.subscribe(update)
  // Connections matter only for the recent wallets. Accounts and networks change more often.
  connection.subscribe(() => {
    if (JSON.stringify(recentIds()) !== listed) update()
  })

  const shown = () => {
    const { installed, recent, featured, custom, recommended } = store.getState()
    return [...installed, ...recent, ...featured, ...custom, ...recommended]
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    discover: registry.discover,
    looking: registry.looking,
    prepare: () => {
      // If this fails, the connector loads it while the wallet is asked.
      import('../chains/eip155/checksumAddress.ts').catch(() => {})
      void read()
    },
    isMobile: () => context.environment.isMobile(),
    find: ({ walletId }) => shown().find(({ id }) => id === walletId) ?? directory?.find({ walletId, shown: shown() }),
    findByConnector: ({ connectorId }) =>
      shown().find(({ connectors }) => connectors.some(({ id }) => id === connectorId)),
    choicesOf: (options) => {
      if (directory) return directory.choicesOf(options)
      const connectors = options.wallet.connectors.filter(
        ({ namespace }) => !options.namespace || namespace === options.namespace,
      )
      return connectors.length > 0 ? [{ type: 'browser', connectors }] : []
    },
    search: async (options) => (await load()).search(options),
  }
}
