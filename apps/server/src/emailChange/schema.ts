import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** An open or finished change of the address. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    oldIndex: bytea('old_index').notNull(),
    oldSealed: bytea('old_sealed').notNull(),
    newIndex: bytea('new_index').notNull(),
    newSealed: bytea('new_sealed').notNull(),
    kekId: text('kek_id').notNull(),
    language: text().notNull(),
    step: text({ enum: ['primary', 'secondary', 'done', 'undone', 'dead'] }).notNull(),
    codeHash: bytea('code_hash').notNull(),
    codeExpiresAt: time('code_expires_at').notNull(),
    codeTries: integer('code_tries').notNull().default(0),
    undoHash: bytea('undo_hash'),
    undoUntil: time('undo_until'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('email_changes_user').on(table.userId), index('email_changes_undo').on(table.undoHash)],
)
