import type { CoreContext } from '../CoreContext.ts'
import { isFramed } from '../environment/isFramed.ts'
import { createStore } from '../store/Store.ts'
import type { Connector } from './Connector.ts'
import type { ConnectorRegistry } from './ConnectorRegistry.ts'
import type { OtherSources } from './createOtherSources.ts'
import { type EmbeddedWallet, embeddedConnectorId, embeddedRdns } from './embedded/EmbeddedWallet.ts'
import { createInjectedSource, legacyConnectorId } from './injected/createInjectedSource.ts'

/**
 * All connectors of the kit: the EVM wallets of this browser, the embedded one, and those whose code comes when somebody
 * looks at wallets or a stored connection needs it (Solana, Bitcoin, older EVM wallets by name, a Safe around the page, a
 * smart wallet). The embedded wallet has a field of its own in the modal: it is not in the list, and its announcement to
 * other libraries neither.
 */
export function createConnectorRegistry({
  context: { config, environment, load },
  embedded,
}: {
  context: Pick<CoreContext, 'config' | 'environment' | 'load'>
  embedded: EmbeddedWallet | undefined
}): ConnectorRegistry {
  const { basic, connectors: ways = {}, networks } = config
  const injected = basic || ways.injected === false ? undefined : createInjectedSource({ environment })
  const store = createStore<readonly Connector[]>([])
  let others: OtherSources | undefined
  let loading: Promise<OtherSources> | undefined
  let destroyed = false

  const publish = () => {
    const own = injected?.getState() ?? []
    store.setState((others?.join(own) ?? own).filter(({ info }) => info.rdns !== embeddedRdns))
  }
  const stop = injected?.subscribe(publish)
  const loadOthers = () => {
    loading ??= load(() => import('./createOtherSources.ts')).then((chunk) => {
      others = chunk.createOtherSources({ config, environment, load, embedded })
      others.subscribe(publish)
      if (destroyed) others.destroy()
      return others
    })
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const hasFamilies = networks.some(({ chainNamespace }) => chainNamespace !== 'eip155')
  // Where the code cannot be fetched the other wallets are there all the same; whoever looks again tries again.
  const bringOthers = (use?: (loaded: OtherSources) => void) => void loadOthers().then(use, () => {})
  const listen = () => {
    embedded?.announce()
    injected?.discover()
    // Its half for other libraries comes by itself.
    if (embedded && hasFamilies) bringOthers()
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
      if (page && (isFramed(page) || find(legacyConnectorId) || ways.smartWallet || hasFamilies))
        bringOthers((loaded) => loaded.discover())
    },
    find,
    waitFor: async (options) => {
      const since = environment.now()
      listen()
      return find(options.id) ?? (await loadOthers()).waitFor({ ...options, since, list: store, find })
    },
    destroy: () => {
      destroyed = true
      stop?.()
      injected?.destroy()
      others?.destroy()
    },
  }
}
