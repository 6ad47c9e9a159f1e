import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig } from 'drizzle-orm/pg-core'
import type { SealedRow, SealedTable } from '../platform/crypto/SealedTable.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database } from '../platform/db/Database.ts'

/** Rows per read. */
const batch = 200

/** Result for one table. */
export type ResealReport = {
  resealed: number
  /** Rows that another process changed at that moment. The next run finds them if they still need it. */
  missed: number
  /** Rows that no key of this process opens. */
  unopened: number
}

/**
 * Seals all rows of a table under the newest key. Each row changes in one statement, and only if it has not changed since it was read. A
 * crash, a second process or a concurrent writer therefore loses nothing, and a new run continues after the last one.
 *
 * @param options.onBatch called after each batch
 * @param options.signal stops after the current batch
 */
export async function resealRows({
  database,
  table: described,
  sealer,
  onBatch = () => {},
  signal,
}: {
  database: Database
  table: SealedTable
  sealer: Sealer
  onBatch?: (report: ResealReport) => void
  signal?: AbortSignal | undefined
}): Promise<ResealReport> {
  const { table, key, kekId, where } = described
  const report: ResealReport = { resealed: 0, missed: 0, unopened: 0 }
  let last: unknown
  while (!signal?.aborted) {
    const rows = await database
      .select()
      .from(table)
      .where(and(isNotNull(kekId), ne(kekId, sealer.kekId), where, last === undefined ? undefined : gt(key, last)))
      .orderBy(asc(key))
      .limit(batch)
    for (const row of rows) {
      last = row[fieldOf(described, key)]
      report[await resealRow({ database, table: described, sealer, row })] += 1
    }
    onBatch(report)
    if (rows.length < batch) break
  }
  return report
}

async function resealRow({
  database,
  table: described,
  sealer,
  row,
}: {
  database: Database
  table: SealedTable
  sealer: Sealer
  row: SealedRow
}): Promise<keyof ResealReport> {
  const { table, key, kekId, boxes } = described
  const read = String(row[fieldOf(described, kekId)])
  const changes: Record<string, unknown> = { [fieldOf(described, kekId)]: sealer.kekId }
  const unchanged = [eq(key, row[fieldOf(described, key)]), eq(kekId, read)]
  for (const { column, context } of boxes) {
    const field = fieldOf(described, column)
    const box = row[field]
    if (!(box instanceof Uint8Array)) continue
    const place = await context(row, database)
    let plaintext: Uint8Array
    try {
      plaintext = await sealer.open({ sealed: { box, kekId: read }, context: place })
    } catch {
      return 'unopened'
    }
    changes[field] = (await sealer.seal({ plaintext, context: place })).box
    plaintext.fill(0)
    unchanged.push(eq(column, box))
  }
  const changed = await database
    .update(table)
    .set(changes)
    .where(and(...unchanged))
    .returning({ key })
  return changed.length > 0 ? 'resealed' : 'missed'
}

/** Returns the property name of a column in the schema. */
function fieldOf({ table }: SealedTable, column: AnyPgColumn): string {
  const found = Object.entries(table).find(([, value]) => value === column)
  if (!found) throw new Error(`${getTableConfig(table).name} has no column ${column.name}`)
  return found[0]
}
