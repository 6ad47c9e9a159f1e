import type { EvmAddress } from '@latchkey/protocol'
import { keccak256 } from 'viem'
import type { RecoverableSignature, Secp256k1Curve } from '../platform/crypto/secp256k1/Secp256k1Curve.ts'
import { secp256k1 } from '../platform/crypto/secp256k1/secp256k1.ts'
import { mayHaveSigned } from './mayHaveSigned.ts'

/**
 * Returns whether the key of an address signed a text (EIP-191), without a call to a chain. Accepts 65 bytes with 27, 28, 0 or 1 at the
 * end, and 64 bytes (ERC-2098). Both forms of each signature count, so a replay check must store the text, not the signature.
 *
 * @param options.curve replaces the curve of the process, for tests
 * @returns false for everything else, including unreadable signatures
 */
export function isSignedByKey({
  account,
  message,
  signature,
  curve = secp256k1,
}: {
  account: EvmAddress
  message: string
  signature: `0x${string}`
  curve?: Secp256k1Curve
}): boolean {
  if (!mayHaveSigned({ account, signature })) return false
  const read = readSignature(signature)
  const publicKey = read && curve.recover({ hash: hashText(message), ...read })
  if (!publicKey) return false
  // The last 20 bytes of the hash of x and y.
  return keccak256(publicKey.subarray(1)).slice(-40) === account.slice(2).toLowerCase()
}

function hashText(message: string): Uint8Array {
  const text = Buffer.from(message)
  return keccak256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]), 'bytes')
}

function readSignature(text: `0x${string}`): RecoverableSignature | undefined {
  const bytes = Buffer.from(text.slice(2), 'hex')
  const signature = bytes.subarray(0, 64)
  if (bytes.length === 65) {
    const last = bytes[64] ?? 0
    const recovery = last >= 27 ? last - 27 : last
    return recovery === 0 || recovery === 1 ? { signature, recovery } : undefined
  }
  if (bytes.length !== 64) return undefined
  // The highest bit of s is unused in low s, and holds the recovery id.
  const first = signature[32] ?? 0
  signature[32] = first & 0x7f
  return { signature, recovery: first >> 7 }
}
