import { createStore } from '../store/Store.ts'
import type { Connector } from './Connector.ts'
import type { ConnectorRegistry } from './ConnectorRegistry.ts'
import { type EmbeddedWallet, embeddedConnectorId, embeddedRdns } from './embedded/EmbeddedWallet.ts'

/**
 * All connectors of the kit: the wallets of this browser, and the embedded one. The list holds the browser's alone: the
 * embedded wallet has a field of its own, and its announcement to other libraries is not one more wallet here.
 */
export function createConnectorRegistry({
  injected,
  embedded,
}: {
  injected: ConnectorRegistry
  embedded: EmbeddedWallet | undefined
}): ConnectorRegistry {
  if (!embedded) return injected
  const others = () => injected.getState().filter(({ info }) => info.rdns !== embeddedRdns)
  const store = createStore<readonly Connector[]>(others())
  const stop = injected.subscribe(() => store.setState(others()))
  const { connector } = embedded
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    discover: () => {
      embedded.announce()
      injected.discover()
    },
    find: (id) => (id === embeddedConnectorId ? connector : injected.find(id)),
    waitFor: async (options) => (options.id === embeddedConnectorId ? connector : injected.waitFor(options)),
    destroy: () => {
      stop()
      injected.destroy()
    },
  }
}
