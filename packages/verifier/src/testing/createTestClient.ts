import { createHash, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'

/** A page with its own key. */
export async function createTestClient({ now }: { now: () => number }) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const jkt = await calculateJwkThumbprint(jwk)
  return {
    jwk,
    privateKey,
    /** Claim that binds a token to it. */
    cnf: { jkt },
    prove: (
      { method, url, token }: { method: string; url: string; token: string },
      { claims, header }: { claims?: Record<string, unknown>; header?: Record<string, unknown> } = {},
    ) => {
      const ath = createHash('sha256').update(token).digest('base64url')
      const said = { htm: method, htu: url, ath, iat: Math.floor(now() / 1000), jti: randomUUID(), ...claims }
      return new SignJWT(said).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header }).sign(privateKey)
    },
  }
}
