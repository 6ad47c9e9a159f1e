import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../platform/db/columns.ts'

/** Open WebAuthn challenges. Each is used once. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  id: uuid().primaryKey(),
  purpose: text({ enum: ['register', 'login', 'step-up'] }).notNull(),
  /** The random part. The challenge derives from it and the purpose. */
  nonce: text('challenge').notNull(),
  jkt: text().notNull(),
  projectId: text('project_id').notNull(),
  hostOrigin: text('host_origin').notNull(),
  sessionId: uuid('session_id'),
  expiresAt: time('expires_at').notNull(),
})
