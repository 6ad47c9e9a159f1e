/** A transaction request of an app. Missing fields are filled in before signing. Amounts in wei, gas in units. */
export type TransactionRequest = {
  /** Null: creates a contract. */
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
