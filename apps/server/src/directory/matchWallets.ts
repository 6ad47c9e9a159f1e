import type { WalletRecord } from './WalletRecord.ts'

/**
 * Searches wallets by name and rdns, without regard to case, accents, spaces and punctuation. Names that start with the search text come
 * first, then names with a matching word, then matching parts of an rdns, then any other occurrence. Within each group the order is
 * unchanged.
 *
 * @example matchWallets({ wallets, search: 'rain' })[0]?.id // 'rainbow'
 */
export function matchWallets({
  wallets,
  search,
}: {
  wallets: readonly WalletRecord[]
  search: string
}): readonly WalletRecord[] {
  const words = toWords(search)
  const needle = words.join('')
  if (needle === '') return []
  const ranked = wallets.flatMap((wallet) => {
    const rank = rankOf({ name: toWords(wallet.name), rdns: toWords(wallet.rdns ?? ''), needle })
    return rank === undefined ? [] : [{ wallet, rank }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ wallet }) => wallet)
}

function rankOf({ name, rdns, needle }: { name: string[]; rdns: string[]; needle: string }): number | undefined {
  const ranks = [startsAt(name, needle, 0), startsAnywhere(name, needle), startsAnywhere(rdns, needle)]
  const rank = ranks.indexOf(true)
  if (rank >= 0) return rank
  return name.join('').includes(needle) ? 3 : rdns.join('').includes(needle) ? 4 : undefined
}

function startsAt(words: string[], needle: string, index: number): boolean {
  return words.slice(index).join('').startsWith(needle)
}

function startsAnywhere(words: string[], needle: string): boolean {
  return words.some((_word, index) => startsAt(words, needle, index))
}

/** `Zërion Wallet` → `zerion`, `wallet`. */
function toWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
