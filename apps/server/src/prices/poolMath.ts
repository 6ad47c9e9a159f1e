import type { EvmAddress } from '@latchkey/protocol'
import { type PoolKind, poolKind } from './schema.ts'

/** A pool with its state, as far as prices need it. Amounts are in base units. */
export type Pool = {
  address: EvmAddress
  kind: PoolKind
  /** Hundredths of a basis point. */
  fee: number
  token0: EvmAddress
  token1: EvmAddress
  created: number
  block: number
  /** v2: the reserves; v3: the pool's balances, 0 while unknown. */
  reserve0: bigint
  reserve1: bigint
  sqrtPrice: bigint | null
  liquidity: bigint | null
  /** Mean tick of the last five minutes; null if the pool does not store enough history. */
  meanTick: number | null
}

const q96 = 2 ** 96

/**
 * Returns the prices of one token0 in token1, in whole tokens: v2 from the reserves; v3 from the mean and from the spot
 * price.
 */
export function poolPrices(pool: Pool, decimals: { decimals0: number; decimals1: number }): number[] {
  const scale = 10 ** (decimals.decimals0 - decimals.decimals1)
  const found =
    pool.kind === poolKind.v2
      ? [pool.reserve0 > 0n ? Number(pool.reserve1) / Number(pool.reserve0) : 0]
      : [
          pool.meanTick === null ? 0 : 1.0001 ** pool.meanTick,
          pool.sqrtPrice === null ? 0 : (Number(pool.sqrtPrice) / q96) ** 2,
        ]
  return found.map((price) => price * scale).filter((price) => price > 0 && Number.isFinite(price))
}

/**
 * Returns the amount of a pool's token behind its price, in whole tokens. For a v3 pool, this is the amount of the active
 * liquidity, limited by the pool's balance: a narrow position promises far more than it can pay.
 */
export function poolDepth(pool: Pool, side: 0 | 1, decimals: number): number {
  const held = Number(side === 0 ? pool.reserve0 : pool.reserve1)
  if (pool.kind === poolKind.v2) return held / 10 ** decimals
  if (!pool.sqrtPrice || !pool.liquidity) return 0
  const root = Number(pool.sqrtPrice) / q96
  const active = side === 0 ? Number(pool.liquidity) / root : Number(pool.liquidity) * root
  return (held > 0 ? Math.min(active, held) : active) / 10 ** decimals
}

/** A price with its weight. */
export type WeightedPrice = { price: number; weight: number }

/**
 * Returns the weighted median: half of the weight is on each side. If two prices divide the weight exactly, returns their
 * mean.
 *
 * @returns null without a price with a positive weight
 */
export function weightedMedian(prices: readonly WeightedPrice[]): number | null {
  const sorted = prices.filter(({ weight }) => weight > 0).sort((a, b) => a.price - b.price)
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  let below = 0
  for (const [index, { price, weight }] of sorted.entries()) {
    below += weight
    // A small tolerance: mathematically equal sums of fractions differ in the last bits.
    if (Math.abs(below - half) <= half * 1e-12) return (price + (sorted[index + 1]?.price ?? price)) / 2
    if (below > half) return price
  }
  return null
}
