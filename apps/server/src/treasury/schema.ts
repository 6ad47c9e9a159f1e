import type { ChainId } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { amount, time } from '../platform/db/columns.ts'

/**
 * What the treasury owes. `waiting`: nothing is signed; `sending`: a transaction is signed, and may be mined; `mined`: the chain has it, not
 * so deep that it stays for sure; `final`: it stays; `failed`: it never was and never will be paid out.
 */
export const treasuryPayouts = pgTable(
  'treasury_payouts',
  {
    /** Whoever owes it names it: the id of an order. */
    id: text().primaryKey(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    /** The account that pays. */
    account: text().notNull(),
    /** CAIP-10; native coins as in `/v1/fungible/price`. */
    asset: text().notNull(),
    /** Base units. */
    amount: amount().notNull(),
    receiver: text().notNull(),
    /** For rehearsals alone: judged as one that cannot be paid out. */
    isRehearsal: boolean('is_rehearsal').notNull().default(false),
    state: text({ enum: ['waiting', 'sending', 'mined', 'final', 'failed'] }).notNull(),
    /** Why it failed, in a sentence. */
    reason: text(),
    /** Times that it was begun anew, because what was signed never can be mined. */
    attempts: integer().notNull().default(0),
    /** The transaction that paid it. */
    hash: text(),
    /** Block, or slot. */
    blockNumber: bigint('block_number', { mode: 'number' }),
    blockHash: text('block_hash'),
    createdAt: time('created_at').notNull(),
    /** Given up where nothing is signed by then. */
    giveUpAt: time('give_up_at').notNull(),
    settledAt: time('settled_at'),
  },
  (table) => [
    index('treasury_payouts_open')
      .on(table.chainId, table.createdAt)
      .where(sql`state in ('waiting', 'sending', 'mined')`),
  ],
)

/** Every transaction that was signed for a payout. Of those with one number one at most can be mined. */
export const treasuryTransactions = pgTable(
  'treasury_transactions',
  {
    chainId: text('chain_id').$type<ChainId>().notNull(),
    /** Its hash, or its signature in base58. */
    hash: text().notNull(),
    /** Null: it does nothing but take a number. */
    payoutId: text('payout_id').references(() => treasuryPayouts.id),
    account: text().notNull(),
    /** Of the account's transactions (Ethereum's family). */
    nonce: bigint({ mode: 'number' }),
    /** The last block height in which it can be (Solana). */
    lastValidHeight: bigint('last_valid_height', { mode: 'number' }),
    /** The signed bytes, as they are broadcast: hexadecimal, or base64. */
    raw: text().notNull(),
    /** Wei per unit of gas; null on Solana. */
    maxFeePerGas: amount('max_fee_per_gas'),
    maxPriorityFeePerGas: amount('max_priority_fee_per_gas'),
    gasLimit: bigint('gas_limit', { mode: 'number' }),
    /** `live`: it may be mined, or is and not for good; `dead`: it never can be; `mined`: for good. */
    state: text({ enum: ['live', 'dead', 'mined'] }).notNull(),
    signedAt: time('signed_at').notNull(),
    /** When a node first took it. */
    sentAt: time('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.hash] }),
    index('treasury_transactions_payout').on(table.payoutId),
    index('treasury_transactions_number').on(table.chainId, table.account, table.nonce),
    // Without numbers nothing but this keeps two of one payout from being mined.
    uniqueIndex('treasury_transactions_live_payout').on(table.payoutId).where(sql`state = 'live' and nonce is null`),
  ],
)

/** Which process pays out on a chain, and until when it may. */
export const treasuryLeases = pgTable('treasury_leases', {
  chainId: text('chain_id').$type<ChainId>().primaryKey(),
  /** Random for each process. */
  holder: uuid().notNull(),
  until: time('until').notNull(),
})
