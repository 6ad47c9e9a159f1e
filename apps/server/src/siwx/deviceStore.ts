import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database } from '../platform/db/Database.ts'
import { siwxAccounts, siwxSessions } from './schema.ts'
import {
  type AccountRow,
  deleteAccounts,
  endSession,
  lockSession,
  readAccounts,
  type SessionRow,
} from './sessionStore.ts'

/** Owners of accounts at a project. */
type Owners = { projectId: string; owners: readonly string[]; now: Date }

/** Beyond it, only the newest are listed. */
const maxListed = 100

/** Returns the browsers with signed-in accounts of the given owners, newest first. Includes only those accounts. */
export async function readDevices(
  database: Database,
  { projectId, owners, now }: Owners,
): Promise<{ session: SessionRow; accounts: AccountRow[] }[]> {
  const rows = await database
    .select({ session: siwxSessions, account: siwxAccounts })
    .from(siwxAccounts)
    .innerJoin(siwxSessions, eq(siwxSessions.id, siwxAccounts.sessionId))
    .where(
      and(
        inArray(siwxAccounts.owner, [...owners]),
        eq(siwxSessions.projectId, projectId),
        eq(siwxSessions.isEnded, false),
        gt(siwxSessions.expiresAt, now),
        gt(siwxAccounts.expiresAt, now),
      ),
    )
    .orderBy(desc(siwxSessions.createdAt), siwxSessions.id, desc(siwxAccounts.issuedAt))
  const devices = new Map<string, { session: SessionRow; accounts: AccountRow[] }>()
  for (const { session, account } of rows) {
    const device = devices.get(session.id) ?? { session, accounts: [] }
    device.accounts.push(account)
    devices.set(session.id, device)
  }
  return [...devices.values()].slice(0, maxListed)
}

/**
 * Signs the owners out in a browser. Other accounts stay signed in.
 *
 * @returns false if they are not signed in there
 */
export function endDevice(database: Database, id: string, { projectId, owners, now }: Owners): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      const row = await lockSession(tx, id)
      if (!row || row.projectId !== projectId || row.isEnded || row.expiresAt <= now) return false
      const accounts = await readAccounts(tx, id)
      const meant = accounts.filter(({ owner, expiresAt }) => owners.includes(owner) && expiresAt > now)
      if (meant.length === 0) return false
      await deleteAccounts(tx, meant)
      if (meant.length === accounts.length) await endSession(tx, id, now)
      return true
    },
    { isolationLevel: 'read committed' },
  )
}

/** Returns how many accounts are signed in now, and in how many browsers. */
export async function countSignedIn(database: Database, now: Date): Promise<{ accounts: number; devices: number }> {
  const [row] = await database
    .select({
      accounts: sql<number>`count(distinct ${siwxAccounts.owner})::int`,
      devices: sql<number>`count(distinct ${siwxAccounts.sessionId})::int`,
    })
    .from(siwxAccounts)
    .innerJoin(siwxSessions, eq(siwxSessions.id, siwxAccounts.sessionId))
    .where(and(eq(siwxSessions.isEnded, false), gt(siwxSessions.expiresAt, now), gt(siwxAccounts.expiresAt, now)))
  return { accounts: row?.accounts ?? 0, devices: row?.devices ?? 0 }
}
