import { encodeBase58 } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import { malformed, readBytes } from '../bytes/readBytes.ts'
import { readTransaction } from '../transaction/readTransaction.ts'

/**
 * Adds one signature to a transaction in its wire format, in the place of the key's own signer. No other byte changes: not the
 * message, and no signature that others left.
 *
 * @param options.privateKey the 32 bytes of RFC 8032
 * @returns the transaction with the signature in it; the bytes given stay as they were
 * @throws LatchkeyError `malformed_request` when the bytes are no transaction, or the key is none of its signers
 * @example const signed = signTransaction({ transaction, privateKey })
 */
export function signTransaction({
  transaction,
  privateKey,
}: {
  transaction: Uint8Array
  privateKey: Uint8Array
}): Uint8Array {
  const { requiredSigners, messageBytes } = readTransaction(transaction)
  const place = requiredSigners.indexOf(encodeBase58(ed25519.getPublicKey(privateKey)))
  if (place < 0) throw malformed('The transaction asks for no signature of this account')
  const reader = readBytes(transaction)
  reader.shortLength()
  const start = transaction.length - reader.left()
  const signed = transaction.slice()
  signed.set(ed25519.sign(messageBytes, privateKey), start + 64 * place)
  return signed
}
