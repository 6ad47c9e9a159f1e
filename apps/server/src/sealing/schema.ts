import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Roots that keys for indexes, hashes and the audit log are derived from: random, sealed like everything else, and so never tied to one key. */
export const sealingRoots = pgTable('sealing_roots', {
  /** `mac`. */
  name: text().primaryKey(),
  sealedRoot: bytea('sealed_root').notNull(),
  kekId: text('kek_id').notNull(),
  createdAt: time('created_at').notNull(),
})
