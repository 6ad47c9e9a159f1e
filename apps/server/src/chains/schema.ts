import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, smallserial, text } from 'drizzle-orm/pg-core'
import { address, amount, hex } from '../platform/db/columns.ts'
import type { TransferKind } from './transferKind.ts'

/** One row per chain: its short key in all other tables, and how far it is indexed. Committed together with the rows. */
export const indexedChains = pgTable('indexed_chains', {
  key: smallserial().primaryKey(),
  /** CAIP-2. */
  chainId: text('chain_id').notNull().unique(),
  /** Hash of block 0: tells a chain that was begun anew from the one that was indexed. */
  genesis: hex(),
  startBlock: integer('start_block'),
  /** The last indexed block and its hash. */
  block: integer(),
  hash: hex(),
  /** Balances changed after this block are sums of transfers, not yet compared with what the chain says. */
  settledBlock: integer('settled_block'),
  /** False while catching up. */
  caughtUp: boolean('caught_up').notNull().default(false),
  /** False when the node gives no traces: native balances must then be read from the chain. */
  traces: boolean().notNull().default(false),
  /** When the indexer last was at the head; unix milliseconds. */
  seenAt: bigint('seen_at', { mode: 'number' }).notNull().default(0),
})

/** The newest blocks, as many as a reorganisation may undo. */
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
    /** Null when the transaction creates a contract. */
    receiver: address(),
    created: address(),
    /** The first four bytes of the call. */
    selector: hex(),
    value: amount().notNull(),
    /** What the sender paid for gas, in wei. */
    fee: amount(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.txIndex] }),
    index('transactions_sender').on(table.sender, table.chain, table.block, table.txIndex),
    index('transactions_hash').on(table.hash),
  ],
)

/** Every movement of an asset, and the approvals that an owner gave in a transaction to the token itself. */
export const transfers = pgTable(
  'transfers',
  {
    chain: smallint().notNull(),
    kind: smallint().notNull().$type<TransferKind>(),
    block: integer().notNull(),
    txIndex: integer('tx_index').notNull(),
    /** Counts within the transaction: native, internal or declared, then logs in order. */
    position: integer().notNull(),
    /** 0xeeee…eeee for the native coin. */
    token: address().notNull(),
    sender: address().notNull(),
    receiver: address().notNull(),
    amount: amount().notNull(),
    /** The NFT's number. */
    tokenId: amount('token_id'),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.txIndex, table.position] }),
    index('transfers_sender').on(table.sender, table.chain, table.block, table.txIndex),
    index('transfers_receiver').on(table.receiver, table.chain, table.block, table.txIndex),
  ],
)

/** Every operation that the EntryPoint executed for a smart account: who acted in a transaction that a bundler sent. Source: ERC-4337. */
export const userOperations = pgTable(
  'user_operations',
  {
    chain: smallint().notNull(),
    block: integer().notNull(),
    txIndex: integer('tx_index').notNull(),
    /** Counts within the transaction. */
    position: integer().notNull(),
    /** Positions of the transfers that its execution logged: from the first, up to the end. */
    firstTransfer: integer('first_transfer').notNull(),
    endTransfer: integer('end_transfer').notNull(),
    /** Whether its calls succeeded. */
    success: boolean().notNull(),
    sender: address().notNull(),
    /** The last one that it called; the account itself where its calls cannot be read. */
    receiver: address().notNull(),
    /** The first four bytes of the call; null where it sends coins only. */
    selector: hex(),
    /** Wei that its calls send. */
    value: amount().notNull(),
    /** What the account paid for gas, in wei; 0 when a paymaster paid. */
    fee: amount().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.txIndex, table.position] }),
    index('user_operations_sender').on(table.sender, table.chain, table.block, table.txIndex),
  ],
)

/** What every account holds of every fungible token and of the native coin (0xeeee…eeee). */
export const balances = pgTable(
  'balances',
  {
    account: address().notNull(),
    chain: smallint().notNull(),
    token: address().notNull(),
    amount: amount().notNull(),
    /** The block of the last change. */
    block: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.chain, table.token] }),
    // Not on the amount or the block: an index on either would be written at every change of a balance.
    index('balances_token').on(table.chain, table.token),
  ],
)

/** Transactions that wait for a block, as the node last told; replaced at every look. */
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
    /** The movement that it will make if it succeeds, as far as its call tells. */
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
