import { encodeBase58 } from '@latchkey/protocol'
import { readTransaction } from '../transaction/readTransaction.ts'

/** A signature that a transaction has, and whose it says to be. */
export type TransactionSignature = { address: string; signature: Uint8Array }

/**
 * The signatures that a transaction carries, in the order of its signers; those that are still missing are left out.
 * @throws LatchkeyError `malformed_request`
 */
export function signaturesOf(transaction: Uint8Array): TransactionSignature[] {
  return readTransaction(transaction).signatures.flatMap(({ address, signature }) =>
    signature ? [{ address, signature }] : [],
  )
}

/**
 * The id of a transaction: the fee payer's signature in base58. Undefined until that has signed.
 * @throws LatchkeyError `malformed_request`
 */
export function transactionId(transaction: Uint8Array): string | undefined {
  const signature = readTransaction(transaction).signatures[0]?.signature
  return signature && encodeBase58(signature)
}
