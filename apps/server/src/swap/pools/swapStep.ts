const million = 1_000_000n
const uint256 = 2n ** 256n

/** Result of a swap between two ticks of a v3 pool. */
export type SwapStep = {
  /** Square root of the price at the end, Q64.96. */
  sqrtPrice: bigint
  /** Base units of the input without the fee, and of the output. */
  amountIn: bigint
  amountOut: bigint
  fee: bigint
}

/**
 * Computes how far an amount moves the price toward a tick, and its output. It uses integers and rounds in favor of the pool
 * at the same places as the contracts. Source: Uniswap v3 whitepaper, 6.2.3.
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
  // A swap that stops before the tick pays its whole remaining amount. The fee is the difference to the net input.
  const end = down ? priceAfter0(sqrtPrice, liquidity, usable) : sqrtPrice + (usable << 96n) / liquidity
  const amountIn = down ? amount0Up(end, sqrtPrice, liquidity) : amount1Up(sqrtPrice, end, liquidity)
  const amountOut = down ? amount1Down(end, sqrtPrice, liquidity) : amount0Down(sqrtPrice, end, liquidity)
  return { sqrtPrice: end, amountIn, amountOut, fee: remaining - amountIn }
}

/** Returns the price after an input of token0, rounded up. */
function priceAfter0(sqrtPrice: bigint, liquidity: bigint, amount: bigint): bigint {
  if (amount === 0n) return sqrtPrice
  const scaled = liquidity << 96n
  const product = amount * sqrtPrice
  // The contracts' numbers end at 2^256. Beyond that, they use a formula that rounds differently.
  if (scaled + product < uint256) return divideUp(scaled * sqrtPrice, scaled + product)
  return divideUp(scaled, scaled / sqrtPrice + amount)
}

/** Amount of token0 between two prices. */
function amount0Down(low: bigint, high: bigint, liquidity: bigint): bigint {
  return ((liquidity << 96n) * (high - low)) / high / low
}

function amount0Up(low: bigint, high: bigint, liquidity: bigint): bigint {
  return divideUp(divideUp((liquidity << 96n) * (high - low), high), low)
}

/** Amount of token1 between two prices. */
function amount1Down(low: bigint, high: bigint, liquidity: bigint): bigint {
  return (liquidity * (high - low)) >> 96n
}

function amount1Up(low: bigint, high: bigint, liquidity: bigint): bigint {
  return -(-(liquidity * (high - low)) >> 96n)
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return dividend === 0n ? 0n : (dividend - 1n) / divisor + 1n
}
