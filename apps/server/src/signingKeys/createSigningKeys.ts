import { AsyncResource } from 'node:async_hooks'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { judgeKeys } from './judgeKeys.ts'
import { type KeyPurpose, keyPlans } from './KeyPlan.ts'
import { signingKeys } from './schema.ts'

/** A public key (RFC 7517). */
export type PublishedKey = {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  alg: 'ES256'
  use: 'sig'
}

/** Keys of one purpose, shared by all processes of the server. */
export type SigningKeys = {
  /** Returns the key that signs now. @throws Error if the key in memory is too old and the database does not answer */
  current: () => Promise<{ kid: string; key: CryptoKey }>
  /**
   * The same without a database call, for callers inside a transaction. If no process has checked for a while, the key may be slightly too
   * old.
   */
  atHand: () => { kid: string; key: CryptoKey }
  /** Returns the public half of a key with potentially valid tokens, or undefined. */
  find: (kid: string) => Promise<CryptoKey | undefined>
  /** Returns all of them, newest first, including one that will sign soon. */
  list: () => Promise<readonly PublishedKey[]>
}

type Row = typeof signingKeys.$inferSelect

/** Milliseconds between two reads of the other processes' changes. A removed key is not used for longer than that. */
const lookInterval = 60_000
/** The same after a request with an unknown key, because any caller can name one. */
const shortestInterval = 1_000

/**
 * Creates the keys of a purpose: ES256, created on the first start, and sealed in the database. The first process to notice a due rotation
 * does it ({@link keyPlans}). They stop with the context's shutdown.
 *
 * @example
 * const keys = await createSigningKeys({ context, sealer, purpose: 'siwx' })
 * const { kid, key } = await keys.current()
 */
export async function createSigningKeys({
  context: { database, clock, log, shutdown },
  sealer,
  purpose,
}: {
  context: Pick<Context, 'database' | 'clock' | 'log' | 'shutdown'>
  sealer: Sealer
  purpose: KeyPurpose
}): Promise<SigningKeys> {
  const plan = keyPlans[purpose]
  let rows: readonly Row[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const privateKeys = new Map<string, CryptoKey | undefined>()
  const publicKeys = new Map<string, { key: CryptoKey; published: PublishedKey }>()

  const unseal = async ({ kid, sealedPrivateJwk, kekId }: Row) => {
    if (privateKeys.has(kid)) return
    try {
      const sealed = { box: sealedPrivateJwk, kekId }
      const plaintext = await sealer.open({ sealed, context: signingKeyContext(purpose, kid) })
      privateKeys.set(kid, await importKey(JSON.parse(Buffer.from(plaintext).toString())))
    } catch {
      log.warn({ kid, purpose }, 'A signing key cannot be opened with its sealing key, using another')
      privateKeys.set(kid, undefined)
    }
  }

  /** Adds the rows of the database. */
  const take = async (found: readonly Row[]) => {
    for (const row of found) {
      await unseal(row)
      if (publicKeys.has(row.kid)) continue
      const { x = '', y = '' } = JSON.parse(row.publicJwk) as JWK
      const point = { kty: 'EC', crv: 'P-256', x, y } as const
      publicKeys.set(row.kid, {
        key: await importKey(point),
        published: { ...point, kid: row.kid, alg: 'ES256', use: 'sig' },
      })
    }
    rows = found
    const kids = new Set(found.map(({ kid }) => kid))
    for (const map of [privateKeys, publicKeys]) for (const kid of map.keys()) if (!kids.has(kid)) map.delete(kid)
  }

  const judge = () =>
    judgeKeys({ keys: rows, canSign: ({ kid }) => privateKeys.get(kid) !== undefined, plan, now: clock.now() })

  const renew = () =>
    database.transaction(async (tx) => {
      // Processes that notice a due rotation together must not create a key each.
      await tx.execute(sql`select pg_advisory_xact_lock(7105301)`)
      await take(await read(tx))
      const { isDue, over } = judge()
      for (const { kid } of over) {
        await tx
          .update(signingKeys)
          .set({ retiredAt: new Date(clock.now()) })
          .where(eq(signingKeys.kid, kid))
      }
      if (isDue) await tx.insert(signingKeys).values(await make({ sealer, purpose, now: clock.now() }))
      return read(tx)
    })

  const read = (from: Pick<Transaction, 'select'>) =>
    from
      .select()
      .from(signingKeys)
      .where(and(eq(signingKeys.purpose, purpose), isNull(signingKeys.retiredAt)))
      .orderBy(desc(signingKeys.createdAt))

  const look = () => {
    lookedAt = clock.now()
    looking ??= (async () => {
      await take(await read(database))
      const { isDue, over } = judge()
      if (isDue || over.length > 0) await take(await renew())
    })().finally(() => {
      looking = undefined
    })
    return looking
  }

  /** Reads the database again after the interval. While it does not answer, the keys in memory stay in use. */
  const lookSometimes = async (interval = lookInterval) => {
    if (clock.now() - lookedAt < interval) return
    await look().catch((error: unknown) => log.warn({ err: error, purpose }, 'Reading the signing keys failed'))
  }

  await look()
  // A process without requests rotates as well, because the next key must be published before it signs.
  const timer = setInterval(() => void lookSometimes(), lookInterval)
  timer.unref()
  shutdown.add(`signing keys (${purpose})`, async () => {
    clearInterval(timer)
    await looking?.catch(() => {})
  })

  // Keep this work independent of a transaction that the caller may have open.
  const outside = new AsyncResource('signing keys')
  const open = (row: Row | undefined) => {
    const key = row && privateKeys.get(row.kid)
    if (row && key) return { kid: row.kid, key }
    throw new Error(`There is no signing key (${purpose}), and none could be made`)
  }

  return {
    current: async () => {
      await lookSometimes()
      return open(judge().signer)
    },
    atHand: () => {
      outside.runInAsyncScope(() => void lookSometimes())
      return open(judge().signer ?? rows.find(({ kid }) => privateKeys.get(kid) !== undefined))
    },
    find: async (kid) => {
      await lookSometimes()
      // Another process may have created it meanwhile.
      if (!publicKeys.has(kid)) await (looking?.catch(() => {}) ?? lookSometimes(shortestInterval))
      return publicKeys.get(kid)?.key
    },
    list: async () => {
      await lookSometimes()
      return rows.flatMap(({ kid }) => publicKeys.get(kid)?.published ?? [])
    },
  }
}

async function make({
  sealer,
  purpose,
  now,
}: {
  sealer: Sealer
  purpose: KeyPurpose
  now: number
}): Promise<typeof signingKeys.$inferInsert> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const plaintext = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)))
  const { box, kekId } = await sealer.seal({ plaintext, context: signingKeyContext(purpose, kid) })
  const createdAt = new Date(now)
  return { kid, purpose, publicJwk: JSON.stringify(publicJwk), sealedPrivateJwk: box, kekId, createdAt }
}

/**
 * Returns the sealing context of the private half, so that it does not open for another purpose. The wallet's keys were the first ones,
 * without a purpose in the context.
 */
export function signingKeyContext(purpose: KeyPurpose, kid: string): string {
  return purpose === 'wallet' ? `signing-key:${kid}` : `signing-key:${purpose}:${kid}`
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, 'ES256')) as CryptoKey
}
