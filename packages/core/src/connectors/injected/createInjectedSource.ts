import type { Environment } from '../../environment/Environment.ts'
import { createStore } from '../../store/Store.ts'
import type { Connector } from '../Connector.ts'
import type { ConnectorSource } from '../ConnectorRegistry.ts'
import { createInjectedConnector } from './createInjectedConnector.ts'
import { isProvider, readAnnouncement } from './readAnnouncement.ts'

/** Connector ID of a wallet that only sets `window.ethereum` and cannot be identified. */
export const legacyConnectorId = 'injected'

/**
 * Finds EVM wallets by EIP-6963, with one entry per rdns: the first announcement. `window.ethereum` is listed only if no wallet announced
 * itself; `readLegacyWallets` identifies it.
 */
export function createInjectedSource({ environment }: { environment: Environment }): ConnectorSource {
  const store = createStore<readonly Connector[]>([])
  const announced = new Map<string, Connector>()
  let legacy: Connector | undefined
  let stop: (() => void) | undefined

  const publish = () => {
    const connectors = announced.size === 0 && legacy ? [legacy] : [...announced.values()]
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
    let provider: unknown
    try {
      provider = environment.page()?.ethereum
    } catch {
      // The getter of another wallet throws. It must not hide other wallets.
    }
    if (!isProvider(provider) || legacy?.getProvider() === provider) return
    legacy = createInjectedConnector({
      info: {
        id: legacyConnectorId,
        namespace: 'eip155',
        name: 'Browser wallet',
        icon: null,
        rdns: null,
        type: 'injected',
      },
      provider,
    })
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
    find: (id) => announced.get(id) ?? (id === legacyConnectorId ? legacy : undefined),
    destroy: () => {
      stop?.()
      stop = undefined
    },
  }
}
