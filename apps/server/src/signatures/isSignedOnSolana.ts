import { verify } from 'node:crypto'
import { decodeBase58 } from '@latchkey/protocol'
import { toEd25519Key } from '../platform/crypto/toEd25519Key.ts'

/** Where the y coordinates of the curve end: 2^255 - 19. */
const field = 2n ** 255n - 19n
/**
 * The y coordinates, little end first, of the points whose order divides 8. Any text "is signed" by one of them, without a key: the system
 * program's address, all zeros, is one.
 */
const smallOrder = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])

/**
 * Tells whether a text was signed by the key that a Solana address is (Ed25519), as strictly as the network judges transactions: no keys
 * that anybody can sign for, one way to write each key, one signature for each text. Addresses of programs are no keys, and sign nothing.
 *
 * @param options.signature base58 of 64 bytes
 * @returns false for everything else, and for what cannot be read
 * @see RFC 8032
 */
export function isSignedOnSolana({
  address,
  message,
  signature,
}: {
  address: string
  message: string
  signature: string
}): boolean {
  // Base58 of 32 bytes, and of 64, is no longer than this: longer texts are not decoded.
  if (address.length > 44 || signature.length > 88) return false
  const publicKey = decodeBase58(address)
  const bytes = decodeBase58(signature)
  if (publicKey?.length !== 32 || bytes?.length !== 64) return false
  if (!isPointOfUse(publicKey) || !isPointOfUse(bytes.subarray(0, 32))) return false
  try {
    return verify(null, Buffer.from(message), toEd25519Key(publicKey), bytes)
  } catch {
    return false
  }
}

/** Whether a point is written in the one way there is, and not one of the eight of small order. */
function isPointOfUse(point: Uint8Array): boolean {
  const y = Buffer.from(point)
  // The last bit says which of the two x.
  y[31] = (y[31] ?? 0) & 0x7f
  if (smallOrder.has(y.toString('hex'))) return false
  return BigInt(`0x${y.reverse().toString('hex')}`) < field
}
