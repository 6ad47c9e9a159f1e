import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Mailboxes in which an old and a new device of one user leave sealed messages for each other. */
export const handovers = pgTable(
  'handovers',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    fromDevice: uuid('from_device').notNull(),
    toDevice: uuid('to_device'),
    pub: bytea(),
    mac: bytea(),
    enc: bytea(),
    ct: bytea(),
    state: text({ enum: ['open', 'answered', 'sealed', 'done'] }).notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('handovers_user').on(table.userId)],
)
