import { estimateConstantProduct } from './estimateConstantProduct.ts'
import type { LiquiditySource } from './LiquiditySource.ts'
import type { ConstantProductPool } from './PoolState.ts'
import { wordsOf } from './readWords.ts'
import { swapConstantProduct } from './swapConstantProduct.ts'

/** getReserves() */
const getReserves = '0x0902f1ac'
/** Gas of a hop: two transfers and the pair's storage. */
const gas = 45_000

/** Uniswap v2 and its forks: pairs with two reserves. */
export const uniswapV2Source: LiquiditySource<ConstantProductPool> = {
  kind: 'uniswap-v2',
  plan: ({ pool: { kind: _, ...pool }, known }) => ({
    reads: [{ target: pool.address, data: getReserves }],
    take: ([answer]) => {
      const [reserve0, reserve1] = wordsOf(answer, 3) ?? []
      if (reserve0 === undefined || reserve1 === undefined) return undefined
      if (known?.reserve0 === reserve0 && known.reserve1 === reserve1) return known
      return { kind: 'uniswap-v2', ...pool, reserve0, reserve1 }
    },
  }),
  swap: ({ pool, tokenIn, amountIn }) => {
    const forward = tokenIn === pool.token0
    if (!forward && tokenIn !== pool.token1) return undefined
    const swap = swapConstantProduct({ pool, forward, amountIn })
    return swap && { ...swap, gas }
  },
  estimate: (pool) => estimateConstantProduct({ pool, gas }),
  spotPrice: ({ pool, tokenIn }) => {
    const price = Number(pool.reserve1) / Number(pool.reserve0)
    return tokenIn === pool.token0 ? price : 1 / price
  },
}
