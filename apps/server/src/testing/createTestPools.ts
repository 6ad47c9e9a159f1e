import { squareRoot } from '@latchkey/devnet'
import type { EvmAddress } from '@latchkey/protocol'
import type { ConcentratedPool, ConstantProductPool, PoolState, Tick } from '../swap/pools/PoolState.ts'
import { sqrtPriceAtTick, tickAtSqrtPrice } from '../swap/pools/tickMath.ts'

/** A token of test pools. Its price in usd determines the amounts in the pools. */
export type TestToken = { address: EvmAddress; decimals: number; price: number }

/** A test pool. `depth` is the value of both sides together, in usd. */
export type TestPool = {
  kind: PoolState['kind']
  tokens: readonly [TestToken, TestToken]
  fee: number
  depth: number
  /** How much more expensive the first token is than elsewhere: 0.01 is 1 %. */
  premium?: number
  /** v3: most liquidity is within this many tick spacings to both sides of the price, and some over all prices. */
  range?: number
}

const spacings: Record<number, number> = { 100: 1, 500: 10, 3000: 60, 10000: 200 }

/** Creates a token by number. */
export function testToken(number: number, decimals = 18, price = 1): TestToken {
  return { address: `0x${(number + 1).toString(16).padStart(2, '0').repeat(20)}`, decimals, price }
}

/** Creates states of pools that are not deployed, for tests of routing. */
export function createTestPools(definitions: readonly TestPool[]): PoolState[] {
  return definitions.map((definition, index) => createTestPool({ ...definition, number: index + 1 }))
}

function createTestPool({
  kind,
  tokens,
  fee,
  depth,
  premium = 0,
  range,
  number,
}: TestPool & { number: number }): PoolState {
  const [base, quote] = tokens
  const forward = base.address < quote.address
  const amounts = new Map([
    [base, units(base, depth / 2 / (base.price * (1 + premium)))],
    [quote, units(quote, depth / 2 / quote.price)],
  ])
  const [first, second] = forward ? [base, quote] : [quote, base]
  const amount0 = amounts.get(first) ?? 1n
  const amount1 = amounts.get(second) ?? 1n
  const common = {
    address: `0x${number.toString(16).padStart(40, '0')}`,
    token0: first.address,
    token1: second.address,
    fee,
  } as const
  if (kind === 'uniswap-v2') {
    return { ...common, kind, reserve0: amount0, reserve1: amount1 } satisfies ConstantProductPool
  }
  return concentrated({ common, amount0, amount1, range })
}

function concentrated({
  common,
  amount0,
  amount1,
  range,
}: {
  common: Pick<ConcentratedPool, 'address' | 'token0' | 'token1' | 'fee'>
  amount0: bigint
  amount1: bigint
  range: number | undefined
}): ConcentratedPool {
  const tickSpacing = spacings[common.fee] ?? 60
  const sqrtPrice = squareRoot((amount1 << 192n) / amount0)
  const tick = tickAtSqrtPrice(sqrtPrice)
  const outermost = Math.floor(887_272 / tickSpacing) * tickSpacing
  const wide = (squareRoot(amount0 * amount1) * (range === undefined ? 10n : 2n)) / 10n
  const net = new Map<number, bigint>([
    [-outermost, wide],
    [outermost, -wide],
  ])
  let liquidity = wide
  if (range !== undefined) {
    const centre = Math.floor(tick / tickSpacing) * tickSpacing
    const lower = Math.max(-outermost, centre - range * tickSpacing)
    const upper = Math.min(outermost, centre + (range + 1) * tickSpacing)
    // As much as the amount of token1 buys in the lower half of the range.
    const narrow = ((amount1 * 8n) / 10n / ((sqrtPrice - sqrtPriceAtTick(lower)) / (1n << 48n) + 1n)) << 48n
    net.set(lower, (net.get(lower) ?? 0n) + narrow)
    net.set(upper, (net.get(upper) ?? 0n) - narrow)
    liquidity += narrow
  }
  const ticks: Tick[] = [...net].map(([index, liquidityNet]) => ({ index, liquidityNet }))
  ticks.sort((one, other) => one.index - other.index)
  return {
    ...common,
    kind: 'uniswap-v3',
    tickSpacing,
    sqrtPrice,
    tick,
    liquidity,
    ticks,
    lowest: -887_272,
    highest: 887_272,
  }
}

function units({ decimals }: TestToken, amount: number): bigint {
  const scaled = amount * 10 ** decimals
  return scaled >= 1 ? BigInt(Math.floor(scaled)) : 1n
}
