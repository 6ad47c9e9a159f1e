import type { Permission, PermissionSigner } from '@latchkey/protocol/api'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { address, bytea, hex, time } from '../platform/db/columns.ts'

/** Sessions of smart accounts: what an app may do in somebody's name, and the server's own key for it. */
export const smartSessions = pgTable(
  'smart_sessions',
  {
    pci: uuid().primaryKey(),
    /** The app that asked; no other may use it. */
    projectId: text('project_id').notNull(),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    account: address().notNull(),
    /** Unix seconds. */
    expiry: bigint({ mode: 'number' }).notNull(),
    signer: jsonb().$type<PermissionSigner>().notNull(),
    permissions: jsonb().$type<Permission[]>().notNull(),
    /** keccak256 of the text that the account signed: each is good for one session, for ever. */
    messageHash: hex('message_hash').notNull().unique(),
    /** The address of the server's key. */
    coSigner: address('co_signer').notNull(),
    /** The server's private key, sealed; forgotten once the session is revoked. */
    sealedKey: bytea('sealed_key'),
    keyKekId: text('key_kek_id'),
    /** What the app shows with each call; null until the chain knows the session. */
    context: hex(),
    /** The number of the session in the account's module. */
    sessionId: bigint('session_id', { mode: 'number' }),
    createdAt: time('created_at').notNull(),
    activatedAt: time('activated_at'),
    revokedAt: time('revoked_at'),
  },
  (table) => [
    index('smart_sessions_account').on(table.account, table.chainId),
    index('smart_sessions_project').on(table.projectId, table.createdAt),
  ],
)
