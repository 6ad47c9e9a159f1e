import type { EvmAddress } from '@latchkey/protocol'
import type { RangeRows } from './buildRange.ts'
import type { TransferKind } from './schema.ts'

/** Joins the rows of neighbouring ranges, oldest first, into one: fewer transactions, and each balance written once. */
export function mergeRanges(ranges: readonly [RangeRows, ...RangeRows[]]): RangeRows {
  const [first] = ranges
  if (ranges.length === 1) return first
  const deltas = new Map<EvmAddress, Map<EvmAddress, bigint>>()
  const tokens = new Map<EvmAddress, TransferKind>()
  for (const range of ranges) {
    for (const [token, kind] of range.tokens) if (!tokens.has(token)) tokens.set(token, kind)
    for (const [token, changes] of range.deltas) {
      const accounts = deltas.get(token)
      if (!accounts) deltas.set(token, new Map(changes))
      else for (const [account, change] of changes) accounts.set(account, (accounts.get(account) ?? 0n) + change)
    }
  }
  const union = <Value>(read: (range: RangeRows) => ReadonlySet<Value>) =>
    new Set(ranges.flatMap((range) => [...read(range)]))
  return {
    from: first.from,
    to: ranges.at(-1)?.to ?? first.to,
    blocks: ranges.flatMap(({ blocks }) => blocks),
    transactions: ranges.flatMap(({ transactions }) => transactions),
    transfers: ranges.flatMap(({ transfers }) => transfers),
    deltas,
    tokens,
    supplies: union(({ supplies }) => supplies),
    airdrops: union(({ airdrops }) => airdrops),
    poolEvents: ranges.flatMap(({ poolEvents }) => poolEvents),
    histories: union(({ histories }) => histories),
  }
}
