/** Bounds of the slippage that a visitor can choose, in percent. */
export const slippageBounds = { lowest: 0.1, highest: 50 } as const

/** Slippage is in millionths: 10_000 is 1%. */
const whole = 1_000_000n

/** Converts a slippage from percent to millionths, rounded to a ten-thousandth of a percent. */
export function toMillionths(percent: number): bigint {
  return BigInt(Math.round(percent * 10_000))
}

/**
 * Returns the minimum received of a swap, rounded up, so that it is never below the exact percentage.
 *
 * @param options.amount base units of the quote
 * @param options.slippage millionths
 */
export function minimumAfter({ amount, slippage }: { amount: bigint; slippage: bigint }): bigint {
  return (amount * (whole - slippage) + whole - 1n) / whole
}

/**
 * Returns the minimum received of a swap for display: the quote less the slippage, as the server enforces it on the chain.
 *
 * @param options.amount base units of the quote
 * @param options.slippage percent, possibly incomplete during typing
 * @returns base units; undefined while the slippage is outside the allowed range
 * @example readMinimum({ amount: '1000000', slippage: 1 }) // 990_000n
 */
export function readMinimum({ amount, slippage }: { amount: string; slippage: number }): bigint | undefined {
  if (!(slippage >= 0 && slippage <= 100)) return undefined
  return minimumAfter({ amount: BigInt(amount), slippage: toMillionths(slippage) })
}
