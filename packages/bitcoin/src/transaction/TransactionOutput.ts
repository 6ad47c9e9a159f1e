import type { AddressType } from '../address/BitcoinAddress.ts'

/** One output of a transaction. */
export type TransactionOutput = {
  script: Uint8Array
  /** Satoshi. */
  value: bigint
  address: string | undefined
  type: AddressType | undefined
  /** Data after OP_RETURN, if the output has one. */
  data: Uint8Array | undefined
}
