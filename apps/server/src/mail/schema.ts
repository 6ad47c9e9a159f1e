import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Mail that waits to be sent. Receiver and contents are sealed; a row goes when it was handed to the mail server. */
export const emailOutbox = pgTable(
  'email_outbox',
  {
    id: uuid().primaryKey(),
    template: text().notNull(),
    language: text().notNull(),
    /** Receiver and values, sealed. */
    sealed: bytea().notNull(),
    kekId: text('kek_id').notNull(),
    tries: integer().notNull().default(0),
    /** Not before. */
    dueAt: time('due_at').notNull(),
    /** A worker has it until then. */
    leasedUntil: time('leased_until'),
    /** Not after: an old code is of no use. */
    expiresAt: time('expires_at').notNull(),
    lastError: text('last_error'),
    failed: boolean().notNull().default(false),
  },
  (table) => [index('email_outbox_due').on(table.dueAt)],
)
