/** A transaction as an app asks for it: what it left out is filled in before it is signed. Amounts in wei, gas in units. */
export type TransactionRequest = {
  /** Null: a contract is created. */
  to: `0x${string}` | null
  value: bigint
  data: `0x${string}`
  type?: 'legacy' | 'eip1559'
  nonce?: number
  gas?: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
}
