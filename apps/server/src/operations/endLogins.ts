import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Audit } from '../audit/Audit.ts'
import { createNews } from '../auth/createNews.ts'
import { sessions } from '../auth/schema.ts'
import type { Context } from '../platform/context.ts'
import { siwxAccounts, siwxSessions } from '../siwx/schema.ts'

/** Logins that end in one transaction. */
const batch = 200

/**
 * Ends logins of the embedded wallet, of one account or of all. The devices stay enrolled, and their owners log in again.
 *
 * @returns the number of ended logins
 */
export async function endWalletLogins({
  context,
  audit,
  userId,
}: {
  context: Context
  audit: Audit
  userId?: string | undefined
}): Promise<number> {
  const { clock, database } = context
  const news = await createNews({ context })
  const open = and(isNull(sessions.revokedAt), userId === undefined ? undefined : eq(sessions.userId, userId))
  let ended = 0
  for (;;) {
    const rows = await database.transaction(async (tx) => {
      const found = await tx
        .select({ id: sessions.id, userId: sessions.userId, deviceId: sessions.deviceId })
        .from(sessions)
        .where(open)
        .limit(batch)
        .for('update')
      const ids = found.map(({ id }) => id)
      if (ids.length === 0) return []
      const values = { revokedAt: new Date(clock.now()), revokedBy: 'operator' }
      await tx.update(sessions).set(values).where(inArray(sessions.id, ids))
      for (const row of found)
        await audit.record(tx, {
          ...{ event: 'session.ended', userId: row.userId, deviceId: row.deviceId, data: { by: 'operator' } },
        })
      return ids
    })
    for (const id of rows) await news.publish(`session:${id}`)
    ended += rows.length
    if (rows.length < batch) return ended
  }
}

/** Ends all sign-ins with wallets. @returns the number of signed-out browsers */
export async function endSignIns({ context: { database } }: { context: Context }): Promise<number> {
  return database.transaction(async (tx) => {
    const ended = await tx
      .update(siwxSessions)
      .set({ isEnded: true })
      .where(eq(siwxSessions.isEnded, false))
      .returning({ id: siwxSessions.id })
    await tx.delete(siwxAccounts)
    return ended.length
  })
}
