import { ServiceError } from '@latchkey/protocol/errors'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import { passkeys } from '../auth/schema.ts'
import { type Challenge, challengeOf } from './challengeStore.ts'
import type { PasskeyPorts } from './PasskeyPorts.ts'
import { readAuthentication } from './readPasskeyResponse.ts'
import { readWalletOrigin, requireKnownTop } from './relyingParty.ts'

type PasskeyRow = typeof passkeys.$inferSelect

const hour = 60 * 60
const failuresPerHour = 10

/**
 * Verifies a passkey's answer to a removed challenge. Allows ten wrong answers per hour, user and device, so that an attacker cannot use up
 * the owner's tries.
 *
 * @param options.accepts returns whether this passkey is allowed here
 * @throws LatchkeyError `passkey_refused`, `rate_limited`
 */
export async function verifyPasskey(
  { context: { config, database, clock }, counters, projects }: PasskeyPorts,
  {
    response: given,
    challenge,
    accepts,
  }: { response: unknown; challenge: Challenge; accepts: (row: PasskeyRow) => boolean },
): Promise<{ userId: string }> {
  const response = readAuthentication(given)
  const top = requireKnownTop({ clientDataJSON: response.response.clientDataJSON, challenge, projects })
  const [row] = await database.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
  if (!row || !accepts(row))
    throw new ServiceError('passkey_refused', { message: 'This passkey belongs to no account here' })

  // Count before the verification, so that two concurrent guesses cannot share the last try.
  const failure = await counters.consume([
    { key: `passkey-failed:${row.userId}:${challenge.jkt}`, limit: failuresPerHour, window: hour },
  ])
  const { rpID, origin } = readWalletOrigin(config)
  const info = await verifyAuthenticationResponse({
    response,
    expectedChallenge: Buffer.from(challengeOf(challenge)).toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpID,
    ...(top === undefined ? {} : { expectedTopOrigin: top }),
    requireUserVerification: true,
    credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
  }).then(
    ({ verified, authenticationInfo }) => (verified ? authenticationInfo : undefined),
    (error: unknown) => {
      throw new ServiceError('passkey_refused', { cause: error })
    },
  )
  const handle = response.response.userHandle
  if (!info || (handle && handle !== handleOf(row.userId))) throw new ServiceError('passkey_refused')

  // Two answers with the same counter: one is from a copy.
  const [stored] = await database
    .update(passkeys)
    .set({ counter: info.newCounter, backedUp: info.credentialBackedUp, lastUsedAt: new Date(clock.now()) })
    .where(and(eq(passkeys.credentialId, row.credentialId), eq(passkeys.counter, row.counter)))
    .returning({ userId: passkeys.userId })
  if (!stored) throw new ServiceError('passkey_refused')
  await failure.undo()
  return stored
}

/** Returns the user handle for authenticators: the 16 bytes of the id. */
function handleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}
