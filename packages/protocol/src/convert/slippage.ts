/** The slippage that a visitor may choose, percent. */
export const slippageBounds = { lowest: 0.1, highest: 50 } as const

/** Slippage is counted in millionths: 10_000 is 1 %. */
const whole = 1_000_000n

/** A slippage in millionths, from percent: to a ten-thousandth of a percent. */
export function toMillionths(percent: number): bigint {
  return BigInt(Math.round(percent * 10_000))
}

/**
 * The least that a swap may give, rounded up: never below what the percentage says.
 *
 * @param options.amount base units of the quote
 * @param options.slippage millionths
 */
export function minimumAfter({ amount, slippage }: { amount: bigint; slippage: bigint }): bigint {
  return (amount * (whole - slippage) + whole - 1n) / whole
}

/**
 * What a swap gives at least, as it is shown: the quote less the slippage, as the server has the chain enforce it.
 *
 * @param options.amount base units of the quote
 * @param options.slippage percent, as somebody may still be typing it
 * @returns base units; undefined while the slippage is none that a swap can have
 * @example readMinimum({ amount: '1000000', slippage: 1 }) // 990_000n
 */
export function readMinimum({ amount, slippage }: { amount: string; slippage: number }): bigint | undefined {
  if (!(slippage >= 0 && slippage <= 100)) return undefined
  return minimumAfter({ amount: BigInt(amount), slippage: toMillionths(slippage) })
}
