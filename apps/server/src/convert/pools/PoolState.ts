import type { EvmAddress } from '@latchkey/protocol'

type PoolOf<Kind extends string> = {
  kind: Kind
  /** Lower case, like all addresses in here. */
  address: EvmAddress
  token0: EvmAddress
  token1: EvmAddress
  /** Hundredths of a basis point: 3000 is 0.3 %. */
  fee: number
}

/** A Uniswap v2 pair: x · y = k. Base units. */
export type ConstantProductPool = PoolOf<'uniswap-v2'> & { reserve0: bigint; reserve1: bigint }

/** A border at which the liquidity of a v3 pool changes. */
export type Tick = {
  index: number
  /** What is added when the price passes it upwards. */
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
  /** All initialised ticks from `lowest` to `highest`, ascending. */
  ticks: readonly Tick[]
  /** What is known: a swap that would leave this range has no answer. */
  lowest: number
  highest: number
}

/** A pool and its state at one block; never changed in place. */
export type PoolState = ConstantProductPool | ConcentratedPool

/** What a swap through one pool gives, and the state that it leaves behind. */
export type PoolSwap = {
  amountOut: bigint
  after: PoolState
  /** Gas units that this hop adds to a transaction, about. */
  gas: number
}
