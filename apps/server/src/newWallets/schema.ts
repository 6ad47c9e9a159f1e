import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Somebody asks for a new wallet in the place of one that their device cannot open, and has yet to confirm it by the code of a mail. */
export const newWalletAsks = pgTable(
  'new_wallet_asks',
  {
    id: uuid().primaryKey(),
    /** Whose wallet is left. */
    userId: uuid('user_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** The login that is led elsewhere. */
    identityId: uuid('identity_id').notNull(),
    /** HMAC of ask, address and code; null for an account without an address. */
    codeHash: bytea('code_hash'),
    codeTries: integer('code_tries').notNull().default(0),
    /** The account that was made: the answer of a retry. */
    newUserId: uuid('new_user_id'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('new_wallet_asks_identity').on(table.identityId),
    index('new_wallet_asks_expiry').on(table.expiresAt),
  ],
)
