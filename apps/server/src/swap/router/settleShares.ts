import type { PoolState } from '../pools/PoolState.ts'
import type { Share } from './createEstimator.ts'
import type { Book, Path } from './createPoolGraph.ts'
import type { RoutingSource } from './RoutingSource.ts'
import { gasOf } from './Spread.ts'

/** A part of a route in exact base units. */
export type SettledPart = { path: Path; amountIn: bigint; amountOut: bigint }

/** Parts in the order of execution. */
export type Settlement = { parts: readonly SettledPart[]; amountOut: bigint; gas: number }

/** Denominator of the fractions as integers. Numbers below 2^53 are exact. */
const whole = 2 ** 52

/**
 * Turns fractions into amounts that add up exactly to the whole, and runs them like the chain. Each part finds the pools in
 * the state that the previous parts left. The order stays, because the fractions of parts that share a pool are right only in
 * this order.
 *
 * @returns undefined if a part pays nothing
 */
export function settleShares({
  shares,
  amountIn,
  book,
  sources,
}: {
  shares: readonly Share[]
  amountIn: bigint
  book: Book
  sources: readonly RoutingSource[]
}): Settlement | undefined {
  const total = shares.reduce((sum, { fraction }) => sum + fraction, 0)
  const amounts = shares.map(({ path, fraction }) => ({
    path,
    amountIn: (amountIn * BigInt(Math.floor((fraction / total) * whole))) / BigInt(whole),
  }))
  const largest = amounts.reduce((one, other) => (one && one.amountIn >= other.amountIn ? one : other), amounts[0])
  if (!largest) return undefined
  largest.amountIn += amountIn - amounts.reduce((sum, part) => sum + part.amountIn, 0n)

  const byKind = new Map<string, RoutingSource>(sources.map((source) => [source.kind, source]))
  const states = book.slice()
  const parts: SettledPart[] = []
  let amountOut = 0n
  let hopGas = 0
  for (const part of amounts) {
    if (part.amountIn <= 0n) continue
    const run = runPart({ ...part, states, byKind })
    if (!run) return undefined
    parts.push({ ...part, amountOut: run.amountOut })
    amountOut += run.amountOut
    hopGas += run.gas
  }
  return { parts, amountOut, gas: gasOf(parts.map(() => ({ gas: 0 }))) + hopGas }
}

/** Runs one part and updates the pools in `states`. */
function runPart({
  path,
  amountIn,
  states,
  byKind,
}: {
  path: Path
  amountIn: bigint
  states: PoolState[]
  byKind: ReadonlyMap<string, RoutingSource>
}): { amountOut: bigint; gas: number } | undefined {
  let amount = amountIn
  let gas = 0
  for (const { index, tokenIn } of path.edges) {
    const pool = states[index]
    const swap = pool && byKind.get(pool.kind)?.swap({ pool, tokenIn, amountIn: amount })
    if (!swap || swap.amountOut <= 0n) return undefined
    states[index] = swap.after
    amount = swap.amountOut
    gas += swap.gas
  }
  return { amountOut: amount, gas }
}
