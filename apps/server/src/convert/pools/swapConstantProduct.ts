import type { ConstantProductPool } from './PoolState.ts'

/** What an exact input gives in a v2 pair, and the pair afterwards. */
export type ConstantProductSwap = { amountOut: bigint; after: ConstantProductPool }

/** A pair keeps its reserves in 112 bits. */
const fullReserve = 2n ** 112n

/**
 * x · y = k, the fee taken from what comes in, rounded down as the contract does. Source: Uniswap v2 whitepaper, 3.2.
 *
 * @param forward whether token0 goes in
 * @returns undefined when the pair is empty, cannot hold the amount, or would give nothing for it
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
