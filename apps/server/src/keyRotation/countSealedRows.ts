import { and, count, isNotNull } from 'drizzle-orm'
import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import type { Database } from '../platform/db/Database.ts'

/** Rows of one table under one key. */
export type SealedCount = { table: SealedTable; kekId: string; rows: number }

/** Counts the sealed rows of tables by their key, including finished and expired ones. */
export async function countSealedRows(
  database: Database,
  tables: readonly SealedTable[],
): Promise<readonly SealedCount[]> {
  const counts: SealedCount[] = []
  for (const table of tables) {
    const found = await database
      .select({ kekId: table.kekId, rows: count() })
      .from(table.table)
      .where(and(isNotNull(table.kekId), table.where))
      .groupBy(table.kekId)
    for (const { kekId, rows } of found) counts.push({ table, kekId: String(kekId), rows })
  }
  return counts
}
