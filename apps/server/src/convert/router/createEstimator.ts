import type { PoolEstimate } from '../pools/PoolEstimate.ts'
import type { PoolState } from '../pools/PoolState.ts'
import type { Book, Edge, Path } from './createPoolGraph.ts'
import type { RoutingSource } from './RoutingSource.ts'

/** The states of all pools of a graph in floating-point numbers: two for each, in the order of `Edge.index`. */
export type States = Float64Array

/** A path and the fraction of the whole amount that goes along it, 0 to 1. */
export type Share = { path: Path; fraction: number }

/** The pools of a graph in floating-point numbers: fast enough to try thousands of ways to share an amount out. */
export type Estimator = {
  /** The pools as they are; copy before running anything on them. */
  start: States
  /** What one pool gives, and 0 for nothing. The states stay as they are. */
  probe: (options: { edge: Edge; amountIn: number; states: States }) => number
  /** What a path gives, and 0 for nothing. The states are moved on, all the way or as far as it went. */
  run: (options: { path: Path; amountIn: number; states: States }) => number
  /**
   * What shares of an amount give, one after the other, and 0 when one of them gives nothing. The states are moved on.
   *
   * @param from the first share to run, when the states have those before it behind them
   */
  runShares: (options: {
    shares: readonly Share[]
    amountIn: number
    states: States
    from?: number
    to?: number
  }) => number
  /** Gas units of a hop. */
  gasOf: (edge: Edge) => number
  /** Whether the search has taken so much that what it has found has to do. Counted, not timed: the same for the same question. */
  isTired: () => boolean
}

/** Borders of liquidity that one search walks over: about 30 ms of it. Pools with thousands of them would keep everybody else waiting. */
const enoughSteps = 1_500_000

/** The estimator of a graph's pools. */
export function createEstimator({ book, sources }: { book: Book; sources: readonly RoutingSource[] }): Estimator {
  const byKind = new Map<string, RoutingSource>(sources.map((source) => [source.kind, source]))
  const estimates = book.map((pool): PoolEstimate => {
    const source = byKind.get(pool.kind)
    return source?.estimate?.(pool) ?? estimateExactly({ pool, source })
  })
  const counts = estimates.flatMap(({ steps }) => steps ?? [])
  const start = Float64Array.from(estimates.flatMap((estimate) => estimate.start))

  const run: Estimator['run'] = ({ path: { edges }, amountIn, states }) => {
    let amount = amountIn
    for (const edge of edges) {
      amount = estimates[edge.index]?.swap(states, edge.index * 2, edge.forward, amount) ?? 0
      if (amount === 0) return 0
    }
    return amount
  }
  return {
    start,
    run,
    probe: ({ edge, amountIn, states }) => {
      const at = edge.index * 2
      const [first = 0, second = 0] = [states[at], states[at + 1]]
      const amountOut = estimates[edge.index]?.swap(states, at, edge.forward, amountIn) ?? 0
      states[at] = first
      states[at + 1] = second
      return amountOut
    },
    runShares: ({ shares, amountIn, states, from = 0, to = shares.length }) => {
      let sum = 0
      for (let index = from; index < to; index += 1) {
        const share = shares[index]
        if (!share || share.fraction <= 0) continue
        const amountOut = run({ path: share.path, amountIn: share.fraction * amountIn, states })
        if (amountOut === 0) return 0
        sum += amountOut
      }
      return sum
    },
    gasOf: (edge) => estimates[edge.index]?.gas ?? 0,
    isTired: () => counts.reduce((sum, steps) => sum + steps(), 0) > enoughSteps,
  }
}

/** For sources that only count exactly: the same, slower. The first of the two numbers tells which state is meant. */
function estimateExactly({ pool, source }: { pool: PoolState; source: RoutingSource | undefined }): PoolEstimate {
  const known = [pool]
  const first = source?.swap({ pool, tokenIn: pool.token0, amountIn: 1_000_000n })
  return {
    start: [0, 0],
    gas: first?.gas ?? usualHopGas,
    swap: (states, at, forward, amountIn) => {
      const state = known[states[at] ?? 0]
      if (!state || !Number.isFinite(amountIn)) return 0
      const tokenIn = forward ? state.token0 : state.token1
      const swap = source?.swap({ pool: state, tokenIn, amountIn: BigInt(Math.floor(amountIn)) })
      if (!swap) return 0
      states[at] = known.push(swap.after) - 1
      return Number(swap.amountOut)
    },
  }
}

/** What a hop costs where the source does not tell. */
const usualHopGas = 80_000
