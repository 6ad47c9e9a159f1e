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

/** What the signature of a session's operation is made of. */
export type SessionSignature = {
  grant: Grant
  /** Unix seconds: the time that the operation claims. It counts against the period of each allowance that this is in, and the chain refuses it in any other. */
  at: number
  /** By the session's key, over the operation's hash as it is: 65 bytes, or 64 (r, s) of P-256. */
  signature: `0x${string}`
  /** By {@link Grant.coSigner}, over the same hash: 65 bytes. */
  coSignature?: `0x${string}`
}

/**
 * The signature of an operation that a session makes. Signatures of P-256 are brought to the lower of their two forms, for the chain takes
 * no other.
 */
export function encodeSessionSignature({ grant, at, signature, coSignature = '0x' }: SessionSignature): `0x${string}` {
  return encodeAbiParameters(types, [at, grant, size(signature) === 64 ? lower(signature) : signature, coSignature])
}

/** Reads what {@link encodeSessionSignature} writes; undefined for anything else. The signatures in it are not looked at. */
export function decodeSessionSignature(encoded: `0x${string}`): Required<SessionSignature> | undefined {
  try {
    const [at, grant, signature, coSignature] = decodeAbiParameters(types, encoded)
    return { at, grant, signature, coSignature }
  } catch {
    return undefined
  }
}

/** A signature of the same size and cost as a real one, which is none: to measure gas with. */
export function stubSessionSignature({ grant, at }: { grant: Grant; at: number }): `0x${string}` {
  const coSignature = BigInt(grant.coSigner) === 0n ? '0x' : stub
  return encodeSessionSignature({ grant, at, signature: size(grant.signer) === 64 ? stub64 : stub, coSignature })
}

/** Both numbers as long and as full of bits as real ones, and in range; somebody's address follows from them. */
const r = 'a5'.repeat(32)
const s = `5a${'a5'.repeat(31)}`
const stub = `0x${r}${s}1b` as const
const stub64 = `0x${r}${s}` as const

/** Of two signatures that say the same, the one whose second number is the lower. */
function lower(signature: `0x${string}`): `0x${string}` {
  const { n: order } = p256.CURVE
  const second = hexToBigInt(sliceHex(signature, 32))
  if (second <= order / 2n || second >= order) return signature
  return concat([sliceHex(signature, 0, 32), numberToHex(order - second, { size: 32 })])
}
