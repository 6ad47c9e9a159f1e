import type { CoreContext } from '../CoreContext.ts'
import type { ConnectorRegistry } from '../connectors/ConnectorRegistry.ts'
import type { ConnectionStorage } from '../storage/createConnectionStorage.ts'
import { createStore, type Readable } from '../store/Store.ts'
import { groupConnectors } from './groupConnectors.ts'
import type { WalletEntry, WalletsFeature, WalletsState } from './WalletsFeature.ts'

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
  const store = createStore<WalletsState>({
    installed: [],
    recent: [],
    featured: [],
    custom: [],
    recommended: [],
    count: undefined,
    directory: 'idle',
  })
  const known = new Map<string, WalletEntry>()
  const update = () => {
    const recent = record.read().recentConnectorIds
    const featured = config.featuredWalletIds ?? []
    const rank = ({ id, connectors }: WalletEntry) => {
      const used = recent.findIndex((connectorId) => connectors.some((connector) => connector.id === connectorId))
      if (used >= 0) return used
      return recent.length + (featured.includes(id) ? featured.indexOf(id) : featured.length)
    }
    const families = new Set(config.networks.map(({ chainNamespace }) => chainNamespace))
    const connectors = registry.getState().filter(({ info }) => families.has(info.namespace))
    const installed = groupConnectors({ connectors: connectors.map(({ info }) => info), recentConnectorIds: recent })
      .filter(({ id }) => !config.excludedWalletIds?.includes(id))
      .sort((a, b) => rank(a) - rank(b))
    for (const wallet of installed) known.set(wallet.id, wallet)
    const before = store.getState().installed
    if (JSON.stringify(installed) !== JSON.stringify(before)) store.setState((state) => ({ ...state, installed }))
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
    find: ({ walletId }) => known.get(walletId),
    findByConnector: ({ connectorId }) =>
      [...known.values()].find(({ connectors }) => connectors.some(({ id }) => id === connectorId)),
    choicesOf: ({ wallet }) =>
      wallet.connectors.length > 0 ? [{ type: 'browser', connectors: wallet.connectors }] : [],
    search: async (options) => {
      const { searchWallets } = await context.load(() => import('./searchWallets.ts'))
      const { data, count } = await searchWallets({ ...options, context })
      return {
        count,
        data: data.map((listing) => ({
          id: listing.rdns ?? listing.id,
          name: listing.name,
          icon: listing.image_url,
          rdns: listing.rdns,
          connectors: [],
          listing,
          recent: false,
        })),
      }
    },
  }
}
