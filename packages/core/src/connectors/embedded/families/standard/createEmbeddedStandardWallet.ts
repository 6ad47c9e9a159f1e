import { type ChainId, decodeBase58, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../../../environment/Environment.ts'
import type { Connector } from '../../../Connector.ts'
import { embeddedFeature } from '../../../walletStandard/embeddedFeature.ts'
import { fromStandardChain, toStandardChain } from '../../../walletStandard/standardChains.ts'
import type { EmbeddedWallet } from '../../EmbeddedWallet.ts'
import { toProviderError } from '../../toProviderError.ts'
import type { FrameNetworks } from '../createFrameNetworks.ts'
import { createFrameAsk } from '../FrameAsk.ts'
import { readFamilyAccounts } from '../readFamilyAccounts.ts'
import { bitcoinFeatureNames, bitcoinFeatures } from './bitcoinFeatures.ts'
import type { PublishedAccount } from './StandardAsk.ts'
import { solanaFeatureNames, solanaFeatures } from './solanaFeatures.ts'

type Change = { accounts: readonly PublishedAccount[] }
type Listener = (change: Change) => void

/**
 * Creates the Wallet Standard object of the embedded wallet for other libraries on the page. It has `standard:connect`,
 * `standard:disconnect`, `standard:events`, and the features of Solana and Bitcoin if the app has their networks. Accounts are shared only
 * after a library connects, which opens the login if necessary. Errors have an EIP-1193 code (4001: refused) and our own error as the
 * cause.
 */
export function createEmbeddedStandardWallet({
  wallet,
  environment,
  networks,
  info: { name, icon },
  chainIds,
  site,
}: {
  wallet: EmbeddedWallet
  environment: Environment
  networks: FrameNetworks
  info: Connector['info']
  /** The app's networks of Solana and Bitcoin. */
  chainIds: readonly ChainId[]
  site: () => { host: string; href: string }
}): { standard: object; destroy: () => void } {
  const listeners = new Set<Listener>()
  let published: readonly PublishedAccount[] = Object.freeze([])
  let asked = 0

  const publish = (next: readonly PublishedAccount[]) => {
    const key = (list: readonly PublishedAccount[]) =>
      JSON.stringify(list.map(({ address, chains }) => [address, chains]))
    if (key(next) === key(published)) return
    published = Object.freeze(next)
    for (const listener of [...listeners]) listener({ accounts: published })
  }
  /** Reads the visitor's accounts on all networks. Accounts with the same address are merged. */
  const read = async () => {
    const number = ++asked
    const found = new Map<string, PublishedAccount>()
    for (const chainId of chainIds) {
      const { namespace } = parseChainId(chainId)
      const isSolana = namespace === 'solana'
      // A Solana account is the same key on all networks.
      const own = isSolana ? [...found.values()].filter(({ purpose }) => !purpose) : []
      const accounts = own.length > 0 ? own : await readFamilyAccounts({ wallet, environment, chainId })
      for (const account of accounts) {
        const { address } = account
        const known = found.get(address)
        const purpose =
          'type' in account && !isSolana ? (account.type === 'ordinal' ? 'ordinals' : 'payment') : undefined
        found.set(
          address,
          Object.freeze({
            address,
            publicKey: known?.publicKey ?? toKey(account),
            chains: [...(known?.chains ?? []), toStandardChain(chainId)],
            features: isSolana ? solanaFeatureNames : bitcoinFeatureNames,
            label: name,
            ...(purpose ? { purpose } : {}),
          }),
        )
      }
    }
    if (number !== asked || !wallet.getState().user) throw new ServiceError('session_ended')
    publish([...found.values()])
  }
  const connect = async ({ silent }: { silent: boolean }) => {
    if (!wallet.getState().user && wallet.hasSession()) await (await wallet.host()).restore()
    if (!wallet.getState().user) {
      if (silent) return
      await wallet.signIn()
    }
    await read()
  }
  const stop = wallet.subscribe(({ user }, { user: before }) => {
    if (!user) {
      asked++
      publish([])
    } else if (published.length > 0 && (user.address !== before?.address || user.email !== before?.email))
      // The owner of the old accounts is unknown, so they are no longer shared.
      read().catch(() => publish([]))
  })

  const ask = createFrameAsk({
    ...{ wallet, environment, networks },
    accounts: {
      chainId: () => undefined,
      has: ({ address, chainId }) =>
        published.some(
          (known) => known.address === address && known.chains.some((one) => fromStandardChain(one) === chainId),
        ),
    },
  })
  const shared = { ask, accounts: () => published, connect: () => connect({ silent: false }) }
  const uses = (namespace: string) => chainIds.some((chainId) => chainId.startsWith(`${namespace}:`))
  const features = withErrors({
    'standard:connect': {
      version: '1.0.0',
      connect: async (input?: { silent?: boolean }) => {
        await connect({ silent: input?.silent === true })
        return { accounts: published }
      },
    },
    // All families share one login, so a disconnect signs out.
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: async () => {
        if (wallet.getState().user) await (await wallet.host()).signOut()
      },
    },
    ...(uses('solana') ? solanaFeatures({ ...shared, site }) : {}),
    ...(uses('bip122') ? bitcoinFeatures(shared) : {}),
  })

  const standard = Object.freeze({
    version: '1.0.0',
    name,
    icon,
    chains: Object.freeze(chainIds.map(toStandardChain)),
    features: Object.freeze({
      ...features,
      'standard:events': {
        version: '1.0.0',
        on: (event: string, listener: Listener) => {
          if (event === 'change') listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      [embeddedFeature]: {},
    }),
    get accounts() {
      return published
    },
  })
  return {
    standard,
    destroy: () => {
      stop()
      listeners.clear()
    },
  }
}

/** Returns the bytes of the public key. For Solana, that is the address itself. */
function toKey({ address, publicKey }: { address: string; publicKey?: string | Uint8Array }): Uint8Array {
  if (publicKey instanceof Uint8Array) return publicKey
  if (publicKey) return Uint8Array.from(publicKey.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return decodeBase58(address) ?? new Uint8Array()
}

/** Wraps the methods of features, so that they fail with errors that other libraries understand. */
function withErrors<Features extends Record<string, Record<string, unknown>>>(features: Features): Features {
  const wrap = (value: unknown) =>
    typeof value === 'function'
      ? async (...inputs: unknown[]) => {
          try {
            return await value(...inputs)
          } catch (error) {
            throw toProviderError(error)
          }
        }
      : value
  return Object.fromEntries(
    Object.entries(features).map(([name, feature]) => [
      name,
      Object.freeze(Object.fromEntries(Object.entries(feature).map(([key, value]) => [key, wrap(value)]))),
    ]),
  ) as Features
}
