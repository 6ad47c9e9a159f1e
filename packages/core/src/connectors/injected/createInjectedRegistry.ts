import type { Environment } from '../../environment/Environment.ts'
import { createStore } from '../../store/Store.ts'
import type { Connector } from '../Connector.ts'
import type { ConnectorRegistry } from '../ConnectorRegistry.ts'
import { createInjectedConnector } from './createInjectedConnector.ts'
import { isProvider, readAnnouncement } from './readAnnouncement.ts'

/** The id of the entry for a wallet that only sets `window.ethereum`. */
export const legacyConnectorId = 'injected'

/**
 * Finds wallets by EIP-6963. One entry per rdns: the first that announced itself. `window.ethereum` is an entry of last
 * resort, listed only while nothing announced itself.
 */
export function createInjectedRegistry({ environment }: { environment: Environment }): ConnectorRegistry {
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
    const provider = environment.page()?.ethereum
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
  const discover = () => {
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
  }
  const find = (id: string) => announced.get(id) ?? (id === legacyConnectorId ? legacy : undefined)

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    discover,
    find,
    waitFor: ({ id, milliseconds, signal }) =>
      new Promise((resolve) => {
        const finish = () => {
          environment.clearTimeout(timer)
          unsubscribe()
          signal.removeEventListener('abort', finish)
          resolve(find(id))
        }
        const timer = environment.setTimeout(finish, milliseconds)
        const unsubscribe = store.subscribe(() => {
          if (find(id)) finish()
        })
        signal.addEventListener('abort', finish)
        discover()
        if (find(id)) finish()
      }),
    destroy: () => {
      stop?.()
      stop = undefined
    },
  }
}
