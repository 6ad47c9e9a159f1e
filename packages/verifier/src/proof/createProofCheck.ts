import {
  base64url,
  type CryptoKey,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  jwtVerify,
} from 'jose'
import type { ProofOfKey } from '../Verifier.ts'
import { VerifierError } from '../VerifierError.ts'
import type { ReplayStore } from './createMemoryReplays.ts'

/** Seconds by which the time of a proof may be off, either way. */
const clockSkew = 60
const longestProof = 4_096
const maxKeys = 1_000

/** Checks that a request was made by the owner of a key. @throws VerifierError `proof_invalid` */
export type ProofCheck = (options: { proof: ProofOfKey; token: string; jkt: string }) => Promise<void>

/**
 * Creates the check of DPoP proofs (RFC 9449): for one key, token, method and address, of now, and once. A key that was seen before is not imported
 * again, because that costs as much as checking a signature.
 *
 * @param options.addresses where this backend is reached, without slashes at the end; a proof has to name one of them
 * @param options.now unix milliseconds
 */
export function createProofCheck({
  addresses,
  replays,
  now,
}: {
  addresses: readonly string[]
  replays: ReplayStore
  now: () => number
}): ProofCheck {
  const keys = new Map<string, CryptoKey>()
  /** Of tokens of the server alone, so that nobody fills it with keys of nobody. */
  const readKey = async (jwk: JWK, jkt: string): Promise<CryptoKey> => {
    if ((await calculateJwkThumbprint(jwk)) !== jkt) throw refuse('The proof is of another key than the token')
    const known = keys.get(jkt)
    if (known) return known
    const key = (await importJWK(jwk, 'ES256')) as CryptoKey
    keys.set(jkt, key)
    const [oldest] = keys.keys()
    if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest)
    return key
  }

  return async ({ proof: { jwt, method, url }, token, jkt }) => {
    if (jwt === '' || jwt.length > longestProof) throw refuse('There is no single proof in the DPoP header')
    const { htm, htu, iat, jti, ath } = await readProof({ jwt, now, readKey: (jwk) => readKey(jwk, jkt) })
    if (htm !== method) throw refuse('The proof is for another method')
    if (addresses.length === 0)
      throw refuse('This backend does not know its own address: set publicUrl of its verifier')
    const asked = typeof htu === 'string' ? normalise(htu) : undefined
    if (asked === undefined || !addresses.some((address) => normalise(`${address}${url}`) === asked))
      throw refuse('The proof is for another address')
    const age = typeof iat === 'number' ? now() / 1000 - iat : Number.NaN
    if (!(Math.abs(age) <= clockSkew)) throw refuse('The proof is too old, or a clock is wrong')
    if (ath !== (await hash(token))) throw refuse('The proof is for another token')
    if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) throw refuse('The proof has no id')
    // Its time is good for no longer than that.
    const isFirst = await replays.add(`${jkt}:${jti}`, Math.ceil(clockSkew - age) + 1)
    if (!isFirst) throw refuse('The proof was used before')
  }
}

/** What a proof says, once its signature holds for that very key. */
async function readProof({
  jwt,
  now,
  readKey,
}: {
  jwt: string
  now: () => number
  readKey: (jwk: JWK) => Promise<CryptoKey>
}): Promise<Record<string, unknown>> {
  try {
    const key = await readKey(readPublicJwk(decodeProtectedHeader(jwt).jwk))
    const { payload } = await jwtVerify(jwt, key, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(now()),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
      throw refuse('The proof does not hold', error)
    throw error
  }
}

/** A P-256 public key and nothing else: private members would be somebody's secret in a header. */
function readPublicJwk(jwk: unknown): JWK {
  if (typeof jwk !== 'object' || jwk === null) throw refuse('The proof names no key')
  const { kty, crv, x, y } = jwk as Record<string, unknown>
  const isPublic = !['d', 'k', 'p', 'q', 'dp', 'dq', 'qi'].some((member) => Object.hasOwn(jwk, member))
  const isPoint = [x, y].every((part) => typeof part === 'string' && /^[A-Za-z0-9_-]{43}$/.test(part))
  if (kty !== 'EC' || crv !== 'P-256' || !isPublic || !isPoint)
    throw refuse('The key of the proof is not a public P-256 key')
  return { kty, crv, x, y } as JWK
}

/** An address without its query, written in the one way that URLs have; undefined for what is none. */
function normalise(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return base64url.encode(new Uint8Array(digest))
}

function refuse(message: string, cause?: unknown): VerifierError {
  return new VerifierError('proof_invalid', { message, schemes: ['DPoP'], cause })
}
