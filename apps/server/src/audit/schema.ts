import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '../platform/db/columns.ts'

/** What happened, as a chain: each row's hash covers its contents and the hash of the row before it. Rows are only added. */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    /** Null where no user is known yet. */
    userId: uuid('user_id'),
    deviceId: uuid('device_id'),
    event: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    previousHash: bytea('previous_hash').notNull(),
    hash: bytea().notNull(),
  },
  (table) => [index('audit_log_user').on(table.userId, table.seq)],
)
