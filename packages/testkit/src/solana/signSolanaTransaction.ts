import { ed25519 } from '@noble/curves/ed25519'

/**
 * Signs a serialized transaction, legacy or versioned, at the position of its signer. Source: Solana's wire format. It consists of a short
 * vector of signatures, then the message, whose first keys are the signers.
 *
 * @returns the transaction with the signature in it
 */
export function signSolanaTransaction({
  transaction,
  seed,
}: {
  transaction: Uint8Array
  seed: Uint8Array
}): Uint8Array {
  const { index, message, offset } = findSigner({ transaction, seed })
  const signed = transaction.slice()
  signed.set(ed25519.sign(message, seed), offset + 64 * index)
  return signed
}

/** The signature of a signer in a signed transaction: 64 bytes. */
export function signatureOf({ transaction, seed }: { transaction: Uint8Array; seed: Uint8Array }): Uint8Array {
  const { index, offset } = findSigner({ transaction, seed })
  return transaction.slice(offset + 64 * index, offset + 64 * (index + 1))
}

/** Finds the signer with this key, the bytes to sign, and the start of the signatures. */
function findSigner({ transaction, seed }: { transaction: Uint8Array; seed: Uint8Array }) {
  const signatures = readShortVector(transaction, 0)
  const start = signatures.end + 64 * signatures.length
  const message = transaction.subarray(start)
  const header = (message[0] ?? 0) & 0x80 ? 1 : 0
  const signers = message[header] ?? 0
  const keys = readShortVector(message, header + 3)
  const publicKey = ed25519.getPublicKey(seed).join()
  const index = Array.from({ length: Math.min(signers, keys.length) }, (_, at) =>
    message.subarray(keys.end + 32 * at, keys.end + 32 * (at + 1)).join(),
  ).indexOf(publicKey)
  if (index < 0 || signatures.length !== signers) throw new Error('The transaction has no place for this signer')
  return { index, message, offset: signatures.end }
}

function readShortVector(bytes: Uint8Array, offset: number): { length: number; end: number } {
  let length = 0
  for (let at = 0; at < 3; at++) {
    const byte = bytes[offset + at] ?? 0
    length |= (byte & 0x7f) << (7 * at)
    if (!(byte & 0x80)) return { length, end: offset + at + 1 }
  }
  throw new Error('A length takes 3 bytes at most')
}
