import type { EvmAddress } from '@latchkey/protocol'
import type { PoolState } from '../swap/pools/PoolState.ts'
import { sourceOf } from '../swap/pools/sources.ts'

type Way = readonly { address: EvmAddress; tokenIn: EvmAddress }[]

/** Returns every path from one token to another through at most three pools that visits no token twice. */
export function everyWay({
  pools,
  tokenIn,
  tokenOut,
}: {
  pools: readonly PoolState[]
  tokenIn: EvmAddress
  tokenOut: EvmAddress
}): Way[] {
  const ways: Way[] = []
  const walk = (token: EvmAddress, way: Way, seen: readonly EvmAddress[]) => {
    if (token === tokenOut) {
      ways.push(way)
      return
    }
    if (way.length === 3) return
    for (const pool of pools) {
      if (token !== pool.token0 && token !== pool.token1) continue
      const next = token === pool.token0 ? pool.token1 : pool.token0
      if (!seen.includes(next)) walk(next, [...way, { address: pool.address, tokenIn: token }], [...seen, next])
    }
  }
  walk(tokenIn, [], [tokenIn])
  return ways
}

/** Returns the output of amounts along paths, run one after the other with exact numbers. Undefined if one cannot be run. */
export function runWays({
  pools,
  parts,
}: {
  pools: readonly PoolState[]
  parts: readonly { way: Way; amountIn: bigint }[]
}): { amountsOut: bigint[]; total: bigint } | undefined {
  const states = new Map(pools.map((pool) => [pool.address, pool]))
  const amountsOut: bigint[] = []
  for (const { way, amountIn } of parts) {
    let amount = amountIn
    for (const { address, tokenIn } of way) {
      const pool = states.get(address)
      const swap = pool && sourceOf(pool).swap({ pool, tokenIn, amountIn: amount })
      if (!swap || swap.amountOut === 0n) return undefined
      states.set(address, swap.after)
      amount = swap.amountOut
    }
    amountsOut.push(amount)
  }
  return { amountsOut, total: amountsOut.reduce((sum, amount) => sum + amount, 0n) }
}

/**
 * Returns the highest output of any split by exhaustive search: first on a grid over all paths, then on finer grids around the best.
 *
 * @param steps of the first grid: 20 is 5 % each
 */
export function bestSplit({
  pools,
  ways,
  amountIn,
  steps,
}: {
  pools: readonly PoolState[]
  ways: readonly Way[]
  amountIn: bigint
  steps: number
}): { grid: bigint; fine: bigint } {
  const fineness = 1_000_000n
  const gives = (weights: readonly bigint[]) => {
    const amounts = weights.map((weight) => (amountIn * weight) / fineness)
    const rest = amountIn - amounts.reduce((sum, amount) => sum + amount, 0n)
    const last = amounts.findLastIndex((amount) => amount > 0n)
    const parts = ways.flatMap((way, index) => {
      const amount = (amounts[index] ?? 0n) + (index === last ? rest : 0n)
      return amount > 0n ? [{ way, amountIn: amount }] : []
    })
    return runWays({ pools, parts })?.total ?? 0n
  }
  let grid = 0n
  let best: bigint[] = []
  const choose = (weights: bigint[], left: number) => {
    if (weights.length === ways.length - 1) {
      const all = [...weights, (BigInt(left) * fineness) / BigInt(steps)]
      const amount = gives(all)
      if (amount <= grid) return
      grid = amount
      best = all
      return
    }
    for (let share = 0; share <= left; share += 1) {
      choose([...weights, (BigInt(share) * fineness) / BigInt(steps)], left - share)
    }
  }
  choose([], steps)

  let fine = grid
  for (let step = fineness / BigInt(steps) / 2n; step >= 20n; step /= 2n) {
    for (let isBetter = true; isBetter; ) {
      isBetter = false
      for (const from of best.keys()) {
        for (const to of best.keys()) {
          if (from === to || (best[from] ?? 0n) < step) continue
          const moved = best.map((weight, index) =>
            index === from ? weight - step : index === to ? weight + step : weight,
          )
          const amount = gives(moved)
          if (amount <= fine) continue
          fine = amount
          best = moved
          isBetter = true
        }
      }
    }
  }
  return { grid, fine }
}
