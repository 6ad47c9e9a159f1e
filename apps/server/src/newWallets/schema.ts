import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Requests for a new wallet, because a device cannot open the existing one. They await confirmation with an emailed code. */
export const newWalletAsks = pgTable(
  'new_wallet_asks',
  {
    id: uuid().primaryKey(),
    /** Account whose wallet is left. */
    userId: uuid('user_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** Login method that moves. */
    identityId: uuid('identity_id').notNull(),
    /** HMAC of request, address and code. Null for an account without an address. */
    codeHash: bytea('code_hash'),
    codeTries: integer('code_tries').notNull().default(0),
    /** The created account, which is the answer of a retry. */
    newUserId: uuid('new_user_id'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('new_wallet_asks_identity').on(table.identityId),
    index('new_wallet_asks_expiry').on(table.expiresAt),
  ],
)
