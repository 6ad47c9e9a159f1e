import type { PoolEstimate } from './PoolEstimate.ts'
import type { ConcentratedPool } from './PoolState.ts'

type Place = {
  /** Square root of the price of token0 in token1. */
  root: number
  /** How many of the pool's ticks lie at or below it. */
  position: number
}

const q96 = 2 ** 96
const rootOfTick = (tick: number) => 1.0001 ** (tick / 2)

/**
 * A v3 pool in floating-point numbers. It only stops where liquidity changes; the formulas are those that stay exact for
 * amounts that hardly move the price.
 *
 * @param gas units of a hop, and of each border that the price passes
 */
export function estimateConcentrated({
  pool,
  gas,
}: {
  pool: ConcentratedPool
  gas: { hop: number; border: number }
}): PoolEstimate<Place> {
  const { ticks } = pool
  const kept = 1 - pool.fee / 1_000_000
  let begin = 0
  while (begin < ticks.length && (ticks[begin]?.index ?? 0) <= pool.tick) begin += 1

  // Index i: between tick i - 1 and tick i. Summed up as integers, where one position ends nothing may be left over.
  const exact: (bigint | undefined)[] = []
  exact[begin] = pool.liquidity
  const liquidities: number[] = []
  const liquidityAt = (position: number): number => {
    const known = liquidities[position]
    if (known !== undefined) return known
    const step = position > begin ? -1 : 1
    let from = position
    while (exact[from] === undefined) from += step
    for (; from !== position; from -= step) {
      const net = ticks[step < 0 ? from : from - 1]?.liquidityNet ?? 0n
      exact[from - step] = (exact[from] ?? 0n) + (step < 0 ? net : -net)
    }
    const liquidity = Number(exact[position])
    liquidities[position] = liquidity
    return liquidity
  }
  const roots: number[] = []
  const lowestRoot = rootOfTick(pool.lowest)
  const highestRoot = rootOfTick(pool.highest)
  const rootAbove = (position: number): number => {
    const known = roots[position]
    if (known !== undefined) return known
    const index = ticks[position]?.index
    const root = index === undefined ? highestRoot : rootOfTick(index)
    roots[position] = root
    return root
  }

  return {
    start: { root: Number(pool.sqrtPrice) / q96, position: begin },
    swap: ({ root: first, position: from }, forward, amountIn) => {
      let root = first
      let position = from
      let left = amountIn * kept
      let amountOut = 0
      let used = gas.hop
      for (;;) {
        const liquidity = liquidityAt(position)
        const border = forward ? (position > 0 ? rootAbove(position - 1) : lowestRoot) : rootAbove(position)
        if (liquidity > 0) {
          const end = forward ? (liquidity * root) / (liquidity + left * root) : root + left / liquidity
          if (forward ? end > border : end < border) {
            amountOut += forward ? left * root * end : (left / root) * (1 / end)
            return amountOut > 0 ? { amountOut, after: { root: end, position }, gas: used } : undefined
          }
          if (forward ? border < root : border > root) {
            left -= forward ? (liquidity * (root - border)) / (root * border) : liquidity * (border - root)
            amountOut += forward ? liquidity * (root - border) : (liquidity * (border - root)) / (root * border)
          }
        }
        if (forward ? position === 0 : position >= ticks.length) return undefined
        root = border
        position += forward ? -1 : 1
        used += gas.border
        if (left <= 0) return amountOut > 0 ? { amountOut, after: { root, position }, gas: used } : undefined
      }
    },
  }
}
