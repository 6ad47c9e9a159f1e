import type { Environment } from '../../environment/Environment.ts'
import { createStore } from '../../store/Store.ts'
import type { Connector } from '../Connector.ts'
import type { ConnectorSource } from '../ConnectorRegistry.ts'
import { createInjectedConnector } from './createInjectedConnector.ts'
import { readAnnouncement } from './readAnnouncement.ts'
import { legacyConnectorId, readLegacyWallets } from './readLegacyWallets.ts'

/**
 * Finds EVM wallets: by EIP-6963, one entry per rdns, the first that announced itself; and as a last resort what stands at
 * `window.ethereum`, where the same wallet did not announce itself.
 */
export function createInjectedSource({ environment }: { environment: Environment }): ConnectorSource {
  const store = createStore<readonly Connector[]>([])
  const announced = new Map<string, Connector>()
  const legacy = new Map<string, Connector>()
  let stop: (() => void) | undefined

  const publish = () => {
    const known = [...announced.values()]
    const others = [...legacy.values()].filter(
      (connector) =>
        !announced.has(connector.info.id) &&
        // One without a name may be any of those that announced themselves.
        (known.length === 0 || connector.info.id !== legacyConnectorId) &&
        !known.some((other) => other.getProvider() === connector.getProvider()),
    )
    const connectors = [...known, ...others]
    const current = store.getState()
    if (connectors.length !== current.length || connectors.some((connector, index) => connector !== current[index]))
      store.setState(connectors)
  }
  const onAnnounce = (event: Event) => {
    const announcement = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (!announcement || announced.has(announcement.info.id)) return
    announced.set(announcement.info.id, createInjectedConnector(announcement))
    publish()
  }
  const readLegacy = () => {
    for (const wallet of readLegacyWallets(environment.page()))
      if (legacy.get(wallet.info.id)?.getProvider() !== wallet.provider)
        legacy.set(wallet.info.id, createInjectedConnector(wallet))
    publish()
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    discover: () => {
      const page = environment.page()
      if (!page) return
      if (!stop) {
        page.addEventListener('eip6963:announceProvider', onAnnounce)
        page.addEventListener('ethereum#initialized', readLegacy)
        stop = () => {
          page.removeEventListener('eip6963:announceProvider', onAnnounce)
          page.removeEventListener('ethereum#initialized', readLegacy)
        }
      }
      page.dispatchEvent(new Event('eip6963:requestProvider'))
      readLegacy()
    },
    find: (id) => announced.get(id) ?? legacy.get(id),
    destroy: () => {
      stop?.()
      stop = undefined
    },
  }
}
