import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Keys that sign tokens. The private half is sealed under the key-encryption key. */
export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  /** Kind of tokens: access tokens of the wallet, or tokens that prove a sign-in to backends (`siwx`). */
  purpose: text({ enum: ['wallet', 'siwx'] })
    .notNull()
    .default('wallet'),
  publicJwk: text('public_jwk').notNull(),
  sealedPrivateJwk: bytea('sealed_private_jwk').notNull(),
  kekId: text('kek_id').notNull(),
  createdAt: time('created_at').notNull(),
  /** From this time on its signatures are not accepted. */
  retiredAt: time('retired_at'),
})
