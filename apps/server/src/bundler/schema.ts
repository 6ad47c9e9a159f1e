import type { ChainId, RpcUserOperation } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { address, amount, hex, time } from '../platform/db/columns.ts'

/**
 * Operations that this server was given. `received`: it waits for a bundle; `bundled`: it is in one that may be mined; `included`: the
 * chain did it; `failed`: the chain included it and undid its calls; `dropped`: it never will be included by us.
 */
export const bundlerOperations = pgTable(
  'bundler_operations',
  {
    chainId: text('chain_id').$type<ChainId>().notNull(),
    /** By which its owner signed it. */
    hash: hex().notNull(),
    /** Order of arrival. */
    sequence: bigserial({ mode: 'number' }).notNull(),
    sender: address().notNull(),
    /** 24 bytes of key, 8 of sequence. */
    nonce: amount().notNull(),
    operation: jsonb().$type<RpcUserOperation>().notNull(),
    projectId: text('project_id'),
    factory: address(),
    paymaster: address(),
    /** Wei per unit of gas. */
    maxFeePerGas: amount('max_fee_per_gas').notNull(),
    maxPriorityFeePerGas: amount('max_priority_fee_per_gas').notNull(),
    /** Unix seconds; 0: for ever. As validation said when it came. */
    validUntil: bigint('valid_until', { mode: 'number' }).notNull(),
    state: text({ enum: ['received', 'bundled', 'included', 'failed', 'dropped'] }).notNull(),
    /** Why it was dropped or undone, in a sentence. */
    reason: text(),
    bundleId: uuid('bundle_id'),
    /** Times that a bundle with it was signed. */
    attempts: integer().notNull().default(0),
    /** The transaction that included it. */
    transactionHash: hex('transaction_hash'),
    /** Wei. */
    actualGasCost: amount('actual_gas_cost'),
    receivedAt: time('received_at').notNull(),
    settledAt: time('settled_at'),
    /** When everybody who waits for its end was told. */
    announcedAt: time('announced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.hash] }),
    // Two that could both be included cannot stand side by side.
    uniqueIndex('bundler_operations_live')
      .on(table.chainId, table.sender, table.nonce)
      .where(sql`state in ('received', 'bundled')`),
    index('bundler_operations_waiting').on(table.chainId, table.sequence).where(sql`state = 'received'`),
    index('bundler_operations_bundle').on(table.bundleId),
    index('bundler_operations_unannounced')
      .on(table.chainId)
      .where(sql`announced_at is null and state in ('included', 'failed', 'dropped')`),
  ],
)

/**
 * Operations that go to the chain together, under one number of the executor. `signed`: its bytes are written down, nobody may have them;
 * `sent`: a node took them; `mined`: the chain has it; `replaced`: another transaction took the number, so that this one never can be
 * mined; `abandoned`: one of ours that does nothing took it, on purpose.
 */
export const bundlerBundles = pgTable(
  'bundler_bundles',
  {
    id: uuid().primaryKey(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    executor: address().notNull(),
    /** Of the executor's transactions. */
    nonce: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['signed', 'sent', 'mined', 'replaced', 'abandoned'] }).notNull(),
    /** The one of its transactions that was mined. */
    minedHash: hex('mined_hash'),
    blockNumber: bigint('block_number', { mode: 'number' }),
    blockHash: hex('block_hash'),
    /** So deep in the chain that no reorganisation is expected to undo it. */
    isFinal: boolean('is_final').notNull().default(false),
    createdAt: time('created_at').notNull(),
    settledAt: time('settled_at'),
  },
  (table) => [
    uniqueIndex('bundler_bundles_live')
      .on(table.chainId, table.executor, table.nonce)
      .where(sql`state in ('signed', 'sent')`),
    index('bundler_bundles_watched').on(table.chainId, table.nonce).where(sql`not is_final`),
  ],
)

/** Every transaction that was signed for a bundle: one of them at most can be mined, because they share a number. */
export const bundlerTransactions = pgTable(
  'bundler_transactions',
  {
    chainId: text('chain_id').$type<ChainId>().notNull(),
    hash: hex().notNull(),
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => bundlerBundles.id, { onDelete: 'cascade' }),
    /** `bundle`: carries the operations; `cancel`: does nothing but take the number. */
    kind: text({ enum: ['bundle', 'cancel'] }).notNull(),
    /** The signed bytes, as they are broadcast. */
    raw: hex().notNull(),
    /** Wei per unit of gas; equal where the chain knows one price alone. */
    maxFeePerGas: amount('max_fee_per_gas').notNull(),
    maxPriorityFeePerGas: amount('max_priority_fee_per_gas').notNull(),
    gasLimit: bigint('gas_limit', { mode: 'number' }).notNull(),
    signedAt: time('signed_at').notNull(),
    /** When a node first took it. */
    sentAt: time('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.hash] }),
    index('bundler_transactions_bundle').on(table.bundleId),
  ],
)

/** Which process bundles for a chain, and until when it may. */
export const bundlerLeases = pgTable('bundler_leases', {
  chainId: text('chain_id').$type<ChainId>().primaryKey(),
  /** Random for each process. */
  holder: uuid().notNull(),
  until: time('until').notNull(),
})

/** How often senders, factories and paymasters were seen, and how often what they sent was included. Source: ERC-7562. */
export const bundlerReputations = pgTable(
  'bundler_reputations',
  {
    chainId: text('chain_id').$type<ChainId>().notNull(),
    address: address().notNull(),
    /** As of `countedAt`; both fade by a 24th each hour. */
    seen: doublePrecision().notNull(),
    included: doublePrecision().notNull(),
    countedAt: time('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
)
