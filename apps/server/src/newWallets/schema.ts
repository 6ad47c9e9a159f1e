import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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

/**
 * Every time that a login was led from one account to another. Where it leads now, `identities.user_id` says; accounts that it led to before
 * keep their wallets, and a device that holds one logs in there.
 */
export const loginMoves = pgTable(
  'login_moves',
  {
    id: uuid().primaryKey(),
    identityId: uuid('identity_id').notNull(),
    fromUserId: uuid('from_user_id').notNull(),
    toUserId: uuid('to_user_id').notNull(),
    kind: text({ enum: ['start', 'return'] }).notNull(),
    /** What the notice of taking it back calls the app, and its language. */
    app: text().notNull(),
    language: text().notNull(),
    movedAt: time('moved_at').notNull(),
    /** SHA-256 of the token in the link of the notice; null once it was used. */
    undoHash: bytea('undo_hash'),
    undoUntil: time('undo_until').notNull(),
  },
  (table) => [
    index('login_moves_identity').on(table.identityId),
    index('login_moves_from').on(table.fromUserId),
    index('login_moves_to').on(table.toUserId),
    uniqueIndex('login_moves_undo').on(table.undoHash),
  ],
)
