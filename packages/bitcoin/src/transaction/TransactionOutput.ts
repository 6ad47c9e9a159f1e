import type { AddressType } from '../address/BitcoinAddress.ts'

/** One output of a transaction. */
export type TransactionOutput = {
  script: Uint8Array
  /** Satoshi. */
  value: bigint
  address: string | undefined
  type: AddressType | undefined
  /** What follows an OP_RETURN, where the output is one. */
  data: Uint8Array | undefined
}
