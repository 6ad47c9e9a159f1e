import { ServiceError } from '@latchkey/protocol/errors'
import { type HealthKey, healthTokenType } from '@latchkey/protocol/wallet'
import { jwtVerify, SignJWT } from 'jose'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { createSigningKeys } from '../signingKeys/createSigningKeys.ts'

/** Seconds that an access token is valid. */
export const accessTokenSeconds = 600

/** Signs and checks access tokens. */
export type TokenSigner = {
  sign: (claims: { sessionId: string; userId: string; jkt: string }) => Promise<string>
  /** @throws LatchkeyError `proof_invalid` if the token is not from this server, not for this API or expired */
  verify: (token: string) => Promise<{ sessionId: string; jkt: string }>
  /** Signs a caller's nonce. It proves to a device with pinned keys that this server answers. */
  proveHealth: (nonce: string) => Promise<{ token: string; keys: HealthKey[] }>
}

/**
 * Creates the signer of access tokens: JWTs (RFC 9068) under ES256, bound to a device's key by `cnf.jkt` (RFC 9449). It uses the keys of
 * the purpose `wallet`.
 */
export async function createTokenSigner({
  context,
  sealer,
}: {
  context: Pick<Context, 'config' | 'database' | 'clock' | 'log' | 'shutdown'>
  sealer: Sealer
}): Promise<TokenSigner> {
  const { config, clock } = context
  const issuer = config.wallet ? new URL(config.wallet.publicUrl).origin : 'latchkey'
  const keys = await createSigningKeys({ context, sealer, purpose: 'wallet' })

  const readPublicKey = async (kid: string | undefined) => {
    const found = kid === undefined ? undefined : await keys.find(kid)
    if (!found) throw refuse()
    return found
  }

  return {
    sign: ({ sessionId, userId, jkt }) => {
      // No await here, because logins are created and refreshed within transactions.
      const { kid, key } = keys.atHand()
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({ sid: sessionId, cnf: { jkt } })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
        .setIssuer(issuer)
        .setAudience('api')
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + accessTokenSeconds)
        .sign(key)
    },
    verify: async (token) => {
      const { payload } = await jwtVerify(token, ({ kid }) => readPublicKey(kid), {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer,
        audience: 'api',
        requiredClaims: ['exp', 'sid', 'cnf'],
        currentDate: new Date(clock.now()),
      }).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error) throw refuse(error)
        throw error
      })
      const { sid, cnf } = payload as { sid?: unknown; cnf?: { jkt?: unknown } }
      if (typeof sid !== 'string' || typeof cnf?.jkt !== 'string') throw refuse()
      return { sessionId: sid, jkt: cnf.jkt }
    },
    proveHealth: async (nonce) => {
      const { kid, key } = await keys.current()
      const token = await new SignJWT({ nonce })
        .setProtectedHeader({ alg: 'ES256', typ: healthTokenType, kid })
        .setIssuer(issuer)
        .setIssuedAt(Math.floor(clock.now() / 1000))
        .sign(key)
      const published = await keys.list()
      return { token, keys: published.map(({ kty, crv, x, y, kid: id }) => ({ kty, crv, x, y, kid: id })) }
    },
  }
}

/** Not `session_ended`: a device with a refresh token requests a new access token and continues. */
function refuse(cause?: unknown): ServiceError {
  return new ServiceError('proof_invalid', {
    message: 'The access token is not valid or has expired. Refresh it',
    field: 'authorization',
    cause,
  })
}
