import type { ConstantProductPool } from './PoolState.ts'

/** Output of an exact input in a v2 pair, and the pair afterwards. */
export type ConstantProductSwap = { amountOut: bigint; after: ConstantProductPool }

/** A pair stores its reserves in 112 bits. */
const fullReserve = 2n ** 112n

/**
 * Swaps by x · y = k. The fee is taken from the input, and the output is rounded down, like in the contract. Source: Uniswap
 * v2 whitepaper, 3.2.
 *
 * @param forward whether token0 goes in
 * @returns undefined if the pair is empty, cannot hold the amount, or would pay nothing for it
 */
export function swapConstantProduct({
  pool,
  forward,
  amountIn,
}: {
  pool: ConstantProductPool
  forward: boolean
  amountIn: bigint
}): ConstantProductSwap | undefined {
  const reserveIn = forward ? pool.reserve0 : pool.reserve1
  const reserveOut = forward ? pool.reserve1 : pool.reserve0
  if (amountIn <= 0n || reserveIn <= 0n || reserveIn + amountIn >= fullReserve) return undefined
  const counted = amountIn * BigInt(1_000_000 - pool.fee)
  const amountOut = (counted * reserveOut) / (reserveIn * 1_000_000n + counted)
  if (amountOut <= 0n) return undefined
  const [reserve0, reserve1] = forward
    ? [reserveIn + amountIn, reserveOut - amountOut]
    : [reserveOut - amountOut, reserveIn + amountIn]
  return { amountOut, after: { ...pool, reserve0, reserve1 } }
}
