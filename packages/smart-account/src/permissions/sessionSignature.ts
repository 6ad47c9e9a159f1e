import { p256 } from '@noble/curves/p256'
import { concat, decodeAbiParameters, encodeAbiParameters, hexToBigInt, numberToHex, size, sliceHex } from 'viem/utils'
import type { Grant } from './Grant.ts'
import { grantType } from './grantType.ts'

const types = [
  { name: 'time', type: 'uint48' },
  grantType,
  { name: 'signature', type: 'bytes' },
  { name: 'coSignature', type: 'bytes' },
] as const

/** Parts of the signature of a permission's operation. */
export type SessionSignature = {
  grant: Grant
  /**
   * Unix seconds: the time that the operation claims. It selects the period of each allowance, and the chain refuses the
   * operation outside of those periods.
   */
  at: number
  /** Signature of the permission's key over the operation's hash: 65 bytes, or 64 (r, s) for P-256. */
  signature: `0x${string}`
  /** Signature of {@link Grant.coSigner} over the same hash: 65 bytes. */
  coSignature?: `0x${string}`
}

/**
 * Encodes the signature of a permission's operation. Signatures of P-256 are converted to the lower of their two forms,
 * because the chain accepts no other.
 */
export function encodeSessionSignature({ grant, at, signature, coSignature = '0x' }: SessionSignature): `0x${string}` {
  return encodeAbiParameters(types, [at, grant, size(signature) === 64 ? lower(signature) : signature, coSignature])
}

/** Decodes the result of {@link encodeSessionSignature}; undefined for anything else. The signatures are not verified. */
export function decodeSessionSignature(encoded: `0x${string}`): Required<SessionSignature> | undefined {
  try {
    const [at, grant, signature, coSignature] = decodeAbiParameters(types, encoded)
    return { at, grant, signature, coSignature }
  } catch {
    return undefined
  }
}

/** Returns an invalid signature with the size and gas cost of a real one, to measure gas. */
export function stubSessionSignature({ grant, at }: { grant: Grant; at: number }): `0x${string}` {
  const coSignature = BigInt(grant.coSigner) === 0n ? '0x' : stub
  return encodeSessionSignature({ grant, at, signature: size(grant.signer) === 64 ? stub64 : stub, coSignature })
}

/** Both numbers are in range, and have the length and the nonzero bytes of real ones. The recovered address is arbitrary. */
const r = 'a5'.repeat(32)
const s = `5a${'a5'.repeat(31)}`
const stub = `0x${r}${s}1b` as const
const stub64 = `0x${r}${s}` as const

/** Returns the form of a signature with the lower second number. */
function lower(signature: `0x${string}`): `0x${string}` {
  const { n: order } = p256.CURVE
  const second = hexToBigInt(sliceHex(signature, 32))
  if (second <= order / 2n || second >= order) return signature
  return concat([sliceHex(signature, 0, 32), numberToHex(order - second, { size: 32 })])
}
