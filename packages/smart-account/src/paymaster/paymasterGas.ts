/**
 * Gas limits that `LatchkeyPaymaster` needs, with a margin; a test measures what it uses. A higher limit of `postOp` is charged to the budget
 * whether it is used or not, and up to a tenth of it to the deposit.
 */
export const paymasterGas = {
  paymasterVerificationGasLimit: 80_000n,
  paymasterPostOpGasLimit: 8_000n,
} as const
