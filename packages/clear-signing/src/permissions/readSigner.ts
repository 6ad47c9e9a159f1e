import { getAddress, keccak256 } from 'viem/utils'
import { readAddress } from '../address/readAddress.ts'
import { Malformed } from '../request/Malformed.ts'
import type { PermissionsDescription } from './PermissionsDescription.ts'

/** Signer of a permission. `address`: of a key of secp256k1; null for P-256. */
export type ReadSigner = { signer: NonNullable<PermissionsDescription['signer']>; address: `0x${string}` | null }

// Source: SEC 2, sections 2.4.1 and 2.4.2.
const curves = {
  secp256k1: { p: 2n ** 256n - 2n ** 32n - 977n, a: 0n, b: 7n },
  secp256r1: {
    p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    a: -3n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
} as const

/** Parses the signer of a permission; a key must be a point of its curve. @throws Malformed */
export function readSigner(value: unknown): ReadSigner {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: Record<string, unknown> | null }
  const isStrict =
    Object.keys(value ?? {}).length === 2 && Object.keys(data ?? {}).length === (type === 'account' ? 1 : 2)
  if (!isStrict) throw new Malformed('signer', 'it has a field that is not known')
  if (type === 'account') {
    const address = readAddress(data?.address)
    if (!address || BigInt(address) === 0n) throw new Malformed('signer', 'not an address')
    return { signer: { type, value: address }, address }
  }
  const curve = data?.type
  if (type !== 'key' || (curve !== 'secp256k1' && curve !== 'secp256r1'))
    throw new Malformed('signer', 'a kind that is not known')
  const point = readPoint({ text: data?.publicKey, curve: curves[curve] })
  if (curve === 'secp256r1') return { signer: { type: curve, value: point }, address: null }
  const address = getAddress(`0x${keccak256(point).slice(-40)}`)
  return { signer: { type: curve, value: address }, address }
}

/** Returns both coordinates of a public key. Source: SEC 1, section 2.3.4. */
function readPoint({
  text,
  curve: { p, a, b },
}: {
  text: unknown
  curve: { p: bigint; a: bigint; b: bigint }
}): `0x${string}` {
  const match = typeof text === 'string' && /^0x(?:(04)([0-9a-f]{64})([0-9a-f]{64})|(02|03)([0-9a-f]{64}))$/i.exec(text)
  if (!match) throw new Malformed('signer', 'not a public key')
  const x = BigInt(`0x${match[2] ?? match[5]}`)
  const square = (((x * x * x + a * x + b) % p) + p) % p
  // Both primes are 3 modulo 4.
  const root = power(square, (p + 1n) / 4n, p)
  const isOdd = match[4] === '03'
  const y = match[3] === undefined ? (((root & 1n) === 1n) === isOdd ? root : p - root) : BigInt(`0x${match[3]}`)
  if (x >= p || y >= p || (y * y) % p !== square) throw new Malformed('signer', 'not a point of the curve')
  const word = (number: bigint) => number.toString(16).padStart(64, '0')
  return `0x${word(x)}${word(y)}`
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let factor = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus
    factor = (factor * factor) % modulus
  }
  return result
}
