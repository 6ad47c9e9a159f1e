import { bigint, bigserial, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'
import type { AuditHead } from './Audit.ts'

/**
 * Security events as hash chains. The hash of each row covers its contents and the hash of the previous row in its chain. Rows are only
 * added.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    /** Null if no user is known yet. */
    userId: uuid('user_id'),
    deviceId: uuid('device_id'),
    event: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    previousHash: bytea('previous_hash').notNull(),
    hash: bytea().notNull(),
    /** 0: entries without a user, and all rows without a key. */
    chain: integer().notNull().default(0),
    /** Key of the hash. Null in rows of versions without keys. */
    keyId: text('key_id'),
  },
  (table) => [index('audit_log_user').on(table.userId, table.seq), index('audit_log_chain').on(table.chain, table.seq)],
)

/** Signed newest row of each chain, which reveals rows missing at the end. A writer locks the row of its chain. */
export const auditHeads = pgTable('audit_heads', {
  chain: integer().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: bytea().notNull(),
  mac: bytea().notNull(),
})

/** Signed heads of all chains at a time. */
export const auditAnchors = pgTable('audit_anchors', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  at: time('at').notNull(),
  heads: jsonb().$type<readonly AuditHead[]>().notNull(),
  keyId: text('key_id').notNull(),
  mac: bytea().notNull(),
})
