import type { ConcentratedPool, Tick } from './PoolState.ts'
import { swapStep } from './swapStep.ts'
import { outermostTick, sqrtPriceAtTick, sqrtPriceBounds, tickAtSqrtPrice } from './tickMath.ts'

/** Output of an exact input in a v3 pool, the pool afterwards, and the number of passed ticks and ends of bitmap words. */
export type ConcentratedSwap = { amountOut: bigint; after: ConcentratedPool; borders: number; words: number }

/** The largest amount that a pool accepts. */
const largest = 2n ** 255n
/** Number of ticks in one word of a pool's bitmap. */
const word = 256

/**
 * Swaps through a v3 pool like the contract does: from tick to tick. It also stops at the end of each word of the tick
 * bitmap, because each stop rounds.
 *
 * @param down whether token0 goes in
 * @returns undefined if the pool cannot take the whole amount, pays nothing for it, or if the swap leaves the known range
 */
export function swapConcentrated({
  pool,
  down,
  amountIn,
}: {
  pool: ConcentratedPool
  down: boolean
  amountIn: bigint
}): ConcentratedSwap | undefined {
  if (amountIn <= 0n || amountIn >= largest) return undefined
  const { ticks, tickSpacing, lowest, highest } = pool
  const fee = BigInt(pool.fee)
  let { sqrtPrice, tick, liquidity } = pool
  let remaining = amountIn
  let amountOut = 0n
  let borders = 0
  let words = 0
  // Downwards, a tick at the price itself is the next one. Upwards, it has already been passed.
  let position = down ? lastUpTo(ticks, tick) : lastUpTo(ticks, tick) + 1
  while (remaining > 0n) {
    const border = ticks[position]
    if (liquidity === 0n && border === undefined) return undefined
    const stop = down ? wordBelow(tick, tickSpacing) : wordAbove(tick, tickSpacing)
    const isBorder = border !== undefined && (liquidity === 0n || (down ? border.index >= stop : border.index <= stop))
    const edge = down ? Math.max(lowest, -outermostTick) : Math.min(highest, outermostTick)
    const wanted = isBorder ? border.index : stop
    const isPastEdge = down ? wanted < edge : wanted > edge
    const next = isPastEdge ? edge : wanted
    const target = sqrtPriceAtTick(next)
    const step = swapStep({ sqrtPrice, target, liquidity, remaining, fee, down })
    remaining -= step.amountIn + step.fee
    amountOut += step.amountOut
    if (step.sqrtPrice !== target) {
      // If the price did not move, it stays on its side of the tick.
      if (step.sqrtPrice !== sqrtPrice) tick = tickAtSqrtPrice(step.sqrtPrice)
      sqrtPrice = step.sqrtPrice
      break
    }
    if (isPastEdge) return undefined
    sqrtPrice = target
    if (isBorder) {
      liquidity += down ? -border.liquidityNet : border.liquidityNet
      position += down ? -1 : 1
      borders++
    } else words++
    tick = down ? next - 1 : next
  }
  if (amountOut === 0n || sqrtPrice <= sqrtPriceBounds.lowest + 1n || sqrtPrice >= sqrtPriceBounds.highest - 1n)
    return undefined
  return { amountOut, borders, words, after: { ...pool, sqrtPrice, tick, liquidity } }
}

/** Returns the index of the last tick at or below a price's tick; -1 if there is none. */
function lastUpTo(ticks: readonly Tick[], tick: number): number {
  let low = 0
  let high = ticks.length
  while (low < high) {
    const middle = (low + high) >> 1
    const border = ticks[middle]
    if (border !== undefined && border.index <= tick) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the last possible stop of the contract on its way down: the first tick of the price's word. */
function wordBelow(tick: number, spacing: number): number {
  return Math.floor(Math.floor(tick / spacing) / word) * word * spacing
}

/** The same upwards: the last tick of the next tick's word. */
function wordAbove(tick: number, spacing: number): number {
  return (Math.floor((Math.floor(tick / spacing) + 1) / word) * word + word - 1) * spacing
}
