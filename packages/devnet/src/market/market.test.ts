import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { poolsOf } from '../world/Pool.ts'
import { createWorld } from '../world/World.ts'
import { fairPrice, historyLength } from './fairPrice.ts'
import { planRound } from './planRound.ts'
import { bell, createRandom } from './random.ts'
import { type PoolState, poolPrice } from './readPools.ts'
import { tradeTowards } from './tradeTowards.ts'
import { tradingPace } from './tradingPace.ts'

const world = createWorld()
const pools = poolsOf(world)

describe('createRandom', () => {
  it('default: the same seed gives the same numbers, another gives others', () => {
    const take = (seed: number) => Array.from({ length: 50 }, createRandom(seed))
    expect(take(7)).toEqual(take(7))
    expect(take(7)).not.toEqual(take(8))
    for (const value of take(7)) expect(value >= 0 && value < 1).toBe(true)
  })

  it('behavior: bell is centered', () => {
    const random = createRandom(1)
    const values = Array.from({ length: 5000 }, () => bell(random))
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    expect(Math.abs(mean)).toBeLessThan(0.05)
  })
})

describe('fairPrice', () => {
  it('default: is the price of the definition at the end of the baked history', () => {
    for (const [symbol, price] of Object.entries(world.prices)) {
      expect(fairPrice({ symbol, price, time: historyLength })).toBeCloseTo(price, 9)
    }
  })

  it('behavior: the site token rose by a quarter, with pullbacks', () => {
    const hours = Array.from({ length: 49 }, (_, hour) =>
      fairPrice({ symbol: 'LATCH', price: 0.42, time: hour * 3600 }),
    )
    expect(0.42 / (hours[0] ?? 0)).toBeGreaterThan(1.2)
    const falls = hours.filter((price, index) => price < (hours[index - 1] ?? 0)).length
    expect(falls).toBeGreaterThan(10)
    expect(falls).toBeLessThan(25)
  })

  it('behavior: no price runs away, however long a chain is kept', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(world.prices)),
        fc.integer({ min: 0, max: 10 ** 9 }),
        (symbol, time) => {
          const ratio = fairPrice({ symbol, price: 1, time })
          expect(ratio).toBeGreaterThan(0.4)
          expect(ratio).toBeLessThan(2.5)
        },
      ),
    )
  })
})

/** Returns the reserves of a constant-product pool after a swap, by Uniswap's arithmetic. */
function afterSwap({ state, amountIn, up }: { state: PoolState; amountIn: bigint; up: boolean }): PoolState {
  const withFee = amountIn * BigInt(1_000_000 - state.pool.fee)
  const [reserveIn, reserveOut] = up ? [state.quoteReserve, state.baseReserve] : [state.baseReserve, state.quoteReserve]
  const out = (withFee * reserveOut) / (reserveIn * 1_000_000n + withFee)
  return up
    ? { ...state, quoteReserve: reserveIn + amountIn, baseReserve: reserveOut - out }
    : { ...state, baseReserve: reserveIn + amountIn, quoteReserve: reserveOut - out }
}

describe('tradeTowards', () => {
  it('behavior: the swap brings the price to the target', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pools),
        fc.bigInt({ min: 10n ** 12n, max: 10n ** 27n }),
        fc.bigInt({ min: 10n ** 12n, max: 10n ** 27n }),
        fc.double({ min: -0.05, max: 0.05, noNaN: true }).filter((move) => Math.abs(move) > 0.001),
        (pool, baseReserve, quoteReserve, move) => {
          const state: PoolState = { pool, baseReserve, quoteReserve }
          const target = poolPrice(state) * Math.exp(move)
          const swap = tradeTowards({ state, target })
          if (!swap) throw new Error('a trade was expected')
          const up = swap.tokenIn === pool.quote.address
          expect(up).toBe(move > 0)
          const price = poolPrice(afterSwap({ state, amountIn: swap.amountIn, up }))
          expect(Math.abs(Math.log(price / target))).toBeLessThan(0.001)
        },
      ),
    )
  })

  it('behavior: a far target is approached in small steps', () => {
    const [pool] = pools
    if (!pool) throw new Error('no pool')
    const state: PoolState = { pool, baseReserve: 10n ** 24n, quoteReserve: 10n ** 24n }
    const swap = tradeTowards({ state, target: poolPrice(state) * 10 })
    expect(Number(swap?.amountIn ?? 0n) / 1e24).toBeLessThan(0.031)
  })

  it('behavior: at the target there is nothing to do', () => {
    const [pool] = pools
    if (!pool) throw new Error('no pool')
    const state: PoolState = { pool, baseReserve: 10n ** 24n, quoteReserve: 10n ** 18n }
    expect(tradeTowards({ state, target: poolPrice(state) })).toBeUndefined()
  })
})

describe('planRound', () => {
  it('default: two swaps, one of them of the site token, the same for the same seed', () => {
    const states = pools.map((pool): PoolState => {
      const scale = 10 ** (pool.quote.decimals - pool.base.decimals)
      const price = (world.prices[pool.base.symbol] ?? 1) / (world.prices[pool.quote.symbol] ?? 1)
      const baseReserve = 10n ** BigInt(pool.base.decimals + 5)
      return { pool, baseReserve, quoteReserve: BigInt(Math.round(Number(baseReserve) * price * scale)) }
    })
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 10 ** 7 }), (seed, time) => {
        const plan = () => planRound({ world, states, time, random: createRandom(seed) })
        expect(plan()).toEqual(plan())
        expect(plan().map(({ pool }) => pool.base.kind === 'site')).toEqual([true, false])
      }),
    )
  })
})

describe('tradingPace', () => {
  it('default: every few seconds at first, once a minute in the end', () => {
    expect(tradingPace({ uptime: 0 })).toBe(4000)
    expect(tradingPace({ uptime: 10 * 60_000 })).toBe(10_000)
    expect(tradingPace({ uptime: 24 * 3600_000 })).toBe(60_000)
  })
})
