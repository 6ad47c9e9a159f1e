import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Keys that sign tokens; the private half sealed under the key-encryption key. */
export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  /** What it signs: access tokens of the wallet, or tokens that tell backends who is signed in (`siwx`). */
  purpose: text({ enum: ['wallet', 'siwx'] })
    .notNull()
    .default('wallet'),
  publicJwk: text('public_jwk').notNull(),
  sealedPrivateJwk: bytea('sealed_private_jwk').notNull(),
  kekId: text('kek_id').notNull(),
  createdAt: time('created_at').notNull(),
  /** From then on nobody takes what it signed. */
  retiredAt: time('retired_at'),
})
