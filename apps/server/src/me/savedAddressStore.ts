import { randomUUID } from 'node:crypto'
import { maxSavedAddresses } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { isUuid } from '../platform/db/isUuid.ts'
import { savedAddresses } from './schema.ts'

/** A stored address. */
export type SavedAddressRow = typeof savedAddresses.$inferSelect

/** Owner of the data. */
export type Owner = { projectId: string; owner: string }

/** Returns the saved addresses of an owner, unordered. */
export function readSavedAddresses(database: Database, whose: Owner): Promise<SavedAddressRow[]> {
  return database.select().from(savedAddresses).where(isOf(whose))
}

/**
 * Saves an address, or changes the label of a saved one.
 *
 * @throws ServiceError `saved_addresses_full`
 */
export async function writeSavedAddress(
  database: Database,
  {
    projectId,
    owner,
    addressKey,
    label,
    now,
    ...rest
  }: Owner & {
    address: string
    addressKey: string
    label: string
    now: Date
  },
): Promise<SavedAddressRow> {
  const whose = { projectId, owner }
  const write = async (tx: Transaction) => {
    // Serialize the writes of one account, so that each counts the earlier ones.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`me:${projectId}:${owner}`}, 0))`)
    const [known] = await tx
      .update(savedAddresses)
      .set({ label, updatedAt: now })
      .where(and(isOf(whose), eq(savedAddresses.addressKey, addressKey)))
      .returning()
    if (known) return known
    const [kept] = await tx.select({ addresses: count() }).from(savedAddresses).where(isOf(whose))
    if ((kept?.addresses ?? 0) >= maxSavedAddresses) throw new ServiceError('saved_addresses_full')
    const [row] = await tx
      .insert(savedAddresses)
      .values({ id: randomUUID(), ...whose, ...rest, addressKey, label, createdAt: now, updatedAt: now })
      .returning()
    if (!row) throw new Error('An address was not saved')
    return row
  }
  // Each statement must see earlier commits, so that the count after the lock is current.
  return database.transaction(write, { isolationLevel: 'read committed' })
}

/** Deletes a saved address. @returns whether it existed */
export async function deleteSavedAddress(
  database: Database,
  { id, ...whose }: Owner & { id: string },
): Promise<boolean> {
  if (!isUuid(id)) return false
  const rows = await database
    .delete(savedAddresses)
    .where(and(isOf(whose), eq(savedAddresses.id, id)))
    .returning({ id: savedAddresses.id })
  return rows.length > 0
}

function isOf({ projectId, owner }: Owner) {
  return and(eq(savedAddresses.projectId, projectId), eq(savedAddresses.owner, owner))
}
