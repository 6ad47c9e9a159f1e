import type { EvmAddress } from '@latchkey/protocol'
import { and, count, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Database } from '../platform/db/Database.ts'
import { smartSessions } from './schema.ts'

export type PermissionRow = typeof smartSessions.$inferSelect

/** Account of a permission. */
export type AccountKey = { account: EvmAddress; chainId: number | undefined }

/** Inserts a permission. Returns whether this call did it: each message creates only one. */
export async function insertPermission(database: Database, row: typeof smartSessions.$inferInsert): Promise<boolean> {
  const made = await database
    .insert(smartSessions)
    .values(row)
    .onConflictDoNothing()
    .returning({ pci: smartSessions.pci })
  return made.length > 0
}

/** Reads one permission of an account. */
export async function readPermission(
  database: Database,
  key: AccountKey & { pci: string },
): Promise<PermissionRow | undefined> {
  const [row] = await database
    .select()
    .from(smartSessions)
    .where(and(eq(smartSessions.pci, key.pci), isOf(key)))
  return row
}

/** Reads the permission of a context. */
export async function readPermissionByContext(
  database: Database,
  { account, chainId, context }: { account: EvmAddress; chainId: number; context: `0x${string}` },
): Promise<PermissionRow | undefined> {
  const [row] = await database
    .select()
    .from(smartSessions)
    .where(
      and(eq(smartSessions.account, account), eq(smartSessions.chainId, chainId), eq(smartSessions.context, context)),
    )
  return row
}

/** Reads the permissions of an account that the chain has ever had, newest first. */
export async function readPermissions(
  database: Database,
  key: AccountKey & { limit: number },
): Promise<PermissionRow[]> {
  return database
    .select()
    .from(smartSessions)
    .where(and(isOf(key), isNotNull(smartSessions.context)))
    .orderBy(desc(smartSessions.createdAt), desc(smartSessions.pci))
    .limit(key.limit)
}

/** Records that the chain has the permission. Returns whether this call wrote it. */
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

/** Revokes a permission, and deletes the server's key of it. */
export async function writeRevoked(database: Database, { pci, at }: { pci: string; at: Date }): Promise<void> {
  await database
    .update(smartSessions)
    .set({ revokedAt: at, sealedKey: null, keyKekId: null })
    .where(and(eq(smartSessions.pci, pci), isNull(smartSessions.revokedAt)))
}

/** Counts the permissions that were prepared for an account since a time, or those of a project that the chain has. */
export async function countPermissions(
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

/** Deletes prepared permissions that never reached the chain. Their message stays unusable, because it is too old. */
export async function deleteUnused(database: Database, { before }: { before: Date }): Promise<void> {
  await database.delete(smartSessions).where(and(isNull(smartSessions.context), lt(smartSessions.createdAt, before)))
}

function isOf({ account, chainId }: AccountKey) {
  return chainId === undefined
    ? eq(smartSessions.account, account)
    : and(eq(smartSessions.account, account), eq(smartSessions.chainId, chainId))
}
