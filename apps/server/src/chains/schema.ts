import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, smallserial, text } from 'drizzle-orm/pg-core'
import { address, amount, hex } from '../platform/db/columns.ts'
import type { TransferKind } from './transferKind.ts'

/**
 * One row per chain, with its short key for all other tables, and the progress of its index. Committed together with the
 * indexed rows.
 */
export const indexedChains = pgTable('indexed_chains', {
  key: smallserial().primaryKey(),
  /** CAIP-2. */
  chainId: text('chain_id').notNull().unique(),
  /** Hash of block 0. Detects a chain that was restarted. */
  genesis: hex(),
  startBlock: integer('start_block'),
  /** The last indexed block and its hash. */
  block: integer(),
  hash: hex(),
  /** Balances that changed after this block are sums of transfers, not yet compared with the chain. */
  settledBlock: integer('settled_block'),
  /** False while catching up. */
  caughtUp: boolean('caught_up').notNull().default(false),
  /** False if the node has no traces: native balances must then be read from the chain. */
  traces: boolean().notNull().default(false),
  /** Time at which the indexer was last at the head; Unix milliseconds. */
  seenAt: bigint('seen_at', { mode: 'number' }).notNull().default(0),
})

/** The newest blocks, down to the reorganization depth. */
export const blocks = pgTable(
  'blocks',
  {
    chain: smallint().notNull(),
    number: integer().notNull(),
    hash: hex().notNull(),
    parentHash: hex('parent_hash').notNull(),
    /** Unix seconds. */
    time: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.number] })],
)

/** Every transaction of the indexed blocks. */
export const transactions = pgTable(
  'transactions',
  {
    chain: smallint().notNull(),
    block: integer().notNull(),
    txIndex: integer('tx_index').notNull(),
    /** Unix seconds, of the block. */
    time: bigint({ mode: 'number' }).notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    gasUsed: bigint('gas_used', { mode: 'number' }),
    /** Whether it succeeded. */
    status: boolean().notNull(),
    hash: hex().notNull(),
    sender: address().notNull(),
    /** Null if the transaction creates a contract. */
    receiver: address(),
    created: address(),
    /** The first four bytes of the call. */
    selector: hex(),
    value: amount().notNull(),
    /** Wei that the sender paid for gas. */
    fee: amount(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.txIndex] }),
    index('transactions_sender').on(table.sender, table.chain, table.block, table.txIndex),
    index('transactions_hash').on(table.hash),
  ],
)

/** Every transfer of an asset, and the approvals that an owner made with a transaction to the token itself. */
export const transfers = pgTable(
  'transfers',
  {
    chain: smallint().notNull(),
    kind: smallint().notNull().$type<TransferKind>(),
    block: integer().notNull(),
    txIndex: integer('tx_index').notNull(),
    /** Position in the transaction: native, internal or declared transfers first, then logs in order. */
    position: integer().notNull(),
    /** 0xeeee…eeee for the native token. */
    token: address().notNull(),
    sender: address().notNull(),
    receiver: address().notNull(),
    amount: amount().notNull(),
    /** Token ID of an NFT. */
    tokenId: amount('token_id'),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.txIndex, table.position] }),
    index('transfers_sender').on(table.sender, table.chain, table.block, table.txIndex),
    index('transfers_receiver').on(table.receiver, table.chain, table.block, table.txIndex),
  ],
)

/**
 * Every operation that the EntryPoint executed for a smart account. It names the acting account in a bundler's transaction.
 * Source: ERC-4337.
 */
export const userOperations = pgTable(
  'user_operations',
  {
    chain: smallint().notNull(),
    block: integer().notNull(),
    txIndex: integer('tx_index').notNull(),
    /** Position in the transaction. */
    position: integer().notNull(),
    /** Positions of the transfers in its execution: from the first, up to the end (exclusive). */
    firstTransfer: integer('first_transfer').notNull(),
    endTransfer: integer('end_transfer').notNull(),
    /** Whether its calls succeeded. */
    success: boolean().notNull(),
    sender: address().notNull(),
    /** Target of its last call; the account itself if its calls cannot be decoded. */
    receiver: address().notNull(),
    /** First four bytes of the call; null if it only sends native tokens. */
    selector: hex(),
    /** Wei of its calls. */
    value: amount().notNull(),
    /** Wei that the account paid for gas; 0 if a paymaster paid. */
    fee: amount().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.txIndex, table.position] }),
    index('user_operations_sender').on(table.sender, table.chain, table.block, table.txIndex),
  ],
)

/** Balances of every account in every fungible token and in the native token (0xeeee…eeee). */
export const balances = pgTable(
  'balances',
  {
    account: address().notNull(),
    chain: smallint().notNull(),
    token: address().notNull(),
    amount: amount().notNull(),
    /** Block of the last change. */
    block: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.chain, table.token] }),
    // No index on the amount or the block: it would be written at every change of a balance.
    index('balances_token').on(table.chain, table.token),
  ],
)

/** Pending transactions from the node's last answer, replaced at every read. */
export const pendingTransactions = pgTable(
  'pending_transactions',
  {
    chain: smallint().notNull(),
    /** Unix seconds of the first sight. */
    seen: bigint({ mode: 'number' }).notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    hash: hex().notNull(),
    sender: address().notNull(),
    receiver: address(),
    selector: hex(),
    /** The transfer that it makes if it succeeds, according to its call. */
    kind: smallint().notNull().$type<TransferKind>(),
    token: address().notNull(),
    from: address('from_account').notNull(),
    to: address('to_account').notNull(),
    amount: amount().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.hash] }),
    index('pending_transactions_sender').on(table.sender),
    index('pending_transactions_to').on(table.to),
  ],
)
