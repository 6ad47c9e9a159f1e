import { bigint, index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { address, hex, time } from '../../platform/db/columns.ts'
import type { SignatureProof } from '../../signatures/SignatureProof.ts'

/** Names that somebody registered. */
export const names = pgTable(
  'names',
  {
    /** With its zone, in normal form. */
    name: text().primaryKey(),
    zone: text().notNull(),
    /** What the name looks like, with its zone: nobody gets another name with the same. */
    skeleton: text().notNull(),
    /** Where it was registered; empty where the request named no project. */
    projectId: text('project_id').notNull(),
    /** Whose word changes the name. */
    owner: address().notNull(),
    /** Under which the owner proved itself, and how: the next proof must be of the same kind. */
    ownerCoinType: bigint('owner_coin_type', { mode: 'number' }).notNull(),
    ownerProof: text('owner_proof').$type<SignatureProof>().notNull(),
    attributes: jsonb().$type<Record<string, string>>().notNull(),
    registeredAt: time('registered_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [unique('names_skeleton').on(table.skeleton), index('names_owner').on(table.owner, table.projectId)],
)

/** Whom a name stands for. */
export const nameAddresses = pgTable(
  'name_addresses',
  {
    name: text()
      .notNull()
      .references(() => names.name, { onDelete: 'cascade' }),
    /** ENSIP-11. */
    coinType: bigint('coin_type', { mode: 'number' }).notNull(),
    address: address().notNull(),
    /** A key's address counts on every network of Ethereum's family, a contract's on that of its coin type alone. */
    proof: text().$type<SignatureProof>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.coinType] }), index('name_addresses_address').on(table.address)],
)

/** Signed texts that were taken: each is good once, until its time is over anyway. */
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
