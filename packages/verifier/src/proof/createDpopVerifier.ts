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
import type { ReplayStore } from './createMemoryReplays.ts'
import { DpopError } from './DpopError.ts'

/** Largest difference between the time of a proof and now, in seconds. */
const clockSkew = 60
const longestProof = 4_096

/** Verifies DPoP proofs (RFC 9449). */
export type DpopVerifier = {
  /**
   * Verifies a proof: for one key, method and URL, with a current time, and used once.
   *
   * @param options.proof the `DPoP` header
   * @param options.method of the request
   * @param options.isAddress whether the URL that the proof names (`htu`) is that of the request
   * @param options.token the access token that the proof must name (`ath`); undefined if none is required
   * @param options.jkt thumbprint of the key that the token is bound to; any key if undefined
   * @returns the JWK thumbprint (RFC 7638) of the key
   * @throws DpopError with the reason
   */
  verify: (options: {
    proof: string | null | undefined
    method: string
    isAddress: (htu: string) => boolean
    token?: string | undefined
    jkt?: string | undefined
  }) => Promise<string>
}

/**
 * Creates the shared verifier of DPoP proofs, for servers that issue tokens and for backends that accept them. Caches imported keys, because
 * an import costs as much as the verification of a signature.
 *
 * @param options.replays stores the IDs of proofs while their time is valid
 * @param options.now unix milliseconds
 * @param options.maxKeys number of cached keys
 */
export function createDpopVerifier({
  replays,
  now,
  maxKeys = 1_000,
}: {
  replays: ReplayStore
  now: () => number
  maxKeys?: number
}): DpopVerifier {
  const keys = new Map<string, CryptoKey>()

  const readKey = async (jwk: JWK, wanted: string | undefined): Promise<{ key: CryptoKey; jkt: string }> => {
    const jkt = await calculateJwkThumbprint(jwk)
    // Before the key is cached, so that keys without a token cannot fill the memory.
    if (wanted !== undefined && jkt !== wanted) throw new DpopError('other_key')
    const known = keys.get(jkt)
    if (known) return { key: known, jkt }
    const key = (await importJWK(jwk, 'ES256')) as CryptoKey
    keys.set(jkt, key)
    const [oldest] = keys.keys()
    if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest)
    return { key, jkt }
  }

  const readProof = async (proof: string, wanted: string | undefined) => {
    try {
      const { key, jkt } = await readKey(readPublicJwk(decodeProtectedHeader(proof).jwk), wanted)
      const options = { typ: 'dpop+jwt', algorithms: ['ES256'], currentDate: new Date(now()) }
      return { jkt, claims: (await jwtVerify(proof, key, options)).payload as Record<string, unknown> }
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
        throw new DpopError('malformed', { cause: error })
      throw error
    }
  }

  return {
    verify: async ({ proof, method, isAddress, token, jkt: wanted }) => {
      if (!proof || proof.length > longestProof) throw new DpopError('missing')
      const { jkt, claims } = await readProof(proof, wanted)
      const { htm, htu, iat, jti, ath } = claims
      if (htm !== method) throw new DpopError('other_method')
      if (typeof htu !== 'string' || !isAddress(htu)) throw new DpopError('other_address')
      const age = typeof iat === 'number' ? now() / 1000 - iat : Number.NaN
      if (age < -clockSkew) throw new DpopError('future', { seconds: Math.round(-age) })
      if (!(age <= clockSkew)) throw new DpopError('old')
      if (token !== undefined && ath !== (await hash(token))) throw new DpopError('other_token')
      if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) throw new DpopError('no_id')
      // The proof's time is not valid for longer.
      const isFirst = await replays.add(`${jkt}:${jti}`, Math.ceil(clockSkew - age) + 1)
      if (!isFirst) throw new DpopError('used')
      return jkt
    },
  }
}

/** Returns a P-256 public key without other members. Private members would expose a secret in a header. */
function readPublicJwk(jwk: unknown): JWK {
  if (typeof jwk !== 'object' || jwk === null) throw new DpopError('no_key')
  const { kty, crv, x, y } = jwk as Record<string, unknown>
  const isPublic = !['d', 'k', 'p', 'q', 'dp', 'dq', 'qi'].some((member) => Object.hasOwn(jwk, member))
  const isPoint = [x, y].every((part) => typeof part === 'string' && /^[A-Za-z0-9_-]{43}$/.test(part))
  if (kty !== 'EC' || crv !== 'P-256' || !isPublic || !isPoint) throw new DpopError('bad_key')
  return { kty, crv, x, y } as JWK
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return base64url.encode(new Uint8Array(digest))
}
