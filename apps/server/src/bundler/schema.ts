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
 * Operations that this server received. `received`: it waits for a bundle. `bundled`: it is in a bundle that may be mined.
 * `included`: it succeeded on the chain. `failed`: it was included, but its calls reverted. `dropped`: we will never include
 * it.
 */
export const bundlerOperations = pgTable(
  'bundler_operations',
  {
    chainId: text('chain_id').$type<ChainId>().notNull(),
    /** Hash that its owner signed. */
    hash: hex().notNull(),
    /** Order of arrival. */
    sequence: bigserial({ mode: 'number' }).notNull(),
    sender: address().notNull(),
    /** Key of 24 bytes, sequence of 8. */
    nonce: amount().notNull(),
    operation: jsonb().$type<RpcUserOperation>().notNull(),
    projectId: text('project_id'),
    factory: address(),
    paymaster: address(),
    /** Wei per unit of gas. */
    maxFeePerGas: amount('max_fee_per_gas').notNull(),
    maxPriorityFeePerGas: amount('max_priority_fee_per_gas').notNull(),
    /** Unix seconds; 0 for no end. From the validation on arrival. */
    validUntil: bigint('valid_until', { mode: 'number' }).notNull(),
    state: text({ enum: ['received', 'bundled', 'included', 'failed', 'dropped'] }).notNull(),
    /** Reason of a drop or a revert, as a sentence. */
    reason: text(),
    bundleId: uuid('bundle_id'),
    /** Number of signed bundles with it. */
    attempts: integer().notNull().default(0),
    /** Hash of the transaction that included it. */
    transactionHash: hex('transaction_hash'),
    /** Wei. */
    actualGasCost: amount('actual_gas_cost'),
    receivedAt: time('received_at').notNull(),
    settledAt: time('settled_at'),
    /** Time when all listeners had received its result. */
    announcedAt: time('announced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.hash] }),
    // Two operations that could both be included cannot coexist.
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
 * Bundles: operations in one transaction, with one nonce of the executor. `signed`: its bytes are stored, and may not have
 * been submitted. `sent`: a node accepted it. `mined`: it is in a block. `replaced`: a foreign transaction used the nonce, so
 * it can never be mined. `abandoned`: our own empty transaction used the nonce.
 */
export const bundlerBundles = pgTable(
  'bundler_bundles',
  {
    id: uuid().primaryKey(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    executor: address().notNull(),
    /** Nonce of the executor. */
    nonce: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['signed', 'sent', 'mined', 'replaced', 'abandoned'] }).notNull(),
    /** Hash of its transaction that was mined. */
    minedHash: hex('mined_hash'),
    blockNumber: bigint('block_number', { mode: 'number' }),
    blockHash: hex('block_hash'),
    /** Its block is so deep that no reorganization is expected to replace it. */
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

/** All signed transactions of bundles. They share a nonce, so at most one per bundle can be mined. */
export const bundlerTransactions = pgTable(
  'bundler_transactions',
  {
    chainId: text('chain_id').$type<ChainId>().notNull(),
    hash: hex().notNull(),
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => bundlerBundles.id, { onDelete: 'cascade' }),
    /** `bundle`: has the operations. `cancel`: only uses up the nonce. */
    kind: text({ enum: ['bundle', 'cancel'] }).notNull(),
    /** The signed bytes for the broadcast. */
    raw: hex().notNull(),
    /** Wei per unit of gas; equal on a chain with a single gas price. */
    maxFeePerGas: amount('max_fee_per_gas').notNull(),
    maxPriorityFeePerGas: amount('max_priority_fee_per_gas').notNull(),
    gasLimit: bigint('gas_limit', { mode: 'number' }).notNull(),
    signedAt: time('signed_at').notNull(),
    /** Time when a node first accepted it. */
    sentAt: time('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.hash] }),
    index('bundler_transactions_bundle').on(table.bundleId),
  ],
)

/** Process that bundles for a chain, and the end of its lease. */
export const bundlerLeases = pgTable('bundler_leases', {
  chainId: text('chain_id').$type<ChainId>().primaryKey(),
  /** Random ID of the process. */
  holder: uuid().notNull(),
  until: time('until').notNull(),
})

/** Number of seen and of included operations by sender, factory and paymaster. Source: ERC-7562. */
export const bundlerReputations = pgTable(
  'bundler_reputations',
  {
    chainId: text('chain_id').$type<ChainId>().notNull(),
    address: address().notNull(),
    /** As of `countedAt`. Both decrease by a 24th per hour. */
    seen: doublePrecision().notNull(),
    included: doublePrecision().notNull(),
    countedAt: time('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
)
