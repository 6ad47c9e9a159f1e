import type { ChainNamespace } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { createStore, type Readable } from '../store/Store.ts'
import type { Connector } from './Connector.ts'
import type { ConnectorRegistry, ConnectorSource } from './ConnectorRegistry.ts'
import type { EmbeddedWallet } from './embedded/EmbeddedWallet.ts'
import { isEmbeddedId } from './embedded/embeddedIdOf.ts'
import type { EmbeddedFamilies } from './embedded/families/createEmbeddedFamilies.ts'
import { createInjectedConnector } from './injected/createInjectedConnector.ts'
import { legacyConnectorId } from './injected/createInjectedSource.ts'
import { readLegacyWallets } from './injected/readLegacyWallets.ts'
import { isInSafe } from './safe/isInSafe.ts'
import { createSmartWalletConnector } from './smartWallet/createSmartWalletConnector.ts'

/** The connectors whose code does not load with the page. */
export type OtherSources = Omit<ConnectorSource, 'discover'> & {
  /** Like `discover` of a source. Resolves when all wallets were asked. */
  discover: () => Promise<unknown>
  /** Merges these wallets with the EIP-6963 wallets, in the order of their announcements. */
  join: (own: readonly Connector[]) => Connector[]
  /**
   * Waits for a connector of any source. Loads its code if necessary.
   * @param options.since start of the wait in Unix milliseconds
   * @param options.list changes when a connector is added
   * @throws LatchkeyError `network_request_failed`
   */
  waitFor: (
    options: Parameters<ConnectorRegistry['waitFor']>[0] & {
      since: number
      list: Readable<unknown>
      find: ConnectorRegistry['find']
    },
  ) => Promise<Connector | undefined>
}

/**
 * Creates the connectors for a surrounding Safe, EVM wallets without EIP-6963, the smart wallet, and the wallets of Solana and Bitcoin.
 * Each loads on first use.
 */
export function createOtherSources({
  config,
  environment,
  load,
  embedded,
}: Pick<CoreContext, 'config' | 'environment' | 'load'> & { embedded: EmbeddedWallet | undefined }): OtherSources {
  const { basic = false } = config
  const { injected = true, safe = true } = config.connectors ?? {}
  const origins = safe === true || safe === false ? undefined : safe.origins
  const smartWallet = basic ? undefined : createSmartWalletConnector({ config, environment })
  const uses = (family: ChainNamespace) => config.networks.some(({ chainNamespace }) => chainNamespace === family)
  const hasFamilies = uses('solana') || uses('bip122')
  const usesFamilies = !basic && injected && hasFamilies
  const legacy = new Map<string, Connector>()
  let safeConnector: Connector | undefined
  let families: ConnectorSource | undefined
  let loadingFamilies: Promise<ConnectorSource> | undefined
  let destroyed = false
  const list = () => [
    ...(safeConnector ? [safeConnector] : []),
    ...legacy.values(),
    ...(families?.getState() ?? []),
    ...(smartWallet ? [smartWallet] : []),
  ]
  const store = createStore<readonly Connector[]>(list())
  const publish = () => store.setState(list())
  const readLegacy = () => {
    if (basic || !injected) return
    for (const wallet of readLegacyWallets(environment.page()))
      if (legacy.get(wallet.info.id)?.getProvider() !== wallet.provider)
        legacy.set(wallet.info.id, createInjectedConnector(wallet))
    publish()
  }
  readLegacy()
  environment.page()?.addEventListener('ethereum#initialized', readLegacy)

  const openSafe = async () => {
    if (basic || !safe || safeConnector || !(await isInSafe({ environment, origins }))) return
    const { createSafeConnector } = await load(() => import('./safe/createSafeConnector.ts'))
    safeConnector ??= createSafeConnector({ environment, origins })
    publish()
  }
  const openFamilies = async () => {
    if (!usesFamilies) return
    loadingFamilies ??= Promise.all([
      load(() => import('./createFamilySource.ts')),
      uses('bip122') ? load(() => import('./bitcoin/bitcoinWallets.ts')) : undefined,
    ]).then(([chunk, bitcoin]) => {
      families = chunk.createFamilySource({ config, environment, bitcoin: bitcoin?.bitcoinWallets })
      families.subscribe(publish)
      return families
    })
    loadingFamilies.catch(() => {
      loadingFamilies = undefined
    })
    const source = await loadingFamilies
    if (!destroyed) source.discover()
  }
  let ownFamilies: EmbeddedFamilies | undefined
  let loadingOwn: Promise<void> | undefined
  /** Loads the embedded wallet's other families, which register themselves for other libraries on the page. */
  const openOwn = async () => {
    if (!embedded || !hasFamilies) return
    loadingOwn ??= load(() => import('./embedded/families/createEmbeddedFamilies.ts')).then((chunk) => {
      ownFamilies = chunk.createEmbeddedFamilies({ config, environment, wallet: embedded })
      if (destroyed) ownFamilies.destroy()
    })
    loadingOwn.catch(() => {
      loadingOwn = undefined
    })
    await loadingOwn
  }
  const seen: string[] = []
  const quietly = (work: Promise<void>) => work.catch(() => {})
  void quietly(openOwn())

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    join: (own) => {
      // A wallet that was found by a marker may have announced itself as well.
      const more = list().filter(
        (other) =>
          !own.some(
            ({ info: { id }, getProvider }) =>
              id === other.info.id || (id !== legacyConnectorId && getProvider() === other.getProvider()),
          ),
      )
      const isNamed = more.some(({ info }) => info.rdns)
      const all = [...own, ...more].filter(({ info }) => !(isNamed && info.id === legacyConnectorId))
      for (const { info } of all) if (!seen.includes(info.id)) seen.push(info.id)
      return all.sort((a, b) => seen.indexOf(a.info.id) - seen.indexOf(b.info.id))
    },
    discover: () => {
      readLegacy()
      // A wallet that cannot be loaded hides no other.
      return Promise.all([quietly(openSafe()), quietly(openFamilies())])
    },
    waitFor: async ({ id, milliseconds, signal, since, list: all, find }) => {
      if (id === 'safe') await openSafe()
      if (/^(solana|bip122):/.test(id)) await openFamilies()
      if (isEmbeddedId(id)) await openOwn()
      return new Promise((resolve) => {
        const finish = () => {
          environment.clearTimeout(timer)
          unsubscribe()
          signal.removeEventListener('abort', finish)
          resolve(find(id))
        }
        const left = since + milliseconds - environment.now()
        const check = () => {
          if (signal.aborted || left <= 0 || find(id)) finish()
        }
        const timer = environment.setTimeout(finish, left)
        const unsubscribe = all.subscribe(check)
        signal.addEventListener('abort', finish)
        check()
      })
    },
    find: (id) =>
      id === smartWallet?.info.id
        ? smartWallet
        : id === 'safe'
          ? safeConnector
          : (legacy.get(id) ?? families?.find(id) ?? ownFamilies?.find(id)),
    destroy: () => {
      destroyed = true
      environment.page()?.removeEventListener('ethereum#initialized', readLegacy)
      families?.destroy()
      ownFamilies?.destroy()
    },
  }
}
