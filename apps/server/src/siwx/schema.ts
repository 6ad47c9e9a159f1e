import type { AccountId, ChainId } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'
import type { SignatureProof } from '../signatures/SignatureProof.ts'

/** A browser in which accounts are signed in, for one origin of one project. It is known by a cookie, whose token is a new one from time to time. */
export const siwxSessions = pgTable(
  'siwx_sessions',
  {
    id: uuid().primaryKey(),
    projectId: text('project_id').notNull(),
    origin: text().notNull(),
    /** SHA-256 of the token in the cookie. */
    tokenHash: bytea('token_hash').notNull(),
    /** SHA-256 of the token before it: good until the new one was seen, and for a minute more. Later it is a copy. */
    previousHash: bytea('previous_hash'),
    rotatedAt: time('rotated_at').notNull(),
    /** When the token was first sent back; null: the browser may not have it. */
    tokenSeenAt: time('token_seen_at'),
    /** The browser and its system as it names itself, in a few words; empty when it says nothing that is known. */
    userAgent: text('user_agent').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Nobody is signed in by it any more. */
    isEnded: boolean('is_ended').notNull().default(false),
  },
  (table) => [
    uniqueIndex('siwx_sessions_token').on(table.tokenHash),
    index('siwx_sessions_previous').on(table.previousHash).where(sql`previous_hash is not null`),
    index('siwx_sessions_expiry').on(table.expiresAt),
  ],
)

/** Who is signed in in a browser, and by what. */
export const siwxAccounts = pgTable(
  'siwx_accounts',
  {
    sessionId: uuid('session_id').notNull(),
    /** As it stands in the message. */
    account: text().$type<AccountId>().notNull(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    /** Whose things these are (`toOwner`). */
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

/** Nonces that were used: each once for a network, and for one address. */
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
