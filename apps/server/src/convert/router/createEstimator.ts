import type { PoolEstimate } from '../pools/PoolEstimate.ts'
import type { PoolState } from '../pools/PoolState.ts'
import type { Book, Edge, Path } from './createPoolGraph.ts'
import type { RoutingSource } from './RoutingSource.ts'

/** States of all pools of a graph in floating-point numbers, by `Edge.index`. */
export type States = readonly unknown[]

/** What an amount gives along a path, and the states of the pools of its edges afterwards. */
export type EstimatedRun = { amountOut: number; after: readonly unknown[]; gas: number }

/** A path and the fraction of the whole amount that goes along it, 0 to 1. */
export type Share = { path: Path; fraction: number }

/** The pools of a graph in floating-point numbers: fast enough to try thousands of ways to share an amount out. */
export type Estimator = {
  /** The pools as they are. */
  start: States
  swap: (options: { edge: Edge; amountIn: number; states: States }) => ReturnType<PoolEstimate['swap']>
  run: (options: { path: Path; amountIn: number; states: States }) => EstimatedRun | undefined
  /** What paths give that carry these fractions of an amount, one after the other; minus infinity when they cannot. */
  total: (options: { paths: readonly Path[]; fractions: readonly number[]; amountIn: number }) => number
  /** What shares of an amount give, one after the other; undefined when one of them cannot be carried out. */
  simulate: (options: { shares: readonly Share[]; amountIn: number }) => Estimate | undefined
}

/** What shares give together, and the states that they leave behind. */
export type Estimate = { amountOut: number; states: States }

/** The estimator of a graph's pools. */
export function createEstimator({ book, sources }: { book: Book; sources: readonly RoutingSource[] }): Estimator {
  const byKind = new Map<string, RoutingSource>(sources.map((source) => [source.kind, source]))
  const estimates = book.map((pool): PoolEstimate => {
    const source = byKind.get(pool.kind)
    return source?.estimate?.(pool) ?? estimateExactly({ pool, source })
  })
  const start = estimates.map((estimate) => estimate.start)

  const swap: Estimator['swap'] = ({ edge, amountIn, states }) =>
    amountIn > 0 ? estimates[edge.index]?.swap(states[edge.index], edge.forward, amountIn) : undefined
  const run: Estimator['run'] = ({ path, amountIn, states }) => {
    const after: unknown[] = []
    let amount = amountIn
    let gas = 0
    for (const edge of path.edges) {
      const swapped = estimates[edge.index]?.swap(states[edge.index], edge.forward, amount)
      if (!swapped) return undefined
      amount = swapped.amountOut
      gas += swapped.gas
      after.push(swapped.after)
    }
    return { amountOut: amount, after, gas }
  }
  const total: Estimator['total'] = ({ paths, fractions, amountIn }) => {
    const states = start.slice()
    let sum = 0
    for (const [index, path] of paths.entries()) {
      let amount = (fractions[index] ?? 0) * amountIn
      if (amount <= 0) continue
      for (const edge of path.edges) {
        const swapped = estimates[edge.index]?.swap(states[edge.index], edge.forward, amount)
        if (!swapped) return Number.NEGATIVE_INFINITY
        amount = swapped.amountOut
        states[edge.index] = swapped.after
      }
      sum += amount
    }
    return sum
  }
  const simulate: Estimator['simulate'] = ({ shares, amountIn }) => {
    const states = start.slice()
    let amountOut = 0
    for (const { path, fraction } of shares) {
      if (fraction <= 0) continue
      let amount = fraction * amountIn
      for (const edge of path.edges) {
        const swapped = estimates[edge.index]?.swap(states[edge.index], edge.forward, amount)
        if (!swapped) return undefined
        amount = swapped.amountOut
        states[edge.index] = swapped.after
      }
      amountOut += amount
    }
    return { amountOut, states }
  }
  return { start, swap, run, total, simulate }
}

/** For sources that only count exactly: the same, slower. */
function estimateExactly({
  pool: start,
  source,
}: {
  pool: PoolState
  source: RoutingSource | undefined
}): PoolEstimate<PoolState> {
  return {
    start,
    swap: (pool, forward, amountIn) => {
      const tokenIn = forward ? pool.token0 : pool.token1
      const swap = source?.swap({ pool, tokenIn, amountIn: BigInt(Math.floor(amountIn)) })
      return swap && { amountOut: Number(swap.amountOut), after: swap.after, gas: swap.gas }
    },
  }
}
