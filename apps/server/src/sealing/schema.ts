import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/**
 * Roots from which keys for indexes, hashes and the audit log derive. They are random and sealed, so they are independent of any single
 * key.
 */
export const sealingRoots = pgTable('sealing_roots', {
  /** `mac`. */
  name: text().primaryKey(),
  sealedRoot: bytea('sealed_root').notNull(),
  kekId: text('kek_id').notNull(),
  createdAt: time('created_at').notNull(),
})
