/** An ERC-4337 operation of EntryPoint v0.8, unpacked. Gas is in units, fees are in wei per unit. */
export type UserOperation = {
  sender: `0x${string}`
  /** Key of 24 bytes, sequence of 8. */
  nonce: bigint
  /** Only in the first operation of an account; `0x7702` if an EOA delegates (EIP-7702). */
  factory?: `0x${string}`
  factoryData?: `0x${string}`
  callData: `0x${string}`
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** Contract that pays; undefined if the account pays itself. */
  paymaster?: `0x${string}`
  paymasterVerificationGasLimit?: bigint
  paymasterPostOpGasLimit?: bigint
  paymasterData?: `0x${string}`
  signature: `0x${string}`
  /** Required for a {@link factory} of `0x7702`. */
  eip7702Auth?: SignedAuthorization
}

/** Authorization with which an EOA delegates to a contract's code. Source: EIP-7702. */
export type SignedAuthorization = {
  /** Contract with the code. */
  address: `0x${string}`
  chainId: number
  /** Transaction nonce of the account. */
  nonce: number
  r: `0x${string}`
  s: `0x${string}`
  yParity: number
}
