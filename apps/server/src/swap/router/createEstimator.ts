import type { PoolEstimate } from '../pools/PoolEstimate.ts'
import type { PoolState } from '../pools/PoolState.ts'
import type { Book, Edge, Path } from './createPoolGraph.ts'
import type { RoutingSource } from './RoutingSource.ts'

/** States of all pools of a graph in floating-point numbers: two for each pool, in the order of `Edge.index`. */
export type States = Float64Array

/** A path and its fraction of the whole amount, 0 to 1. */
export type Share = { path: Path; fraction: number }

/** The pools of a graph in floating-point numbers, fast enough to try thousands of splits. */
export type Estimator = {
  /** The initial states. Copy them before running anything on them. */
  start: States
  /** Returns the output of one pool; 0 for none. The states do not change. */
  probe: (options: { edge: Edge; amountIn: number; states: States }) => number
  /** Returns the output of a path; 0 for none. The states change, even if the path fails midway. */
  run: (options: { path: Path; amountIn: number; states: States }) => number
  /**
   * Returns the total output of shares that run one after the other; 0 if one of them pays nothing. The states change.
   *
   * @param from first share to run, if the states already contain the shares before it
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
  /**
   * Whether the search has done enough work and must use its best result. Work is counted, not timed, so that equal requests
   * have equal results.
   */
  isTired: () => boolean
}

/**
 * Maximum number of ticks that one search passes: about 30 ms of work. Otherwise, pools with thousands of ticks would delay
 * all other requests.
 */
const enoughSteps = 1_500_000

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

/**
 * Estimates with the exact computation of the source, which is slower. The first of the two numbers is the index of the
 * state.
 */
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

/** Gas units of a hop if the source has no estimate. */
const usualHopGas = 80_000
