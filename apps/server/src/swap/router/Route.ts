import type { EvmAddress } from '@latchkey/protocol'
import type { PoolState } from '../pools/PoolState.ts'

/** A pool with its input and output token. */
export type Hop = { pool: PoolState; tokenIn: EvmAddress; tokenOut: EvmAddress }

/** One part of a route, with consecutive hops. Base units. */
export type Part = { hops: readonly Hop[]; amountIn: bigint; amountOut: bigint }

/**
 * Route of a swap with an exact amount. Its parts run one after the other in this order. Parts may share a pool: each one
 * finds the pool in the state that the previous parts left. `amountOut` is the exact result on the chain if there are no
 * other swaps in between.
 */
export type Route = {
  parts: readonly Part[]
  amountIn: bigint
  amountOut: bigint
  /** Approximate gas units of the whole transaction. */
  gas: number
  /** Fractions: how far the price moves, and the fees of the pools. Null if they cannot be computed. */
  priceImpact: number | null
  poolFee: number | null
}

/** Transfer fees of the two tokens in millionths: 10_000 is 1 %. */
export type TransferFees = { from: number; to: number }

/** Addresses are in lower case. The native token is its wrapped token here. */
export type RouteRequest = {
  pools: Iterable<PoolState>
  tokenIn: EvmAddress
  tokenOut: EvmAddress
  amountIn: bigint
  /** Wei per unit of gas, to compare the cost of a longer route with its gain. */
  gasPrice: bigint
  /** The wrapped native token, which gives the price of gas in the target token. */
  wrappedNative: EvmAddress | undefined
  /** A token with a transfer fee can only be the first or the last, in v2 pools, in a single part. */
  transferFees: TransferFees
  /** Further tokens with a transfer fee. No route passes through them. */
  avoid?: ReadonlySet<EvmAddress> | undefined
  /** Maximum number of consecutive pools (default 3). */
  maximumHops?: number
  /**
   * Maximum number of parallel parts (default 8). Large swaps need more than four for the best result; small ones get few,
   * because each part costs gas.
   */
  maximumParts?: number
}

export type NoRoute = { reason: 'insufficient_liquidity' | 'amount_too_small' }
