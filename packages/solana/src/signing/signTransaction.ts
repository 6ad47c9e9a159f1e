import { encodeBase58 } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import { malformed, readBytes } from '../bytes/readBytes.ts'
import { readTransaction } from '../transaction/readTransaction.ts'

/**
 * Adds one signature to a transaction in its wire format, at the position of the key's signer. No other byte changes: not the message,
 * and no other signature.
 *
 * @param options.privateKey the 32 bytes of RFC 8032
 * @returns the signed transaction; the input is not modified
 * @throws LatchkeyError `malformed_request` if the bytes are no transaction, or the key is none of its signers
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
