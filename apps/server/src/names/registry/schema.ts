import { bigint, index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { address, hex, time } from '../../platform/db/columns.ts'
import type { SignatureProof } from '../../signatures/SignatureProof.ts'

/** Registered names. */
export const names = pgTable(
  'names',
  {
    /** In normal form, with its zone. */
    name: text().primaryKey(),
    zone: text().notNull(),
    /** Skeleton of the name, with its zone. Look-alikes have the same one, so only one can be registered. */
    skeleton: text().notNull(),
    /** Project of the registration. Empty if the request named none. */
    projectId: text('project_id').notNull(),
    /** Account that can change the name. */
    owner: address().notNull(),
    /** Coin type and kind of the owner's proof. The next proof must be of the same kind. */
    ownerCoinType: bigint('owner_coin_type', { mode: 'number' }).notNull(),
    ownerProof: text('owner_proof').$type<SignatureProof>().notNull(),
    attributes: jsonb().$type<Record<string, string>>().notNull(),
    registeredAt: time('registered_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [unique('names_skeleton').on(table.skeleton), index('names_owner').on(table.owner, table.projectId)],
)

/** Addresses of names. */
export const nameAddresses = pgTable(
  'name_addresses',
  {
    name: text()
      .notNull()
      .references(() => names.name, { onDelete: 'cascade' }),
    /** ENSIP-11. */
    coinType: bigint('coin_type', { mode: 'number' }).notNull(),
    address: address().notNull(),
    /** A key's address can count on every EVM network, a contract's only on that of its coin type. */
    proof: text().$type<SignatureProof>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.coinType] }), index('name_addresses_address').on(table.address)],
)

/** Used messages. Each counts once, until it expires. */
export const nameMessages = pgTable(
  'name_messages',
  {
    signer: address().notNull(),
    /** EIP-191. */
    hash: hex().notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.signer, table.hash] }), index('name_messages_expiry').on(table.expiresAt)],
)
