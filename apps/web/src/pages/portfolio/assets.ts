import type { ChainId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'

/** Balances of the portfolio, sorted out. */
export type Assets = {
  /** Divisible tokens and native coins, the most valuable first; those without a price after those with one. */
  tokens: readonly Balance[]
  /** Tokens that cannot be divided. */
  others: readonly Balance[]
  /** Sum of the known values in usd; null when none is known. */
  total: number | null
  /** How many assets have no known price. */
  unpriced: number
}

/** Sorts balances out, of one network or of all. */
export function sortAssets({
  balances,
  chainId,
}: {
  balances: readonly Balance[]
  chainId: ChainId | undefined
}): Assets {
  const own = balances.filter((balance) => (!chainId || balance.chainId === chainId) && !isZero(balance))
  const ordered = [...own].sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || a.name.localeCompare(b.name))
  const tokens = ordered.filter(({ quantity }) => quantity.decimals !== '0')
  const known = ordered.flatMap(({ value }) => (value === null ? [] : [value]))
  return {
    tokens,
    others: ordered.filter(({ quantity }) => quantity.decimals === '0'),
    total: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
    unpriced: tokens.filter(({ value }) => value === null).length,
  }
}

/** A part of the whole worth: one asset, on whichever networks it is. */
export type WorthPart = { key: string; symbol: string; share: number }

/** What the worth is made of, largest first. A coin, or a contract with the same address everywhere, is one part over all networks. */
export function worthParts({ tokens, total }: { tokens: readonly Balance[]; total: number }): readonly WorthPart[] {
  const parts = new Map<string, WorthPart>()
  for (const { address, symbol, value } of tokens) {
    if (value === null || value <= 0) continue
    const key = address ? address.slice(address.lastIndexOf(':') + 1).toLowerCase() : `native ${symbol}`
    parts.set(key, { key, symbol, share: (parts.get(key)?.share ?? 0) + value / total })
  }
  return [...parts.values()].sort((a, b) => b.share - a.share)
}

/** Tells one asset of the portfolio from every other: CAIP-10 of the contract, or the network for its native coin. */
export function assetKey({ address, chainId }: Pick<Balance, 'address' | 'chainId'>): string {
  return (address ?? `${chainId}:native`).toLowerCase()
}

function isZero({ quantity }: Balance) {
  return /^0*\.?0*$/.test(quantity.numeric)
}
