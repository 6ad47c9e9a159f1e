import { encodeFunctionData, parseUnits } from 'viem/utils'
import { fairPrice } from '../market/fairPrice.ts'
import { noDeadline } from '../market/swapCall.ts'
import { v2RouterAbi, v3Abi } from '../world/abis.ts'
import { type Pool, poolsOf } from '../world/Pool.ts'
import { squareRoot } from '../world/squareRoot.ts'
import type { World } from '../world/World.ts'
import type { ManualChain } from './ManualChain.ts'

/** The outermost price that a v3 pool allows, in ticks. Source: Uniswap v3 TickMath.MAX_TICK. */
const outermostTick = 887_272
const tickSpacing = { 500: 10, 3000: 60 } as const
/** Observations that each v3 pool keeps, for time-weighted prices. */
const observations = 100

/**
 * Opens every pool with its depth on both sides.
 *
 * @param time Seconds since the chain's first block: the prices are those of that moment.
 * @param at The same moment, seconds since 1970.
 */
export async function seedPools({
  chain,
  world,
  time,
  at,
}: {
  chain: ManualChain
  world: World
  time: number
  at: number
}): Promise<void> {
  const { deployer } = world.accounts
  const { uniswapV2Router, uniswapV3PositionManager: positions } = world.contracts
  for (const pool of poolsOf(world)) {
    const amounts = new Map(
      [pool.base, pool.quote].map(({ address, symbol, decimals }) => {
        const price = fairPrice({ symbol, price: world.prices[symbol] ?? 1, time })
        return [address, parseUnits((pool.depth / 2 / price).toFixed(8), decimals)]
      }),
    )
    const amount0 = amounts.get(pool.token0) ?? 0n
    const amount1 = amounts.get(pool.token1) ?? 0n
    if (pool.kind === 'v2') {
      const args = [pool.token0, pool.token1, amount0, amount1, 0n, 0n, deployer.address, noDeadline] as const
      const data = encodeFunctionData({ abi: v2RouterAbi, functionName: 'addLiquidity', args })
      await chain.send({ from: deployer, to: uniswapV2Router, data, gas: 4_000_000n })
      continue
    }
    const open = encodeFunctionData({
      abi: v3Abi,
      functionName: 'createAndInitializePoolIfNecessary',
      args: [pool.token0, pool.token1, pool.fee, squareRoot((amount1 << 192n) / amount0)],
    })
    const remember = encodeFunctionData({
      abi: v3Abi,
      functionName: 'increaseObservationCardinalityNext',
      args: [observations],
    })
    await chain.send({ from: deployer, to: positions, data: open, gas: 6_000_000n })
    await chain.send({ from: deployer, to: pool.address, data: remember, gas: 4_000_000n })
    await chain.send({
      from: deployer,
      to: positions,
      data: mintPosition({ pool, amount0, amount1, world }),
      gas: 1_000_000n,
    })
  }
  await chain.mine({ at })
}

function mintPosition({
  pool,
  amount0,
  amount1,
  world,
}: {
  pool: Pool
  amount0: bigint
  amount1: bigint
  world: World
}) {
  const spacing = tickSpacing[pool.fee]
  const tickUpper = Math.floor(outermostTick / spacing) * spacing
  return encodeFunctionData({
    abi: v3Abi,
    functionName: 'mint',
    args: [
      {
        token0: pool.token0,
        token1: pool.token1,
        fee: pool.fee,
        // Over all prices: the pool then behaves like a v2 pool, and never runs dry.
        tickLower: -tickUpper,
        tickUpper,
        amount0Desired: amount0,
        amount1Desired: amount1,
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: world.accounts.deployer.address,
        deadline: noDeadline,
      },
    ],
  })
}
