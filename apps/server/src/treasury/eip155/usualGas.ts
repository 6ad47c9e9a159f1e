/** Usual gas units of a payout. Receivers may have code. */
export const usualGas = { native: 35_000n, token: 80_000n }
