import type { Permission, PermissionSigner } from '@latchkey/protocol/api'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { address, bytea, hex, time } from '../platform/db/columns.ts'

/** Permissions of smart accounts: the actions that an app may take for an account, and the server's key for them. */
export const smartSessions = pgTable(
  'smart_sessions',
  {
    pci: uuid().primaryKey(),
    /** Project of the app that requested it. No other project may use it. */
    projectId: text('project_id').notNull(),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    account: address().notNull(),
    /** Unix seconds. */
    expiry: bigint({ mode: 'number' }).notNull(),
    signer: jsonb().$type<PermissionSigner>().notNull(),
    permissions: jsonb().$type<Permission[]>().notNull(),
    /** keccak256 of the text that the account signed. Each text creates one permission, ever. */
    messageHash: hex('message_hash').notNull().unique(),
    /** Address of the server's key. */
    coSigner: address('co_signer').notNull(),
    /** The server's sealed private key; deleted when the permission is revoked. */
    sealedKey: bytea('sealed_key'),
    keyKekId: text('key_kek_id'),
    /** Sent by the app with each call; null until the chain has the permission. */
    context: hex(),
    /** ID of the permission in the account's module. */
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
