import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Passkeys for login and step-up. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** Credential id, base64url. */
    credentialId: text('credential_id').primaryKey(),
    userId: uuid('user_id').notNull(),
    scope: text().notNull(),
    publicKey: bytea('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    backupEligible: boolean('backup_eligible').notNull(),
    backedUp: boolean('backed_up').notNull(),
    prfEnabled: boolean('prf_enabled').notNull(),
    /** Comma-separated. */
    transports: text().notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** Open WebAuthn challenges; each is used once. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  id: uuid().primaryKey(),
  purpose: text({ enum: ['register', 'login', 'step-up'] }).notNull(),
  challenge: text().notNull(),
  jkt: text().notNull(),
  projectId: text('project_id').notNull(),
  hostOrigin: text('host_origin').notNull(),
  sessionId: uuid('session_id'),
  expiresAt: time('expires_at').notNull(),
})
