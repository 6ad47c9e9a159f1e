import type { WalletEntry } from './WalletsFeature.ts'

/** Properties that identify a wallet. */
export type WalletMarks = {
  families: readonly string[]
  rdns: readonly string[]
  /** IDs of the directory. */
  ids: readonly string[]
  names: readonly string[]
}

/** Normalizes a name for comparison: without letter case and without a trailing "wallet". */
export function nameKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s+wallet$/, '')
}

/** Returns the identifying properties of an entry. */
export function marksOfEntry({ connectors, rdns, name, listing }: Omit<WalletEntry, 'recent'>): WalletMarks {
  const names = [name, ...connectors.map((connector) => connector.name), ...(listing ? [listing.name] : [])]
  return {
    families: connectors.map(({ namespace }) => namespace),
    rdns: [rdns, listing?.rdns, ...connectors.map((connector) => connector.rdns)].flatMap((one) => one || []),
    ids: listing ? [listing.id] : [],
    names: names.map(nameKey),
  }
}

/**
 * Whether two entries are the same wallet: by rdns, then by the directory's ID, then by name. Two announcements in one family are always
 * two wallets. Equal names with different rdns are two wallets, so that a copied name hides no wallet.
 */
export function isSameWallet(a: WalletMarks, b: WalletMarks): boolean {
  const meet = (key: keyof WalletMarks) => a[key].some((value) => b[key].includes(value))
  if (meet('families')) return false
  if (meet('rdns') || meet('ids')) return true
  return (a.rdns.length === 0 || b.rdns.length === 0) && meet('names')
}

/** Whether a list of IDs (rdns, directory or connector) contains a wallet. */
export function isNamed(
  { id, rdns, connectors, listing }: Omit<WalletEntry, 'recent'>,
  names: readonly string[],
): boolean {
  return (
    names.length > 0 &&
    [id, rdns, listing?.id, listing?.rdns, ...connectors.map((connector) => connector.id)].some(
      (own) => own != null && names.includes(own),
    )
  )
}
