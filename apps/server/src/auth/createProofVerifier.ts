import { createHash } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import type { Context } from '../platform/context.ts'

/** Seconds by which the time of a proof may be off, either way. */
const clockSkew = 60

const maxKeys = 10_000

/** Checks DPoP proofs (RFC 9449). */
export type ProofVerifier = {
  /**
   * @param options.proof the `DPoP` header
   * @param options.url the address that the proof must name, without its query
   * @param options.accessToken the token that the proof must name; left out where none is needed
   * @returns the JWK thumbprint (RFC 7638) of the key
   * @throws LatchkeyError `proof_invalid`; `session_not_yet_valid` when its time is still to come
   */
  verify: (options: { proof: string | null; method: string; url: string; accessToken?: string }) => Promise<string>
}

type ProofKey = { key: Awaited<ReturnType<typeof importJWK>>; jkt: string }

/**
 * Creates the verifier. A key that was seen before is not imported again, because that costs as much as checking a signature; the
 * ids of proofs are remembered in the key-value store for as long as their time is good.
 */
export function createProofVerifier({
  context: { kv, clock },
}: {
  context: Pick<Context, 'kv' | 'clock'>
}): ProofVerifier {
  const keys = new Map<string, ProofKey>()

  const readKey = async (jwk: JWK): Promise<ProofKey> => {
    const name = `${jwk.x}.${jwk.y}`
    const known = keys.get(name)
    if (known) return known
    const publicJwk = { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y } as JWK
    const made = { key: await importJWK(publicJwk, 'ES256'), jkt: await calculateJwkThumbprint(publicJwk) }
    keys.set(name, made)
    const [oldest] = keys.keys()
    if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest)
    return made
  }

  return {
    verify: async ({ proof, method, url, accessToken }) => {
      if (!proof || proof.length > 4_000) throw refuse('There is no proof in the DPoP header')
      let key: ProofKey
      let claims: { [claim: string]: unknown }
      try {
        const jwk = readPublicJwk(decodeProtectedHeader(proof).jwk)
        key = await readKey(jwk)
        const { payload } = await jwtVerify(proof, key.key, {
          typ: 'dpop+jwt',
          algorithms: ['ES256'],
          currentDate: new Date(clock.now()),
        })
        claims = payload
      } catch (error) {
        throw error instanceof ServiceError ? error : refuse('The proof does not hold', error)
      }
      const { htm, htu, iat, jti, ath } = claims
      if (htm !== method) throw refuse('The proof is for another method')
      if (htu !== url) throw refuse(`The proof is for another address than ${url}`)
      const age = typeof iat === 'number' ? clock.now() / 1000 - iat : Number.NaN
      if (age < -clockSkew) {
        throw new ServiceError('session_not_yet_valid', {
          message: `The proof is of a time that is still to come: the clock of this device is ${Math.round(-age)} seconds ahead of the server's`,
          field: 'dpop',
        })
      }
      if (!(age <= clockSkew)) throw refuse('The proof is too old, or the clock of this device is wrong')
      if (accessToken !== undefined && ath !== createHash('sha256').update(accessToken).digest('base64url')) {
        throw refuse('The proof is for another access token')
      }
      if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) throw refuse('The proof has no id')
      const isFirst = await kv.setIfAbsent(`proof:${key.jkt}:${jti}`, '1', { ttl: 2 * clockSkew + 5 })
      if (!isFirst) throw refuse('The proof was used before')
      return key.jkt
    },
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

function refuse(message: string, cause?: unknown): ServiceError {
  return new ServiceError('proof_invalid', { message, field: 'dpop', cause })
}
