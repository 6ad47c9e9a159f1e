import type { Page } from '../../environment/Environment.ts'
import { cleanIcon, cleanText } from '../cleanClaim.ts'
import type { AccountWallet } from '../walletStandard/AccountWallet.ts'
import { readList, readMember } from '../walletStandard/readStandardWallet.ts'
import { createPhantomWallet, isPhantomProvider } from './createPhantomWallet.ts'
import { createSatsConnectWallet, isSatsProvider } from './createSatsConnectWallet.ts'
import { createUnisatWallet, isUnisatProvider } from './createUnisatWallet.ts'

/** A Bitcoin wallet of a page without the Wallet Standard. */
export type FoundBitcoinWallet = { name: string; icon: string | null; provider: object; wallet: AccountWallet }

/** Paths on `window` of wallets with proprietary interfaces. */
const ownPlaces: readonly { path: string; name: string }[] = [
  { path: 'unisat', name: 'UniSat Wallet' },
  { path: 'okxwallet.bitcoin', name: 'OKX Wallet' },
  { path: 'bitkeep.unisat', name: 'Bitget Wallet' },
  { path: 'binancew3w.bitcoin', name: 'Binance Wallet' },
  { path: 'phantom.bitcoin', name: 'Phantom' },
]

/**
 * Finds the Bitcoin wallets of a page that do not announce themselves: those in `btc_providers` (WBIP004), Xverse, and those with a
 * proprietary interface. A wallet that fails does not stop the others.
 *
 * @param options.name name of the site in the wallets' prompts
 */
export function findBitcoinProviders({ page, name }: { page: Page; name: string }): FoundBitcoinWallet[] {
  const at = (path: string) => path.split('.').reduce<unknown>((value, key) => readProperty(value, key), page)
  const listed = readList(at('btc_providers')).map((entry) => ({
    path: readMember(entry, 'id'),
    name: cleanText(readMember(entry, 'name')),
    icon: cleanIcon(readMember(entry, 'icon')),
  }))
  const places = [
    ...listed,
    { path: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', icon: null },
    ...ownPlaces.map((place) => ({ ...place, icon: null })),
  ]
  const found = new Map<object, FoundBitcoinWallet>()
  for (const place of places) {
    if (typeof place.path !== 'string' || !/^[\w$]+(\.[\w$]+){0,3}$/.test(place.path) || !place.name) continue
    const provider = at(place.path)
    if (typeof provider !== 'object' || provider === null || found.has(provider)) continue
    const wallet = isSatsProvider(provider)
      ? createSatsConnectWallet({ provider, name })
      : isPhantomProvider(provider)
        ? createPhantomWallet({ provider })
        : isUnisatProvider(provider)
          ? createUnisatWallet({ provider })
          : undefined
    if (wallet) found.set(provider, { name: place.name, icon: place.icon, provider, wallet })
  }
  return [...found.values()]
}

/** Reads a property of the page or of a provider. Some providers are properties of functions. */
function readProperty(value: unknown, key: string): unknown {
  try {
    return typeof value === 'function' ? Reflect.get(value, key) : readMember(value, key)
  } catch {
    return undefined
  }
}
