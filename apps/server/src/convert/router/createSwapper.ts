import type { EvmAddress } from '@latchkey/protocol'
import type { PoolState, PoolSwap } from '../pools/PoolState.ts'
import type { RoutingSource } from './RoutingSource.ts'

/** Asks the sources and remembers their answers for the length of one search. */
export type Swapper = {
  /** What a pool in this state gives; undefined when that is nothing. */
  swap: (pool: PoolState, tokenIn: EvmAddress, amountIn: bigint) => PoolSwap | undefined
  spotPrice: (pool: PoolState, tokenIn: EvmAddress) => number
}

/**
 * A pool's state is never changed in place, so state, direction and amount decide the answer. The state that a remembered
 * swap leaves behind is the same object each time: what comes after it is remembered as well, and simulating a route again
 * costs only what has changed in it.
 */
export function createSwapper({ sources }: { sources: readonly RoutingSource[] }): Swapper {
  const byKind = new Map<string, RoutingSource>(sources.map((source) => [source.kind, source]))
  const known = new Map<PoolState, { up: Map<bigint, PoolSwap | undefined>; down: Map<bigint, PoolSwap | undefined> }>()

  return {
    swap: (pool, tokenIn, amountIn) => {
      if (amountIn <= 0n) return undefined
      let both = known.get(pool)
      if (!both) {
        both = { up: new Map(), down: new Map() }
        known.set(pool, both)
      }
      const answers = tokenIn === pool.token0 ? both.up : both.down
      const remembered = answers.get(amountIn)
      if (remembered || answers.has(amountIn)) return remembered
      const answer = byKind.get(pool.kind)?.swap({ pool, tokenIn, amountIn })
      const useful = answer && answer.amountOut > 0n ? answer : undefined
      answers.set(amountIn, useful)
      return useful
    },
    spotPrice: (pool, tokenIn) => byKind.get(pool.kind)?.spotPrice({ pool, tokenIn }) ?? Number.NaN,
  }
}
