const million = 1_000_000n
const uint256 = 2n ** 256n

/** What happens between two borders of a v3 pool. */
export type SwapStep = {
  /** Where the price ends, as square root, Q64.96. */
  sqrtPrice: bigint
  /** Base units that go in, without the fee, and that come out. */
  amountIn: bigint
  amountOut: bigint
  fee: bigint
}

/**
 * How far an amount moves the price towards a border, and what it gives on the way: in whole numbers, rounded in the pool's favour at every
 * place where the contracts do. Source: Uniswap v3 whitepaper, 6.2.3.
 *
 * @param down whether token0 goes in, so that the price falls
 * @param fee hundredths of a basis point
 */
export function swapStep({
  sqrtPrice,
  target,
  liquidity,
  remaining,
  fee,
  down,
}: {
  sqrtPrice: bigint
  target: bigint
  liquidity: bigint
  remaining: bigint
  fee: bigint
  down: boolean
}): SwapStep {
  const usable = (remaining * (million - fee)) / million
  const needed = down ? amount0Up(target, sqrtPrice, liquidity) : amount1Up(sqrtPrice, target, liquidity)
  if (usable >= needed) {
    return {
      sqrtPrice: target,
      amountIn: needed,
      amountOut: down ? amount1Down(target, sqrtPrice, liquidity) : amount0Down(sqrtPrice, target, liquidity),
      fee: divideUp(needed * fee, million - fee),
    }
  }
  // Whoever stops on the way pays all that is left, so the fee is what the amount leaves over.
  const end = down ? priceAfter0(sqrtPrice, liquidity, usable) : sqrtPrice + (usable << 96n) / liquidity
  const amountIn = down ? amount0Up(end, sqrtPrice, liquidity) : amount1Up(sqrtPrice, end, liquidity)
  const amountOut = down ? amount1Down(end, sqrtPrice, liquidity) : amount0Down(sqrtPrice, end, liquidity)
  return { sqrtPrice: end, amountIn, amountOut, fee: remaining - amountIn }
}

/** The price after token0 came in, rounded up. */
function priceAfter0(sqrtPrice: bigint, liquidity: bigint, amount: bigint): bigint {
  if (amount === 0n) return sqrtPrice
  const scaled = liquidity << 96n
  const product = amount * sqrtPrice
  // The contracts' numbers end at 2^256; beyond, they take a way that rounds otherwise.
  if (scaled + product < uint256) return divideUp(scaled * sqrtPrice, scaled + product)
  return divideUp(scaled, scaled / sqrtPrice + amount)
}

/** Token0 between two prices. */
function amount0Down(low: bigint, high: bigint, liquidity: bigint): bigint {
  return ((liquidity << 96n) * (high - low)) / high / low
}

function amount0Up(low: bigint, high: bigint, liquidity: bigint): bigint {
  return divideUp(divideUp((liquidity << 96n) * (high - low), high), low)
}

/** Token1 between two prices. */
function amount1Down(low: bigint, high: bigint, liquidity: bigint): bigint {
  return (liquidity * (high - low)) >> 96n
}

function amount1Up(low: bigint, high: bigint, liquidity: bigint): bigint {
  return -(-(liquidity * (high - low)) >> 96n)
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return dividend === 0n ? 0n : (dividend - 1n) / divisor + 1n
}
