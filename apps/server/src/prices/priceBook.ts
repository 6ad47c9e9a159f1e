import type { EvmAddress } from '@latchkey/protocol'
import type { PoolEvent } from '../chains/decodeLog.ts'
import { type Pool, poolDepth, poolPrices, type WeightedPrice, weightedMedian } from './poolMath.ts'
import { poolKind } from './schema.ts'

/** A token's price in USD, and the USD value in its pools. */
export type TokenPrice = { usd: number | null; liquidity: number }

/** A price that changed. */
export type PriceChange = { token: EvmAddress } & TokenPrice

/** The pools of one chain and the prices that result from them. It is pure and sends no requests. */
export type PriceBook = {
  addPool: (pool: Pool) => void
  pool: (address: EvmAddress) => Pool | undefined
  pools: () => IterableIterator<Pool>
  setDecimals: (token: EvmAddress, decimals: number) => void
  decimals: (token: EvmAddress) => number | undefined
  /** Applies a pool's event. Returns false if the pool is unknown. */
  apply: (event: PoolEvent, block: number) => boolean
  /** Sets a pool's state from the chain. */
  setState: (address: EvmAddress, state: Partial<Omit<Pool, 'address' | 'kind' | 'token0' | 'token1'>>) => void
  /** Recomputes the prices that depend on pools with changes since the last call. @returns the changed prices */
  recompute: () => PriceChange[]
  /** Sets a stored price. The next `recompute` only returns differences. */
  setPrice: (token: EvmAddress, price: TokenPrice) => void
  price: (token: EvmAddress) => TokenPrice | undefined
  /** Returns the USD value of a swap; null if neither token has a price. */
  valueOf: (pool: Pool, amount0: bigint, amount1: bigint) => number | null
  /** Returns the pools with changes since the last call, to store them. */
  takeChanged: () => Pool[]
}

/**
 * A price that follows another one is only reported after a change of this size. Otherwise, every block would report every
 * token.
 */
const followThreshold = 0.001

/**
 * Creates the prices of pools. A reference token is 1.00 USD. Any other price is the median, weighted by depth, of its pools
 * with a reference token (v3 mean, v3 spot, v2 reserves). Without such a pool, it uses the pools with the wrapped native
 * token, times the price of that token. Pools with less than `minimumLiquidity` USD do not count.
 */
export function createPriceBook({
  usdReferences,
  weth,
  minimumLiquidity,
}: {
  usdReferences: readonly EvmAddress[]
  weth: EvmAddress | undefined
  minimumLiquidity: number
}): PriceBook {
  const references = new Set(usdReferences)
  const pools = new Map<EvmAddress, Pool>()
  const poolsOf = new Map<EvmAddress, Set<Pool>>()
  const decimals = new Map<EvmAddress, number>()
  const prices = new Map<EvmAddress, TokenPrice>()
  const dirty = new Set<Pool>()
  const changed = new Set<Pool>()
  for (const token of references) prices.set(token, { usd: 1, liquidity: 0 })

  const touch = (pool: Pool) => {
    dirty.add(pool)
    changed.add(pool)
  }

  /** Returns the prices of a token in one pool, given the price of the other token. */
  const observe = (pool: Pool, token: EvmAddress, quoteUsd: number) => {
    const decimals0 = decimals.get(pool.token0)
    const decimals1 = decimals.get(pool.token1)
    if (decimals0 === undefined || decimals1 === undefined) return undefined
    const first = pool.token0 === token
    const depth = 2 * poolDepth(pool, first ? 1 : 0, first ? decimals1 : decimals0) * quoteUsd
    const found = poolPrices(pool, { decimals0, decimals1 }).map((price) => (first ? price : 1 / price) * quoteUsd)
    return { depth, found }
  }

  const compute = (token: EvmAddress): TokenPrice => {
    if (references.has(token)) {
      let liquidity = 0
      for (const pool of poolsOf.get(token) ?? []) {
        const side = pool.token0 === token ? 0 : 1
        liquidity += 2 * poolDepth(pool, side, decimals.get(token) ?? 0)
      }
      return { usd: 1, liquidity }
    }
    const direct: WeightedPrice[] = []
    const routed: WeightedPrice[] = []
    const wethUsd = weth === undefined || token === weth ? null : (prices.get(weth)?.usd ?? null)
    let liquidity = 0
    for (const pool of poolsOf.get(token) ?? []) {
      const other = pool.token0 === token ? pool.token1 : pool.token0
      const isDirect = references.has(other)
      const quoteUsd = isDirect ? 1 : other === weth ? wethUsd : null
      const observed = quoteUsd === null ? undefined : observe(pool, token, quoteUsd)
      if (!observed || observed.depth < minimumLiquidity || observed.depth === 0) continue
      liquidity += observed.depth
      for (const price of observed.found) (isDirect ? direct : routed).push({ price, weight: observed.depth })
    }
    return { usd: weightedMedian(direct.length > 0 ? direct : routed), liquidity }
  }

  const update = (token: EvmAddress, threshold: number, changes: Map<EvmAddress, PriceChange>) => {
    const before = prices.get(token)
    const after = compute(token)
    const isNews =
      before === undefined
        ? after.usd !== null
        : before.usd === null || after.usd === null
          ? before.usd !== after.usd
          : Math.abs(after.usd - before.usd) > before.usd * threshold ||
            (threshold === 0 && before.liquidity !== after.liquidity)
    if (!isNews) return
    prices.set(token, after)
    changes.set(token, { token, ...after })
  }

  return {
    addPool: (pool) => {
      if (pools.has(pool.address)) return
      pools.set(pool.address, pool)
      for (const token of [pool.token0, pool.token1]) {
        const set = poolsOf.get(token)
        if (set) set.add(pool)
        else poolsOf.set(token, new Set([pool]))
      }
      touch(pool)
    },
    pool: (address) => pools.get(address),
    pools: () => pools.values(),
    setDecimals: (token, value) => {
      if (decimals.get(token) === value) return
      decimals.set(token, value)
      for (const pool of poolsOf.get(token) ?? []) dirty.add(pool)
    },
    decimals: (token) => decimals.get(token),
    apply: (event, block) => {
      if (!('pool' in event)) return false
      const pool = pools.get(event.pool)
      if (!pool) return false
      // Events of the other kind come from contracts that only imitate the pool.
      if (event.type === 'sync' && pool.kind === poolKind.v2) {
        pool.reserve0 = event.reserve0
        pool.reserve1 = event.reserve1
      } else if (event.type === 'initialize' && pool.kind === poolKind.v3) {
        pool.sqrtPrice = event.sqrtPrice
      } else if (event.type === 'swapV3' && pool.kind === poolKind.v3) {
        pool.sqrtPrice = event.sqrtPrice
        pool.liquidity = event.liquidity
        pool.reserve0 = pool.reserve0 === 0n ? 0n : pool.reserve0 + event.amount0
        pool.reserve1 = pool.reserve1 === 0n ? 0n : pool.reserve1 + event.amount1
        // The old mean is out of date. It is read again at the head.
        pool.meanTick = null
      } else return true
      pool.block = block
      touch(pool)
      return true
    },
    setState: (address, state) => {
      const pool = pools.get(address)
      if (!pool) return
      Object.assign(pool, state)
      touch(pool)
    },
    recompute: () => {
      const changes = new Map<EvmAddress, PriceChange>()
      if (dirty.size === 0) return []
      const affected = new Set<EvmAddress>()
      for (const pool of dirty) affected.add(pool.token0).add(pool.token1)
      dirty.clear()
      // The native token first, because other prices depend on it.
      const wethBefore = weth === undefined ? undefined : prices.get(weth)?.usd
      if (weth !== undefined && affected.has(weth)) update(weth, 0, changes)
      for (const token of affected) if (token !== weth) update(token, 0, changes)
      if (weth !== undefined && prices.get(weth)?.usd !== wethBefore) {
        for (const pool of poolsOf.get(weth) ?? []) {
          const other = pool.token0 === weth ? pool.token1 : pool.token0
          if (!affected.has(other)) update(other, followThreshold, changes)
        }
      }
      return [...changes.values()]
    },
    setPrice: (token, price) => {
      if (!references.has(token)) prices.set(token, price)
    },
    price: (token) => prices.get(token),
    valueOf: (pool, amount0, amount1) => {
      const sides = [
        { token: pool.token0, amount: amount0 },
        { token: pool.token1, amount: amount1 },
      ].map(({ token, amount }) => {
        const usd = prices.get(token)?.usd ?? null
        const own = decimals.get(token)
        const whole = own === undefined ? null : Math.abs(Number(amount)) / 10 ** own
        return {
          rank: references.has(token) ? 2 : token === weth ? 1 : 0,
          value: usd === null || whole === null ? null : usd * whole,
        }
      })
      const known = sides.filter(({ value }) => value !== null).sort((a, b) => b.rank - a.rank)
      return known[0]?.value ?? null
    },
    takeChanged: () => {
      const taken = [...changed]
      changed.clear()
      return taken
    },
  }
}
