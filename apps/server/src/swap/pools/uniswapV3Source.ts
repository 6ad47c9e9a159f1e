import { eventTopics } from '../../chains/eventTopics.ts'
import { estimateConcentrated } from './estimateConcentrated.ts'
import type { LiquiditySource } from './LiquiditySource.ts'
import type { ConcentratedPool } from './PoolState.ts'
import { planConcentrated } from './planConcentrated.ts'
import { swapConcentrated } from './swapConcentrated.ts'

/** Gas of a hop, of each tick that the price passes, and of each word of the bitmap that it leaves. */
const gas = { hop: 60_000, border: 30_000, word: 6_000 }
const q96 = 2 ** 96

/** Uniswap v3 and its forks: pools with liquidity between ticks. */
export const uniswapV3Source: LiquiditySource<ConcentratedPool> = {
  kind: 'uniswap-v3',
  plan: planConcentrated,
  watch: {
    topics: [eventTopics.mintV3, eventTopics.burnV3],
    // The two bounds of the position are the last indexed arguments of both events.
    touched: ({ topics }) => topics.slice(2, 4).map((topic) => Number(BigInt.asIntN(256, BigInt(topic)))),
  },
  swap: ({ pool, tokenIn, amountIn }) => {
    const down = tokenIn === pool.token0
    if (!down && tokenIn !== pool.token1) return undefined
    const swap = swapConcentrated({ pool, down, amountIn })
    if (!swap) return undefined
    const { amountOut, after, borders, words } = swap
    return { amountOut, after, gas: gas.hop + gas.border * borders + gas.word * words }
  },
  estimate: (pool) => estimateConcentrated({ pool, gas: gas.hop }),
  spotPrice: ({ pool, tokenIn }) => {
    const price = (Number(pool.sqrtPrice) / q96) ** 2
    return tokenIn === pool.token0 ? price : 1 / price
  },
}
