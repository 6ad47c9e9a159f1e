import type { Address } from 'viem'
import { type PoolState, poolPrice } from './readPools.ts'

/** A swap of an exact amount in. */
export type Swap = {
  pool: PoolState['pool']
  tokenIn: Address
  tokenOut: Address
  /** Base units. */
  amountIn: bigint
}

/** The share of a pool's reserve that one trade moves at most. */
const largestShare = 0.03

/**
 * Returns the swap that brings a pool's price to a target. With `reserveIn * reserveOut = constant`, the price changes with the
 * square of the input reserve. A factor m on the price takes sqrt(m) - 1 of that reserve.
 *
 * @param target Price of the base token in the quote token, in whole tokens.
 * @returns Undefined when the target is too close to be worth a trade.
 */
export function tradeTowards({ state, target }: { state: PoolState; target: number }): Swap | undefined {
  const { pool, baseReserve, quoteReserve } = state
  const ratio = target / poolPrice(state)
  const up = ratio > 1
  const share = Math.min(Math.sqrt(up ? ratio : 1 / ratio) - 1, largestShare) / (1 - pool.fee / 1_000_000)
  const reserve = up ? quoteReserve : baseReserve
  // In millionths, so that the amount itself is computed in whole numbers.
  const amountIn = (reserve * BigInt(Math.round(share * 1e6))) / 1_000_000n
  if (amountIn === 0n) return undefined
  return up
    ? { pool, tokenIn: pool.quote.address, tokenOut: pool.base.address, amountIn }
    : { pool, tokenIn: pool.base.address, tokenOut: pool.quote.address, amountIn }
}
