import type { CoreContext } from '../CoreContext.ts'
import type { ConnectorRegistry } from '../connectors/injected/createInjectedRegistry.ts'
import type { ConnectionStorage } from '../storage/createConnectionStorage.ts'
import { createStore, type Readable } from '../store/Store.ts'
import type { WalletsFeature, WalletsState } from './WalletsFeature.ts'

/** The wallets of this browser in one order: recently used, featured by the app, then as they announced themselves. */
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
  const { config } = context
  const store = createStore<WalletsState>({ installed: [] })
  const update = () => {
    const recent = record.read().recentConnectorIds
    const featured = config.featuredWalletIds ?? []
    const rank = (id: string) => {
      if (recent.includes(id)) return recent.indexOf(id)
      return featured.includes(id) ? recent.length + featured.indexOf(id) : recent.length + featured.length
    }
    const installed = registry
      .getState()
      .map((connector) => connector.info)
      .filter(({ id }) => !config.excludedWalletIds?.includes(id))
      .map((info) => ({ ...info, recent: recent.includes(info.id) }))
      .sort((a, b) => rank(a.id) - rank(b.id))
    const current = store.getState().installed
    const same = installed.every((entry, index) => {
      const old = current[index]
      return old?.id === entry.id && old.recent === entry.recent && old.icon === entry.icon
    })
    if (!same || current.length !== installed.length) store.setState({ installed })
  }
  registry.subscribe(update)
  connection.subscribe(update)
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    discover: registry.discover,
    prepare: () => {
      // Without it the connector fetches it itself, and the wallet is asked meanwhile.
      import('../chains/eip155/checksumAddress.ts').catch(() => {})
    },
    search: async (options) => {
      const { searchWallets } = await context.load(() => import('./searchWallets.ts'))
      return searchWallets({ ...options, context })
    },
  }
}
