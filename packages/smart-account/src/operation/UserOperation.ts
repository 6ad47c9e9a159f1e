/** An ERC-4337 operation of EntryPoint v0.8, unpacked. Gas in units, fees in wei per unit. */
export type UserOperation = {
  sender: `0x${string}`
  /** 24 bytes of key, 8 of sequence. */
  nonce: bigint
  /** With the first operation of an account; `0x7702` where an ordinary account takes on code (EIP-7702). */
  factory?: `0x${string}`
  factoryData?: `0x${string}`
  callData: `0x${string}`
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** Who pays; left out: the account itself. */
  paymaster?: `0x${string}`
  paymasterVerificationGasLimit?: bigint
  paymasterPostOpGasLimit?: bigint
  paymasterData?: `0x${string}`
  signature: `0x${string}`
  /** Needed for {@link factory} `0x7702`. */
  eip7702Auth?: SignedAuthorization
}

/** What lets an ordinary account run a contract's code. Source: EIP-7702. */
export type SignedAuthorization = {
  /** The code. */
  address: `0x${string}`
  chainId: number
  /** Of the account's transactions. */
  nonce: number
  r: `0x${string}`
  s: `0x${string}`
  yParity: number
}
