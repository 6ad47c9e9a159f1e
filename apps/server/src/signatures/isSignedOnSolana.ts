import { verify } from 'node:crypto'
import { decodeBase58 } from '@latchkey/protocol'
import { toEd25519Key } from '../platform/crypto/toEd25519Key.ts'

/** The modulus of the curve's y coordinates: 2^255 - 19. */
const field = 2n ** 255n - 19n
/**
 * Little-endian y coordinates of the points whose order divides 8. For them, anyone can create a valid signature of any text without a key.
 * One of them is all zeros, the address of the system program.
 */
const smallOrder = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])

/**
 * Returns whether the key of a Solana address (Ed25519) signed a text, as strictly as the network checks transactions. Rejects keys for
 * which anyone can sign, noncanonical keys, and malleable signatures. Addresses of programs are not keys, and cannot sign.
 *
 * @param options.signature base58 of 64 bytes
 * @returns false for everything else, including unreadable signatures
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
  // Base58 of 32 and of 64 bytes is not longer than this. Longer texts are not decoded.
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

/** Returns whether a point is canonical, and not one of the eight of small order. */
function isPointOfUse(point: Uint8Array): boolean {
  const y = Buffer.from(point)
  // The last bit selects one of two x coordinates.
  y[31] = (y[31] ?? 0) & 0x7f
  if (smallOrder.has(y.toString('hex'))) return false
  return BigInt(`0x${y.reverse().toString('hex')}`) < field
}
