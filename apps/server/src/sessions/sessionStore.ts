import type { EvmAddress } from '@latchkey/protocol'
import { and, count, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Database } from '../platform/db/Database.ts'
import { smartSessions } from './schema.ts'

/** A session as it is stored. */
export type SessionRow = typeof smartSessions.$inferSelect

/** Which account a session is of. */
export type AccountKey = { account: EvmAddress; chainId: number | undefined }

/** Writes a session. Tells whether this call did it: a message is good for one. */
export async function insertSession(database: Database, row: typeof smartSessions.$inferInsert): Promise<boolean> {
  const made = await database
    .insert(smartSessions)
    .values(row)
    .onConflictDoNothing()
    .returning({ pci: smartSessions.pci })
  return made.length > 0
}

/** One session of an account. */
export async function readSession(
  database: Database,
  key: AccountKey & { pci: string },
): Promise<SessionRow | undefined> {
  const [row] = await database
    .select()
    .from(smartSessions)
    .where(and(eq(smartSessions.pci, key.pci), isOf(key)))
  return row
}

/** The session of a context. */
export async function readSessionByContext(
  database: Database,
  { account, chainId, context }: { account: EvmAddress; chainId: number; context: `0x${string}` },
): Promise<SessionRow | undefined> {
  const [row] = await database
    .select()
    .from(smartSessions)
    .where(
      and(eq(smartSessions.account, account), eq(smartSessions.chainId, chainId), eq(smartSessions.context, context)),
    )
  return row
}

/** What the chain has known of an account's sessions at some time, newest first. */
export async function readSessions(database: Database, key: AccountKey & { limit: number }): Promise<SessionRow[]> {
  return database
    .select()
    .from(smartSessions)
    .where(and(isOf(key), isNotNull(smartSessions.context)))
    .orderBy(desc(smartSessions.createdAt), desc(smartSessions.pci))
    .limit(key.limit)
}

/** The chain knows the session. Tells whether this call wrote it. */
export async function writeActive(
  database: Database,
  { pci, context, sessionId, at }: { pci: string; context: `0x${string}`; sessionId: number; at: Date },
): Promise<boolean> {
  const done = await database
    .update(smartSessions)
    .set({ context, sessionId, activatedAt: at })
    .where(and(eq(smartSessions.pci, pci), isNull(smartSessions.context), isNull(smartSessions.revokedAt)))
    .returning({ pci: smartSessions.pci })
  return done.length > 0
}

/** Ends a session, and forgets the server's key of it. */
export async function writeRevoked(database: Database, { pci, at }: { pci: string; at: Date }): Promise<void> {
  await database
    .update(smartSessions)
    .set({ revokedAt: at, sealedKey: null, keyKekId: null })
    .where(and(eq(smartSessions.pci, pci), isNull(smartSessions.revokedAt)))
}

/** How many sessions were prepared since a moment, for an account; or how many of those the chain knows, for a project. */
export async function countSessions(
  database: Database,
  { since, ...of }: { since: Date } & ({ account: EvmAddress } | { projectId: string }),
): Promise<number> {
  const [row] = await database
    .select({ made: count() })
    .from(smartSessions)
    .where(
      and(
        gt(smartSessions.createdAt, since),
        'account' in of
          ? eq(smartSessions.account, of.account)
          : and(eq(smartSessions.projectId, of.projectId), isNotNull(smartSessions.activatedAt)),
      ),
    )
  return row?.made ?? 0
}

/** Forgets what was prepared, and never came to the chain. Its message stays used: it is too old to be taken again. */
export async function deleteUnused(database: Database, { before }: { before: Date }): Promise<void> {
  await database.delete(smartSessions).where(and(isNull(smartSessions.context), lt(smartSessions.createdAt, before)))
}

function isOf({ account, chainId }: AccountKey) {
  return chainId === undefined
    ? eq(smartSessions.account, account)
    : and(eq(smartSessions.account, account), eq(smartSessions.chainId, chainId))
}
