import type { UserOperation } from '@latchkey/smart-account'

/** Returns the total gas limit of an operation, in units. */
export function gasOf({
  callGasLimit,
  verificationGasLimit,
  preVerificationGas,
  paymasterVerificationGasLimit = 0n,
  paymasterPostOpGasLimit = 0n,
}: UserOperation): bigint {
  return (
    callGasLimit + verificationGasLimit + preVerificationGas + paymasterVerificationGasLimit + paymasterPostOpGasLimit
  )
}

/** Returns the wei that an operation pays per unit of gas at a base fee. Source: EntryPoint v0.8. */
export function priceOf(
  { maxFeePerGas, maxPriorityFeePerGas }: Pick<UserOperation, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  baseFee: bigint,
): bigint {
  // For a chain without base fees, the EntryPoint uses equal fees. The sum gives the same result.
  const price = maxPriorityFeePerGas + baseFee
  return price < maxFeePerGas ? price : maxFeePerGas
}
