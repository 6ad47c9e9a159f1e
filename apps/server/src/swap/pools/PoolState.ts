import type { EvmAddress } from '@latchkey/protocol'

type PoolOf<Kind extends string> = {
  kind: Kind
  /** In lower case, like all addresses here. */
  address: EvmAddress
  token0: EvmAddress
  token1: EvmAddress
  /** Hundredths of a basis point: 3000 is 0.3 %. */
  fee: number
}

/** A Uniswap v2 pair: x · y = k. Base units. */
export type ConstantProductPool = PoolOf<'uniswap-v2'> & { reserve0: bigint; reserve1: bigint }

/** A tick at which the liquidity of a v3 pool changes. */
export type Tick = {
  index: number
  /** Liquidity that is added when the price passes the tick upwards. */
  liquidityNet: bigint
}

/** A Uniswap v3 pool: liquidity between ticks. */
export type ConcentratedPool = PoolOf<'uniswap-v3'> & {
  tickSpacing: number
  /** Square root of the price of token0 in token1, Q64.96. */
  sqrtPrice: bigint
  /** The tick that the price is in. */
  tick: number
  /** Active at that price. */
  liquidity: bigint
  /** All initialized ticks from `lowest` to `highest`, ascending. */
  ticks: readonly Tick[]
  /** Range of the known ticks. A swap that would leave it has no result. */
  lowest: number
  highest: number
}

/** A pool and its state at one block. Never modified. */
export type PoolState = ConstantProductPool | ConcentratedPool

/** Output of a swap through one pool, and the state of the pool afterwards. */
export type PoolSwap = {
  amountOut: bigint
  after: PoolState
  /** Approximate gas units that this hop adds to a transaction. */
  gas: number
}
