import type { WalletEntry } from './WalletsFeature.ts'

/** What a wallet is known again by. */
export type WalletMarks = {
  families: readonly string[]
  rdns: readonly string[]
  /** Ids of the directory. */
  ids: readonly string[]
  names: readonly string[]
}

/** A name by which a wallet is known again: letter case and a trailing "wallet" do not count. */
export function nameKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s+wallet$/, '')
}

/** The marks of an entry of the list. */
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
 * Whether two are one wallet: by rdns, then by the directory's id, then by name. Two that were announced in one family are
 * two, whatever they are called; and a name alone never makes one of two that have different rdns, so that a wallet that only
 * borrows a name hides nobody.
 */
export function isSameWallet(a: WalletMarks, b: WalletMarks): boolean {
  const meet = (key: keyof WalletMarks) => a[key].some((value) => b[key].includes(value))
  if (meet('families')) return false
  if (meet('rdns') || meet('ids')) return true
  return (a.rdns.length === 0 || b.rdns.length === 0) && meet('names')
}

/** Whether a list of wallet ids (rdns, the directory's, a connector's) names a wallet. */
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
