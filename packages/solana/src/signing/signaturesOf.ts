import { encodeBase58 } from '@latchkey/protocol'
import { readTransaction } from '../transaction/readTransaction.ts'

/** A signature of a transaction and its claimed signer. */
export type TransactionSignature = { address: string; signature: Uint8Array }

/**
 * Returns the signatures of a transaction in the order of its signers, without missing ones.
 * @throws LatchkeyError `malformed_request`
 */
export function signaturesOf(transaction: Uint8Array): TransactionSignature[] {
  return readTransaction(transaction).signatures.flatMap(({ address, signature }) =>
    signature ? [{ address, signature }] : [],
  )
}

/**
 * Returns the ID of a transaction: the fee payer's signature in base58. Undefined until the fee payer has signed.
 * @throws LatchkeyError `malformed_request`
 */
export function transactionId(transaction: Uint8Array): string | undefined {
  const signature = readTransaction(transaction).signatures[0]?.signature
  return signature && encodeBase58(signature)
}
