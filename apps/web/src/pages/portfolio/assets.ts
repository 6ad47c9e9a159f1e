import type { ChainId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'

/** Sorted balances of the portfolio. */
export type Assets = {
  /** Divisible tokens and native tokens, the most valuable first, those without a price last. */
  tokens: readonly Balance[]
  /** Indivisible tokens. */
  others: readonly Balance[]
  /** Sum of the known values in US dollars; null if none is known. */
  total: number | null
  /** Number of assets without a known price. */
  unpriced: number
}

/** Sorts balances, of one network or of all. */
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

/** A part of the total value: one asset, on all of its networks. */
export type WorthPart = { key: string; symbol: string; share: number }

/** Returns the parts of the total value, largest first. A native token, or a contract with the same address everywhere, is one part. */
export function worthParts({ tokens, total }: { tokens: readonly Balance[]; total: number }): readonly WorthPart[] {
  const parts = new Map<string, WorthPart>()
  for (const { address, symbol, value } of tokens) {
    if (value === null || value <= 0) continue
    const key = address ? address.slice(address.lastIndexOf(':') + 1).toLowerCase() : `native ${symbol}`
    parts.set(key, { key, symbol, share: (parts.get(key)?.share ?? 0) + value / total })
  }
  return [...parts.values()].sort((a, b) => b.share - a.share)
}

/** Returns the key of an asset in the portfolio: the CAIP-10 ID of its contract, or the network for its native token. */
export function assetKey({ address, chainId }: Pick<Balance, 'address' | 'chainId'>): string {
  return (address ?? `${chainId}:native`).toLowerCase()
}

function isZero({ quantity }: Balance) {
  return /^0*\.?0*$/.test(quantity.numeric)
}
