/** Units of gas that a payout takes as a rule; receivers may have code. */
export const usualGas = { native: 35_000n, token: 80_000n }
