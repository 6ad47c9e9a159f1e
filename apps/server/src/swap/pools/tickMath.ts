/** The outermost ticks of a Uniswap v3 pool. Prices beyond them do not fit. */
export const outermostTick = 887_272

/** Square roots of the prices at the outermost ticks. */
export const sqrtPriceBounds = {
  lowest: 4_295_128_739n,
  highest: 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n,
} as const

/**
 * 1.0001^(-2^i / 2) as Q128.128, for each bit i of a tick. The price at a tick is the product over its bits. The contracts
 * round every product down, so these digits and this order decide the last digit of an amount.
 */
const factors = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
] as const

const one = 2n ** 128n
const all = 2n ** 256n - 1n
const low32 = 2n ** 32n - 1n

/**
 * Returns the square root of the price at a tick, Q64.96, as the contracts compute it. Source: Uniswap v3 whitepaper, 6.1.
 *
 * @param tick -887272 to 887272
 */
export function sqrtPriceAtTick(tick: number): bigint {
  let bits = tick < 0 ? -tick : tick
  let ratio = one
  for (const factor of factors) {
    if (bits === 0) break
    if (bits & 1) ratio = ratio === one ? factor : (ratio * factor) >> 128n
    bits >>= 1
  }
  if (tick > 0) ratio = all / ratio
  // From Q128.128 to Q64.96, rounded up.
  return ratio & low32 ? (ratio >> 32n) + 1n : ratio >> 32n
}

const q96 = 2 ** 96
const logOfTick = Math.log(1.0001) / 2
/** If the logarithm is at least this far from an integer, it is right: its error is below a hundred-thousandth of a tick. */
const certain = 0.001

/**
 * Returns the tick of a price: the highest one whose square root is not above it.
 *
 * @param sqrtPrice Q64.96, within the bounds
 */
export function tickAtSqrtPrice(sqrtPrice: bigint): number {
  const exact = Math.log(Number(sqrtPrice) / q96) / logOfTick
  const guess = Math.floor(exact)
  const rest = exact - guess
  if (rest > certain && rest < 1 - certain) return guess
  const upper = Math.min(Math.round(exact), outermostTick)
  return sqrtPriceAtTick(upper) <= sqrtPrice ? upper : upper - 1
}
