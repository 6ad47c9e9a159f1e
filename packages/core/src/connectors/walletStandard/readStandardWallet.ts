import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { WalletAccount } from '../Connector.ts'
import { cleanIcon, cleanText } from '../cleanClaim.ts'
import type { ListedAccount } from './AccountWallet.ts'
import { readBytes } from './readBytes.ts'
import { fromStandardChain } from './standardChains.ts'

/** A Wallet Standard wallet with safe access. Name and icon are cleaned; other properties are read on use. */
export type StandardWallet = {
  name: string
  icon: string | null
  has: (feature: string) => boolean
  /** Returns a feature without validation; undefined if the wallet does not have it. */
  feature: (name: string) => Record<string, unknown> | undefined
  /** Calls a feature's method. @throws LatchkeyError `wallet_lacks_method`; the errors of the wallet */
  call: (feature: string, method: string, ...inputs: unknown[]) => unknown
  /** The families of its networks. */
  families: readonly ChainNamespace[]
  /** Returns the accounts that it currently shares, without validation. */
  accounts: () => unknown
}

/** An account with the wallet's own object, which its features expect as an argument. */
export type StandardAccount = ListedAccount & {
  raw: object /** The wallet's name of each network. */
  chains: Map<ChainId, string>
}

/** Converts an account of a family; undefined if it is invalid. */
export type ReadAccount = (options: { address: string; publicKey: Uint8Array | undefined }) => WalletAccount | undefined

/** Reads a property of an object that may be a proxy, frozen, or have getters that throw. */
export function readMember(value: unknown, name: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  } catch {
    return undefined
  }
}

/** Reads a list of limited length. Anything else gives an empty list. */
export function readList(value: unknown): readonly unknown[] {
  try {
    return Array.isArray(value) ? Array.from<unknown>(value.slice(0, 100)) : []
  } catch {
    return []
  }
}

/** Reads a registered wallet; undefined without a name or features. */
export function readStandardWallet(value: unknown): StandardWallet | undefined {
  const name = cleanText(readMember(value, 'name'))
  const features = () => readMember(value, 'features')
  const feature = (key: string) => {
    const found = readMember(features(), key)
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined
  }
  if (!name || typeof features() !== 'object') return undefined
  const families = readList(readMember(value, 'chains')).flatMap(
    (chain) => fromStandardChain(chain)?.split(':')[0] ?? [],
  )
  return {
    name,
    icon: cleanIcon(readMember(value, 'icon')),
    has: (key) => feature(key) !== undefined,
    feature,
    call: (key, method, ...inputs) => {
      const owner = feature(key)
      const run: unknown = owner?.[method]
      if (typeof run !== 'function') throw new ServiceError('wallet_lacks_method')
      return run.apply(owner, inputs)
    },
    families: [...new Set(families)] as ChainNamespace[],
    accounts: () => readMember(value, 'accounts'),
  }
}

/**
 * Reads the accounts of one family, without invalid ones.
 *
 * @param options.readAccount converts an account after a check of address and key
 */
export function readStandardAccounts({
  accounts,
  namespace,
  readAccount,
}: {
  accounts: unknown
  namespace: ChainNamespace
  readAccount: ReadAccount
}): StandardAccount[] {
  const read = new Map<string, StandardAccount>()
  for (const raw of readList(accounts)) {
    const address = readMember(raw, 'address')
    if (typeof address !== 'string' || read.has(address)) continue
    const chains = new Map<ChainId, string>()
    for (const chain of readList(readMember(raw, 'chains'))) {
      const chainId = fromStandardChain(chain)
      if (chainId?.startsWith(`${namespace}:`)) chains.set(chainId, String(chain))
    }
    const account = readAccount({ address, publicKey: readBytes(readMember(raw, 'publicKey')) })
    if (account && chains.size > 0)
      read.set(address, { account, chainIds: [...chains.keys()], chains, raw: raw as object })
  }
  return [...read.values()]
}
