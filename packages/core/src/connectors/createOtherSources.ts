import type { CoreContext } from '../CoreContext.ts'
import { createStore } from '../store/Store.ts'
import type { Connector } from './Connector.ts'
import type { ConnectorSource } from './ConnectorRegistry.ts'
import { isInSafe } from './safe/isInSafe.ts'
import { createSmartWalletConnector } from './smartWallet/createSmartWalletConnector.ts'

/** The connectors whose code does not load with the page. */
export type OtherSources = ConnectorSource & {
  /** Fetches the code of one connector, and asks its wallet to announce itself. @throws LatchkeyError `network_request_failed` */
  open: (id: string) => Promise<void>
}

/** Brings the Safe around the page, the smart wallet, and the wallets of the Solana and Bitcoin families, each with its first use. */
export function createOtherSources({
  config,
  environment,
  load,
}: Pick<CoreContext, 'config' | 'environment' | 'load'>): OtherSources {
  const { injected = true, safe = true } = config.connectors ?? {}
  const smartWallet = createSmartWalletConnector({ config, environment })
  const usesFamilies = injected && config.networks.some(({ chainNamespace }) => chainNamespace !== 'eip155')
  let safeConnector: Connector | undefined
  let families: ConnectorSource | undefined
  let loadingFamilies: Promise<ConnectorSource> | undefined
  let destroyed = false
  const list = () => [
    ...(safeConnector ? [safeConnector] : []),
    ...(families?.getState() ?? []),
    ...(smartWallet ? [smartWallet] : []),
  ]
  const store = createStore<readonly Connector[]>(list())
  const publish = () => store.setState(list())

  const openSafe = async () => {
    if (!safe || safeConnector || !(await isInSafe({ environment }))) return
    const { createSafeConnector } = await load(() => import('./safe/createSafeConnector.ts'))
    safeConnector ??= createSafeConnector({ environment })
    publish()
  }
  const openFamilies = async () => {
    if (!usesFamilies) return
    loadingFamilies ??= load(() => import('./walletStandard/createFamilySource.ts')).then((chunk) => {
      families = chunk.createFamilySource({ config, environment })
      families.subscribe(publish)
      return families
    })
    loadingFamilies.catch(() => {
      loadingFamilies = undefined
    })
    const source = await loadingFamilies
    if (!destroyed) source.discover()
  }
  const quietly = (work: Promise<void>) => void work.catch(() => {})

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    discover: () => {
      publish()
      // One that cannot be brought hides no other.
      quietly(openSafe())
      quietly(openFamilies())
    },
    open: (id) => (id === 'safe' ? openSafe() : /^(solana|bip122):/.test(id) ? openFamilies() : Promise.resolve()),
    find: (id) => (id === smartWallet?.info.id ? smartWallet : id === 'safe' ? safeConnector : families?.find(id)),
    destroy: () => {
      destroyed = true
      families?.destroy()
    },
  }
}
