import type { AccountId, ChainId } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'
import type { SignatureProof } from '../signatures/SignatureProof.ts'

/** Browsers with signed-in accounts, for one origin of one project. A cookie with a rotating token identifies the browser. */
export const siwxSessions = pgTable(
  'siwx_sessions',
  {
    id: uuid().primaryKey(),
    projectId: text('project_id').notNull(),
    origin: text().notNull(),
    /** SHA-256 of the token in the cookie. */
    tokenHash: bytea('token_hash').notNull(),
    /**
     * SHA-256 of the previous token. It is valid until a minute after the first use of the new one. A later use means that the cookie was
     * copied.
     */
    previousHash: bytea('previous_hash'),
    rotatedAt: time('rotated_at').notNull(),
    /** First use of the token. Null: the browser may not have received it. */
    tokenSeenAt: time('token_seen_at'),
    /** Short name of the browser and its system, from its user agent. Empty if both are unknown. */
    userAgent: text('user_agent').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** No account is signed in any more. */
    isEnded: boolean('is_ended').notNull().default(false),
  },
  (table) => [
    uniqueIndex('siwx_sessions_token').on(table.tokenHash),
    index('siwx_sessions_previous').on(table.previousHash).where(sql`previous_hash is not null`),
    index('siwx_sessions_expiry').on(table.expiresAt),
  ],
)

/** Signed-in accounts of browsers, with their messages. */
export const siwxAccounts = pgTable(
  'siwx_accounts',
  {
    sessionId: uuid('session_id').notNull(),
    /** Exactly as in the message. */
    account: text().$type<AccountId>().notNull(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    /** Owner under which other capabilities store data (`toOwner`). */
    owner: text().notNull(),
    proof: text().$type<SignatureProof>().notNull(),
    message: text().notNull(),
    signature: text().notNull(),
    issuedAt: time('issued_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.account] }),
    index('siwx_accounts_owner').on(table.owner),
    index('siwx_accounts_expiry').on(table.expiresAt),
  ],
)

/** Used nonces. Each counts once per network, and for one address. */
export const siwxUsedNonces = pgTable(
  'siwx_used_nonces',
  {
    /** SHA-256. */
    hash: bytea().notNull(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    address: text().notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.chainId] }),
    index('siwx_used_nonces_expiry').on(table.expiresAt),
  ],
)
