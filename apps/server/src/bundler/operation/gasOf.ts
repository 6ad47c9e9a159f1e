import type { UserOperation } from '@latchkey/smart-account'

/** All the gas that an operation may use and pays for, in units. */
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

/** What an operation pays for a unit of gas where a block's base fee is this, wei. Source: EntryPoint v0.8. */
export function priceOf(
  { maxFeePerGas, maxPriorityFeePerGas }: Pick<UserOperation, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  baseFee: bigint,
): bigint {
  // The EntryPoint takes equal fees for a chain without base fees; the sum gives the same there.
  const price = maxPriorityFeePerGas + baseFee
  return price < maxFeePerGas ? price : maxFeePerGas
}
