import type { UserOperation } from '@latchkey/smart-account'

/** Returns the maximum cost of an operation in wei: the amount that the EntryPoint charges in advance. Source: ERC-4337, `requiredPrefund`. */
export function worstCost({
  callGasLimit,
  verificationGasLimit,
  preVerificationGas,
  paymasterVerificationGasLimit = 0n,
  paymasterPostOpGasLimit = 0n,
  maxFeePerGas,
}: Pick<
  UserOperation,
  | 'callGasLimit'
  | 'verificationGasLimit'
  | 'preVerificationGas'
  | 'paymasterVerificationGasLimit'
  | 'paymasterPostOpGasLimit'
  | 'maxFeePerGas'
>): bigint {
  const gas =
    callGasLimit + verificationGasLimit + preVerificationGas + paymasterVerificationGasLimit + paymasterPostOpGasLimit
  return gas * maxFeePerGas
}
