import type { PoolEstimate } from './PoolEstimate.ts'
import type { ConcentratedPool } from './PoolState.ts'

const q96 = 2 ** 96
const rootOfTick = (tick: number) => 1.0001 ** (tick / 2)

/**
 * Estimates a v3 pool in floating-point numbers. The state is the square root of the price, and the number of ticks at or
 * below it. It stops only where liquidity changes. The formulas stay exact for amounts that hardly move the price.
 *
 * @param gas units of a hop
 */
export function estimateConcentrated({ pool, gas }: { pool: ConcentratedPool; gas: number }): PoolEstimate {
  const { ticks } = pool
  const kept = 1 - pool.fee / 1_000_000
  let begin = 0
  while (begin < ticks.length && (ticks[begin]?.index ?? 0) <= pool.tick) begin += 1

  // Entry i is the liquidity between tick i - 1 and tick i. The sums are integers, so that nothing is left over where all
  // positions end.
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

  let steps = 0
  return {
    start: [Number(pool.sqrtPrice) / q96, begin],
    gas,
    steps: () => steps,
    swap: (states, at, forward, amountIn) => {
      let root = states[at] ?? 0
      let position = states[at + 1] ?? 0
      let left = amountIn * kept
      let amountOut = 0
      while (left > 0) {
        const liquidity = liquidityAt(position)
        const border = forward ? (position > 0 ? rootAbove(position - 1) : lowestRoot) : rootAbove(position)
        if (liquidity > 0) {
          const end = forward ? (liquidity * root) / (liquidity + left * root) : root + left / liquidity
          if (forward ? end > border : end < border) {
            amountOut += forward ? left * root * end : left / root / end
            root = end
            break
          }
          if (forward ? border < root : border > root) {
            left -= forward ? (liquidity * (root - border)) / (root * border) : liquidity * (border - root)
            amountOut += forward ? liquidity * (root - border) : (liquidity * (border - root)) / (root * border)
          }
        }
        if (forward ? position === 0 : position >= ticks.length) return 0
        steps += 1
        root = border
        position += forward ? -1 : 1
      }
      if (!(amountOut > 0)) return 0
      states[at] = root
      states[at + 1] = position
      return amountOut
    },
  }
}
