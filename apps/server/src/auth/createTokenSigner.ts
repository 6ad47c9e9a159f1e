import { ServiceError } from '@latchkey/protocol/errors'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { signingKeys } from './schema.ts'

/** Seconds for which an access token is good. */
export const accessTokenSeconds = 600

/** Days after which a start of the server makes a new key, and those after which an old one no longer counts. */
const renewDays = 90
const retireDays = 91

/** Signs and checks access tokens. */
export type TokenSigner = {
  sign: (claims: { sessionId: string; userId: string; jkt: string }) => Promise<string>
  /** @throws LatchkeyError `proof_invalid` when the token is not ours, not for this API or too old */
  verify: (token: string) => Promise<{ sessionId: string; jkt: string }>
}

type SigningKey = Awaited<ReturnType<typeof importJWK>>

/**
 * Creates the signer of access tokens: JWTs (RFC 9068) under ES256, bound to a device's key by `cnf.jkt` (RFC 9449). The key is made
 * on the first start and lies in the database, sealed; several processes share it.
 */
export async function createTokenSigner({
  context: { config, database, clock, log },
  sealer,
}: {
  context: Pick<Context, 'config' | 'database' | 'clock' | 'log'>
  sealer: Sealer
}): Promise<TokenSigner> {
  const issuer = config.wallet ? new URL(config.wallet.publicUrl).origin : 'latchkey'
  const publicKeys = new Map<string, SigningKey>()
  let lookedAt = Number.NEGATIVE_INFINITY

  const loadPublicKeys = async () => {
    lookedAt = clock.now()
    const rows = await database.select().from(signingKeys).where(isNull(signingKeys.retiredAt))
    for (const { kid, publicJwk } of rows) {
      if (!publicKeys.has(kid)) publicKeys.set(kid, await importJWK(JSON.parse(publicJwk) as JWK, 'ES256'))
    }
  }

  const current = await database.transaction(async (tx) => {
    // Processes that start at once must not make a key each.
    await tx.execute(sql`select pg_advisory_xact_lock(7105301)`)
    const now = clock.now()
    const rows = await tx
      .select()
      .from(signingKeys)
      .where(isNull(signingKeys.retiredAt))
      .orderBy(desc(signingKeys.createdAt))
    for (const { kid, createdAt } of rows) {
      if (now - createdAt.getTime() > retireDays * 86_400_000) {
        await tx
          .update(signingKeys)
          .set({ retiredAt: new Date(now) })
          .where(eq(signingKeys.kid, kid))
      }
    }
    const [newest] = rows
    if (newest && now - newest.createdAt.getTime() < renewDays * 86_400_000) {
      try {
        const plaintext = await sealer.open({
          sealed: { box: newest.sealedPrivateJwk, kekId: newest.kekId },
          context: `signing-key:${newest.kid}`,
        })
        const jwk = JSON.parse(Buffer.from(plaintext).toString()) as JWK
        return { kid: newest.kid, key: await importJWK(jwk, 'ES256') }
      } catch {
        log.warn({ kid: newest.kid }, 'The signing key does not open under the wallet key: a new one is made')
      }
    }
    const pair = await generateKeyPair('ES256', { extractable: true })
    const publicJwk = await exportJWK(pair.publicKey)
    const kid = await calculateJwkThumbprint(publicJwk)
    const sealed = await sealer.seal({
      plaintext: Buffer.from(JSON.stringify(await exportJWK(pair.privateKey))),
      context: `signing-key:${kid}`,
    })
    await tx.insert(signingKeys).values({
      kid,
      publicJwk: JSON.stringify(publicJwk),
      sealedPrivateJwk: sealed.box,
      kekId: sealed.kekId,
      createdAt: new Date(now),
    })
    return { kid, key: pair.privateKey }
  })
  await loadPublicKeys()

  const readPublicKey = async (kid: string | undefined) => {
    if (kid === undefined) throw refuse()
    const known = publicKeys.get(kid)
    if (known) return known
    // Another process may have made it since. Not asked more than once a second, because anybody can name a key.
    if (clock.now() - lookedAt > 1000) await loadPublicKeys()
    const found = publicKeys.get(kid)
    if (!found) throw refuse()
    return found
  }

  return {
    sign: ({ sessionId, userId, jkt }) => {
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({ sid: sessionId, cnf: { jkt } })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: current.kid })
        .setIssuer(issuer)
        .setAudience('api')
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + accessTokenSeconds)
        .sign(current.key)
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
  }
}

/** Not `session_ended`: a device that holds a refresh token asks for a new access token and goes on. */
function refuse(cause?: unknown): ServiceError {
  return new ServiceError('proof_invalid', {
    message: 'The access token is not good, or not any more: refresh it',
    field: 'authorization',
    cause,
  })
}
