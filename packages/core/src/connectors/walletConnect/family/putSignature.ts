import { LatchkeyError } from '@latchkey/protocol'

/**
 * Puts a signature into the slot of its signer. Source: Solana's wire format. The number of signatures and the signatures precede the
 * message, whose first keys are the signers.
 *
 * @returns the signed transaction
 * @throws LatchkeyError `wallet_failed` if the transaction has no slot for it
 */
export function putSignature({
  transaction,
  signer,
  signature,
}: {
  transaction: Uint8Array
  /** The key of 32 bytes. */
  signer: Uint8Array
  signature: Uint8Array
}): Uint8Array {
  const signatures = readLength(transaction, 0)
  const message = transaction.subarray(signatures.end + 64 * signatures.length)
  const header = (message[0] ?? 0) & 0x80 ? 1 : 0
  const signers = message[header] ?? 0
  const keys = readLength(message, header + 3)
  const keyAt = (index: number) => message.subarray(keys.end + 32 * index, keys.end + 32 * (index + 1))
  const index = Array.from({ length: Math.min(signers, keys.length) }, (_, at) => keyAt(at).join()).indexOf(
    signer.join(),
  )
  if (index < 0 || signatures.length !== signers)
    throw new LatchkeyError('wallet_failed', { details: 'The transaction has no slot for the signature' })
  const signed = transaction.slice()
  signed.set(signature, signatures.end + 64 * index)
  return signed
}

/** Reads a length of up to 3 bytes with 7 bits each. */
function readLength(bytes: Uint8Array, offset: number): { length: number; end: number } {
  let length = 0
  let at = 0
  for (; at < 3; at++) {
    const byte = bytes[offset + at] ?? 0
    length |= (byte & 0x7f) << (7 * at)
    if (!(byte & 0x80)) break
  }
  return { length, end: offset + at + 1 }
}
