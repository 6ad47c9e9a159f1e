import type { CoreContext } from '../CoreContext.ts'
import { createStore } from '../store/Store.ts'
import type { Connector } from './Connector.ts'
import type { ConnectorRegistry } from './ConnectorRegistry.ts'
import type { OtherSources } from './createOtherSources.ts'
import { type EmbeddedWallet, embeddedConnectorId, embeddedRdns } from './embedded/EmbeddedWallet.ts'
import { createInjectedSource } from './injected/createInjectedSource.ts'

/**
 * All connectors of the kit: the EVM wallets of this browser, the embedded one, and those whose code comes when somebody
 * looks at wallets or a stored connection needs it (Solana, Bitcoin, a Safe around the page, a smart wallet). The embedded
 * wallet has a field of its own in the modal: it is not in the list, and its announcement to other libraries neither.
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
  const seen: string[] = []
  let others: OtherSources | undefined
  let loading: Promise<OtherSources> | undefined
  let destroyed = false

  const publish = () => {
    const connectors = [...(injected?.getState() ?? []), ...(others?.getState() ?? [])].filter(
      ({ info }) => info.rdns !== embeddedRdns,
    )
    for (const { info } of connectors) if (!seen.includes(info.id)) seen.push(info.id)
    store.setState(connectors.sort((a, b) => seen.indexOf(a.info.id) - seen.indexOf(b.info.id)))
  }
  const stop = injected?.subscribe(publish)
  const loadOthers = () => {
    loading ??= load(() => import('./createOtherSources.ts')).then((chunk) => {
      others = chunk.createOtherSources({ config, environment, load })
      others.subscribe(publish)
      if (destroyed) others.destroy()
      return others
    })
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const hasOthers = () => {
    if (!environment.page() || basic) return false
    return (
      ways.smartWallet || isFramed() || (injected && networks.some((network) => network.chainNamespace !== 'eip155'))
    )
  }
  const isFramed = () => {
    const page = environment.page() as Window | undefined
    return ways.safe !== false && page?.parent !== undefined && page.parent !== page
  }
  const listen = () => {
    embedded?.announce()
    injected?.discover()
  }
  const find = (id: string) =>
    id === embeddedConnectorId ? embedded?.connector : (injected?.find(id) ?? others?.find(id))

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    listen,
    discover: () => {
      listen()
      // Where the code cannot be fetched the other wallets are there all the same; whoever looks again tries again.
      if (hasOthers())
        loadOthers().then(
          (loaded) => loaded.discover(),
          () => {},
        )
    },
    find,
    waitFor: async ({ id, milliseconds, signal }) => {
      listen()
      if (/^(solana|bip122):|^(safe|smartWallet)$/.test(id) && !find(id) && hasOthers())
        await (await loadOthers()).open(id)
      return (
        find(id) ??
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
          if (signal.aborted) finish()
        })
      )
    },
    destroy: () => {
      destroyed = true
      stop?.()
      injected?.destroy()
      others?.destroy()
    },
  }
}
