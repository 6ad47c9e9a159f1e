import type { EvmAddress } from '@latchkey/protocol'
import type { PoolState } from '../pools/PoolState.ts'

/** One hop: through which pool, from which token to which. */
export type Hop = { pool: PoolState; tokenIn: EvmAddress; tokenOut: EvmAddress }

/** One part of a route: its hops follow one another. Base units. */
export type Part = { hops: readonly Hop[]; amountIn: bigint; amountOut: bigint }

/**
 * How to swap an exact amount: parts that run one after the other in this order. Parts may share a pool: each finds the pool
 * as those before it left it, so `amountOut` is what the chain gives when nobody else trades in between.
 */
export type Route = {
  parts: readonly Part[]
  amountIn: bigint
  amountOut: bigint
  /** Gas units of the whole transaction, about. */
  gas: number
  /** Fractions, null where they cannot be told: how far the price moves, and what the pools keep. */
  priceImpact: number | null
  poolFee: number | null
}

/** What a token takes of each transfer, as a fraction in millionths: 10_000 is 1 %. */
export type TransferFees = { from: number; to: number }

/** What to find. Addresses in lower case; the native coin is its wrapped token here. */
export type RouteRequest = {
  pools: Iterable<PoolState>
  tokenIn: EvmAddress
  tokenOut: EvmAddress
  amountIn: bigint
  /** Wei per unit of gas, to weigh a longer route against what it costs. */
  gasPrice: bigint
  /** The wrapped native coin: it tells what gas is worth in the target token. */
  wrappedNative: EvmAddress | undefined
  /** Tokens that take a part of each transfer may only be the first or the last, in v2 pools, in a single part. */
  transferFees: TransferFees
  /** Further tokens that take a part of each transfer: no route leads through them. */
  avoid?: ReadonlySet<EvmAddress> | undefined
  /** Pools in a row: 3. */
  maximumHops?: number
  /** Parts side by side: 8. Large trades need more than four to be worth most; small ones get few, for each costs gas. */
  maximumParts?: number
}

/** Why there is none. */
export type NoRoute = { reason: 'insufficient_liquidity' | 'amount_too_small' }
