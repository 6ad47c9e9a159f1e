import type { CoreContext } from '../CoreContext.ts'
import { isFramed } from '../environment/isFramed.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore } from '../store/Store.ts'
import type { Connector } from './Connector.ts'
import type { ConnectorRegistry } from './ConnectorRegistry.ts'
import type { OtherSources } from './createOtherSources.ts'
import { type EmbeddedWallet, embeddedConnectorId, embeddedRdns } from './embedded/EmbeddedWallet.ts'
import { createInjectedSource, legacyConnectorId } from './injected/createInjectedSource.ts'

/**
 * Creates the registry of all connectors. EVM wallets of this browser and the embedded one load with the page. The code of the others loads
 * on a search, or for a stored connection: Solana, Bitcoin, older EVM wallets by name, a surrounding Safe, a smart wallet. The embedded
 * wallet has a separate field in the modal, so the list has neither its connector nor its announcement.
 */
export function createConnectorRegistry({
  context,
  embedded,
}: {
  context: Pick<CoreContext, 'config' | 'environment' | 'load'>
  embedded: EmbeddedWallet | undefined
}): ConnectorRegistry {
  const { config, environment, load } = context
  const { basic, connectors: ways = {}, networks } = config
  const injected = basic || ways.injected === false ? undefined : createInjectedSource({ environment })
  const store = createStore<readonly Connector[]>([])
  let others: OtherSources | undefined

  const publish = () => {
    const own = injected?.getState() ?? []
    store.setState((others?.join(own) ?? own).filter(({ info }) => info.rdns !== embeddedRdns))
  }
  const stop = injected?.subscribe(publish)
  const { load: loadOthers, destroy } = createLazyPart({
    context,
    chunk: () => import('./createOtherSources.ts'),
    make: ({ createOtherSources }) => {
      others = createOtherSources({ config, environment, load, embedded })
      others.subscribe(publish)
      return others
    },
  })
  const hasFamilies = networks.some(({ chainNamespace }) => chainNamespace !== 'eip155')
  // If the code cannot be loaded, the other wallets remain available. The next search tries again.
  const bringOthers = (use?: (loaded: OtherSources) => unknown) => loadOthers().then(use, () => {})
  let looking: Promise<unknown> | undefined
  const listen = () => {
    embedded?.announce()
    injected?.discover()
    // The embedded wallet registers itself for other libraries.
    if (embedded && hasFamilies) void bringOthers()
  }
  const find = (id: string) =>
    id === embeddedConnectorId ? embedded?.connector : (injected?.find(id) ?? others?.find(id))

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    listen,
    discover: () => {
      listen()
      const page = environment.page()
      if (page && (isFramed(page) || find(legacyConnectorId) || ways.smartWallet || hasFamilies)) {
        const turn = bringOthers((loaded) => loaded.discover()).then(() => {
          if (looking === turn) looking = undefined
        })
        looking = turn
      }
    },
    looking: () => looking,
    find,
    waitFor: async (options) => {
      const since = environment.now()
      listen()
      return find(options.id) ?? (await loadOthers()).waitFor({ ...options, since, list: store, find })
    },
    destroy: () => {
      stop?.()
      injected?.destroy()
      destroy()
    },
  }
}
