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

/** Seconds by which the time of a proof may be off, either way. */
const clockSkew = 60
const longestProof = 4_096

/** Checks DPoP proofs (RFC 9449). */
export type DpopVerifier = {
  /**
   * Checks a proof: one key, method and address, of now, and used once.
   *
   * @param options.proof the `DPoP` header
   * @param options.method of the request
   * @param options.isAddress whether the address that the proof names (`htu`) is that of the request
   * @param options.token the access token that the proof must name (`ath`); left out where none is needed
   * @param options.jkt the thumbprint of the key that the token is bound to; left out: any key
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
 * Creates the one verifier of DPoP proofs, for servers that issue tokens and for backends that take them. A key that was seen before is not
 * imported again, because that costs as much as checking a signature.
 *
 * @param options.replays remembers the ids of proofs for as long as their time is good
 * @param options.now unix milliseconds
 * @param options.maxKeys keys that are remembered
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
    // Before anything is remembered: nobody fills the memory with keys of no token.
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
      // Its time is good for no longer than that.
      const isFirst = await replays.add(`${jkt}:${jti}`, Math.ceil(clockSkew - age) + 1)
      if (!isFirst) throw new DpopError('used')
      return jkt
    },
  }
}

/** A P-256 public key and nothing else: private members would be somebody's secret in a header. */
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
