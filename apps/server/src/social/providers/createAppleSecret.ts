import { SignJWT } from 'jose'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { AppleEntry } from './readSecrets.ts'

/** Seconds that a secret is valid, and before its end at which a new one is created. Apple accepts up to six months. */
const lifeSeconds = 3600
const marginSeconds = 300

/**
 * Creates Apple's client secret: a JWT that the operator's key signs (ES256). Reuses each one until shortly before its expiry.
 *
 * @param options.audience Apple's issuer
 */
export function createAppleSecret({
  entry: { clientId, teamId, keyId, key },
  audience,
  clock,
}: {
  entry: AppleEntry
  audience: string
  clock: Clock
}): () => Promise<string> {
  let made: { secret: string; until: number } | undefined
  return async () => {
    const now = Math.floor(clock.now() / 1000)
    if (made && now < made.until - marginSeconds) return made.secret
    const until = now + lifeSeconds
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(until)
      .sign(key)
    made = { secret, until }
    return secret
  }
}
