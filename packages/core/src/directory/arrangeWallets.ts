import type { WalletListing } from '@latchkey/protocol/api'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { isReached } from './isReached.ts'
import { listInstalled } from './listInstalled.ts'
import { readReach } from './readReach.ts'
import { toCustomListing, toWalletEntry } from './toWalletEntry.ts'
import type { WalletEntry, WalletsState } from './WalletsFeature.ts'
import { isNamed, isSameWallet, marksOfEntry, nameKey } from './walletMarks.ts'

/** Largest number of featured wallets, and of recommended ones in the lists below the installed ones (specification 9). */
const shownWallets = 4

export type WalletLists = Pick<
  WalletsState,
  'installed' | 'recent' | 'featured' | 'custom' | 'recommended' | 'ownRelay'
>

/**
 * Puts every wallet into exactly one list, the first that matches: installed, recent, featured, custom, recommended by the directory.
 *
 * @param options.listings all loaded records of the directory
 * @param options.first the directory's first page, in its order
 */
export function arrangeWallets({
  config,
  connectors,
  recentIds,
  listings,
  first,
}: {
  config: LatchkeyConfig
  connectors: readonly ConnectorInfo[]
  recentIds: readonly string[]
  listings: readonly WalletListing[]
  first: readonly WalletListing[]
}): WalletLists {
  const { apiUrl, featuredWalletIds = [], excludedWalletIds = [], includedWalletIds = [], customWallets = [] } = config
  const own = customWallets.map((wallet): WalletEntry => {
    const entry = toWalletEntry({ listing: toCustomListing(wallet), apiUrl })
    return { ...entry, icon: wallet.imageUrl ?? null }
  })
  const listed = (some: readonly WalletListing[]) =>
    some
      .map((listing) => toWalletEntry({ listing, apiUrl }))
      .filter((wallet) => includedWalletIds.length === 0 || isNamed(wallet, includedWalletIds))
  const pool = [...own, ...listed(listings)]
  const known = pool.flatMap(({ listing }) => listing ?? [])
  const installed = listInstalled({
    config,
    connectors,
    recentIds,
    listingOf: (connector) => findListing({ connector, listings: known }),
  })
  // The record of each connector counts, even if the entry shows the record of another connector.
  const taken = installed
    .flatMap((wallet) => wallet.connectors)
    .map((connector) => findListing({ connector, listings: known })?.id)
  const placed: WalletEntry[] = [...installed]
  const place = (wallet: WalletEntry | undefined, recent = false): WalletEntry[] => {
    if (!wallet || isNamed(wallet, excludedWalletIds) || (wallet.listing && taken.includes(wallet.listing.id)))
      return []
    const marks = marksOfEntry(wallet)
    if (placed.some((other) => isSameWallet(marksOfEntry(other), marks))) return []
    const entry = recent ? { ...wallet, recent } : wallet
    placed.push(entry)
    return [entry]
  }
  const find = (id: string) => pool.find((wallet) => isNamed(wallet, [id]))
  const elsewhere = recentIds.filter((id) => !installed.some((wallet) => isNamed(wallet, [id])))
  const recent = elsewhere.flatMap((id) => place(find(id), true))
  const featured: WalletEntry[] = []
  for (const id of featuredWalletIds) if (featured.length < shownWallets) featured.push(...place(find(id)))
  const custom = own.flatMap((wallet) => place(wallet))
  const recommended: WalletEntry[] = []
  for (const wallet of listed(first)) if (placed.length < shownWallets) recommended.push(...place(wallet))
  const reach = readReach(config)
  const isOwnAlone = reach.own && !reach.public
  const ownRelay = (isOwnAlone ? [...own, ...listed(first)] : []).filter(
    (wallet, at, all) =>
      isReached({ reach, wallet }) &&
      !isNamed(wallet, excludedWalletIds) &&
      all.findIndex((other) => isSameWallet(marksOfEntry(other), marksOfEntry(wallet))) === at,
  )
  return { installed, recent, featured, custom, recommended, ownRelay }
}

/** Returns the directory's record of a connector's wallet: by rdns, then by its listed IDs, then by name. */
function findListing({
  connector: { id, namespace, rdns, name },
  listings,
}: {
  connector: ConnectorInfo
  listings: readonly WalletListing[]
}): WalletListing | undefined {
  const ids = [id, rdns, id.startsWith(`${namespace}:`) ? id.slice(namespace.length + 1) : undefined]
  return (
    (rdns === null ? undefined : listings.find((listing) => listing.rdns === rdns)) ??
    listings.find(({ injected }) =>
      injected?.some((known) => known.namespace === namespace && ids.includes(known.injected_id)),
    ) ??
    listings.find((listing) => (rdns === null || listing.rdns === null) && nameKey(listing.name) === nameKey(name))
  )
}
