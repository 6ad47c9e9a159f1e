import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Emails that are not sent yet. Receiver and contents are sealed. A row is deleted when the mail server has accepted the email. */
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
    /** Earliest time of the next attempt. */
    dueAt: time('due_at').notNull(),
    /** End of a worker's lease. */
    leasedUntil: time('leased_until'),
    /** Expiry, because an old code is useless. */
    expiresAt: time('expires_at').notNull(),
    lastError: text('last_error'),
    failed: boolean().notNull().default(false),
  },
  (table) => [index('email_outbox_due').on(table.dueAt)],
)
