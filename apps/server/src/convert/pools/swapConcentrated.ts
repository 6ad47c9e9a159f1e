import type { ConcentratedPool, Tick } from './PoolState.ts'
import { swapStep } from './swapStep.ts'
import { outermostTick, sqrtPriceAtTick, sqrtPriceBounds, tickAtSqrtPrice } from './tickMath.ts'

/** What an exact input gives in a v3 pool, where it leaves the price, and how many borders and ends of words it passed. */
export type ConcentratedSwap = { amountOut: bigint; after: ConcentratedPool; borders: number; words: number }

/** The largest amount that a pool counts with. */
const largest = 2n ** 255n
/** Ticks of one word of a pool's bitmap. */
const word = 256

/**
 * Goes through a v3 pool as the contract does: from border to border, and also stopping where a word of the tick bitmap ends, because each
 * stop rounds.
 *
 * @param down whether token0 goes in
 * @returns undefined when the pool has not enough for the amount, gives nothing for it, or when what is known of it ends
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
  // Downwards a border at the price itself is the next one, upwards it has been passed.
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
      // A price that did not move stays on its side of a border.
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

/** The position of the last border at or below a tick; -1 when there is none. */
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

/** Where the contract stops at the latest on its way down: the first tick of the word that the price is in. */
function wordBelow(tick: number, spacing: number): number {
  return Math.floor(Math.floor(tick / spacing) / word) * word * spacing
}

/** Likewise upwards: the last tick of the word that the next tick is in. */
function wordAbove(tick: number, spacing: number): number {
  return (Math.floor((Math.floor(tick / spacing) + 1) / word) * word + word - 1) * spacing
}
