import type { ChainNamespace } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { createStore } from '../store/Store.ts'
import type { BitcoinWallets } from './bitcoin/bitcoinWallets.ts'
import type { Connector } from './Connector.ts'
import type { ConnectorSource } from './ConnectorRegistry.ts'
import { createSolanaProvider } from './solana/createSolanaProvider.ts'
import { readSolanaAccount } from './solana/readSolanaAccount.ts'
import type { AccountWallet } from './walletStandard/AccountWallet.ts'
import { createAccountConnector } from './walletStandard/createAccountConnector.ts'
import { createStandardWallet, type OnGone } from './walletStandard/createStandardWallet.ts'
import { embeddedFeature } from './walletStandard/embeddedFeature.ts'
import { listenForStandardWallets } from './walletStandard/listenForStandardWallets.ts'
import { readMember, readStandardWallet, type StandardWallet } from './walletStandard/readStandardWallet.ts'

type Family = Exclude<ChainNamespace, 'eip155'>

/** A connector to a wallet, with its origin. */
type Entry = { connector: Connector; key: string; standard: boolean; provider: unknown }

/**
 * Creates the source of the Solana and Bitcoin wallets of this browser: Wallet Standard wallets and Bitcoin providers. It has one entry per
 * wallet and family. A wallet with both interfaces uses the standard.
 */
export function createFamilySource({
  config,
  environment,
  bitcoin,
}: {
  config: LatchkeyConfig
  environment: Environment
  /** The code of the Bitcoin family; undefined if the app has no Bitcoin network. */
  bitcoin: BitcoinWallets | undefined
}): ConnectorSource {
  const chainIdsOf = (family: Family) =>
    config.networks.filter(({ chainNamespace }) => chainNamespace === family).map(({ caipNetworkId }) => caipNetworkId)
  const families = (['solana', 'bip122'] as const).filter((family) => chainIdsOf(family).length > 0)
  const store = createStore<readonly Connector[]>([])
  const goneListeners = new Map<object, Set<() => void>>()
  let entries: Entry[] = []
  let known = new Map<string, Connector>()
  let standard: ReturnType<typeof listenForStandardWallets> | undefined

  const publish = () => {
    // Standard wallets first, so that duplicates with another interface are dropped. The order of the list stays.
    const kept = entries.filter(
      (entry) =>
        !entries.some(
          (other) =>
            other !== entry &&
            other.connector.info.namespace === entry.connector.info.namespace &&
            (other.key === entry.key || (entry.provider !== undefined && other.provider === entry.provider)) &&
            (other.standard === entry.standard ? entries.indexOf(other) < entries.indexOf(entry) : other.standard),
        ),
    )
    const connectors = kept.map(({ connector }) => connector)
    for (const connector of connectors) known.set(connector.info.id, connector)
    const before = store.getState()
    if (connectors.length !== before.length || connectors.some((connector, index) => connector !== before[index]))
      store.setState(connectors)
  }
  const add = ({
    family,
    name,
    icon,
    wallet,
    ...source
  }: { family: Family; name: string; icon: string | null; wallet: AccountWallet } & Pick<
    Entry,
    'standard' | 'provider'
  >) => {
    const id = `${family}:${name}`
    const connector = createAccountConnector({
      info: { id, namespace: family, name, icon, rdns: null, type: 'injected' },
      wallet,
      chainIds: chainIdsOf(family),
    })
    const entry = { connector, key: name.toLowerCase().replace(/\s*wallet$/, ''), ...source }
    entries.push(entry)
    return entry
  }

  const addStandard = (raw: object) => {
    const wallet = readStandardWallet(raw)
    // The embedded wallet has a separate field in the modal.
    if (!wallet || wallet.has(embeddedFeature)) return
    const gone = new Set<() => void>()
    const onGone = (listener: () => void) => {
      gone.add(listener)
      return () => void gone.delete(listener)
    }
    const provider = readMember(wallet.feature('sats-connect:'), 'provider')
    for (const family of families) {
      const reached =
        family === 'solana'
          ? createSolanaWallet({ wallet, onGone })
          : bitcoin?.createBitcoinWallet({ wallet, onGone, provider, site: config.metadata.name })
      if (!reached) continue
      const entry = add({ family, name: wallet.name, icon: wallet.icon, wallet: reached, standard: true, provider })
      gone.add(() => {
        entries = entries.filter((other) => other !== entry)
        if (known.get(entry.connector.info.id) === entry.connector) known.delete(entry.connector.info.id)
      })
    }
    goneListeners.set(raw, gone)
    publish()
  }
  const removeStandard = (raw: object) => {
    for (const listener of [...(goneListeners.get(raw) ?? [])]) listener()
    goneListeners.delete(raw)
    publish()
  }
  const readProviders = () => {
    const page = environment.page()
    if (!page || !bitcoin) return
    for (const found of bitcoin.findBitcoinProviders({ page, name: config.metadata.name }))
      if (!entries.some((entry) => !entry.standard && entry.provider === found.provider))
        add({ family: 'bip122', ...found, standard: false })
    publish()
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    discover: () => {
      const page = environment.page()
      if (!page) return
      standard ??= listenForStandardWallets({ page, onRegister: addStandard, onUnregister: removeStandard })
      standard.ask()
      readProviders()
    },
    find: (id) => known.get(id),
    destroy: () => {
      standard?.stop()
      standard = undefined
      known = new Map()
    },
  }
}

function createSolanaWallet({ wallet, onGone }: { wallet: StandardWallet; onGone: OnGone }): AccountWallet | undefined {
  const signs = ['signMessage', 'signTransaction', 'signAndSendTransaction'].some((name) =>
    wallet.has(`solana:${name}`),
  )
  if (!signs || !wallet.families.includes('solana') || !wallet.has('standard:connect')) return undefined
  return createStandardWallet({
    wallet,
    namespace: 'solana',
    readAccount: readSolanaAccount,
    createProvider: ({ accounts }) => createSolanaProvider({ wallet, accounts }),
    onGone,
  })
}
