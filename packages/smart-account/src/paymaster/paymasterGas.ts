/**
 * Gas limits for `LatchkeyPaymaster`, with a margin. A test measures the actual use. A higher limit of `postOp` is charged to
 * the budget even if unused, and up to a tenth of it to the deposit.
 */
export const paymasterGas = {
  paymasterVerificationGasLimit: 80_000n,
  paymasterPostOpGasLimit: 8_000n,
} as const
