import type { ChainId } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { amount, time } from '../platform/db/columns.ts'

/**
 * Payouts of the treasury. `waiting`: nothing is signed. `sending`: a transaction is signed and may be mined. `mined`: it is
 * in a block that may still be replaced. `final`: its block is final. `failed`: it was not paid and never will be.
 */
export const treasuryPayouts = pgTable(
  'treasury_payouts',
  {
    /** ID from the caller, such as an order's ID. */
    id: text().primaryKey(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    /** Account that pays. */
    account: text().notNull(),
    /** CAIP-10; native tokens as in `/v1/fungible/price`. */
    asset: text().notNull(),
    /** Base units. */
    amount: amount().notNull(),
    receiver: text().notNull(),
    /** Only for rehearsals: refused like a payout that cannot be paid. */
    isRehearsal: boolean('is_rehearsal').notNull().default(false),
    state: text({ enum: ['waiting', 'sending', 'mined', 'final', 'failed'] }).notNull(),
    /** Reason of a failure, as a sentence. */
    reason: text(),
    /** Number of times that it was started again because no signed transaction could be mined. */
    attempts: integer().notNull().default(0),
    /** Hash of the transaction that paid it. */
    hash: text(),
    /** Block number, or slot. */
    blockNumber: bigint('block_number', { mode: 'number' }),
    blockHash: text('block_hash'),
    createdAt: time('created_at').notNull(),
    /** Given up if nothing is signed by then. */
    giveUpAt: time('give_up_at').notNull(),
    settledAt: time('settled_at'),
  },
  (table) => [
    index('treasury_payouts_open')
      .on(table.chainId, table.createdAt)
      .where(sql`state in ('waiting', 'sending', 'mined')`),
  ],
)

/** All signed transactions of payouts. At most one of those with the same nonce can be mined. */
export const treasuryTransactions = pgTable(
  'treasury_transactions',
  {
    chainId: text('chain_id').$type<ChainId>().notNull(),
    /** Hash, or signature in base58. */
    hash: text().notNull(),
    /** Null if it only uses up a nonce. */
    payoutId: text('payout_id').references(() => treasuryPayouts.id),
    account: text().notNull(),
    /** Nonce of the account (EVM networks). */
    nonce: bigint({ mode: 'number' }),
    /** Last block height in which it is valid (Solana). */
    lastValidHeight: bigint('last_valid_height', { mode: 'number' }),
    /** The signed bytes for the broadcast: hexadecimal, or base64. */
    raw: text().notNull(),
    /** Wei per unit of gas; null on Solana. */
    maxFeePerGas: amount('max_fee_per_gas'),
    maxPriorityFeePerGas: amount('max_priority_fee_per_gas'),
    gasLimit: bigint('gas_limit', { mode: 'number' }),
    /** `live`: it may be mined, or is in a non-final block. `dead`: it can never be mined. `mined`: it is in a final block. */
    state: text({ enum: ['live', 'dead', 'mined'] }).notNull(),
    signedAt: time('signed_at').notNull(),
    /** Time when a node first accepted it. */
    sentAt: time('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.hash] }),
    index('treasury_transactions_payout').on(table.payoutId),
    index('treasury_transactions_number').on(table.chainId, table.account, table.nonce),
    // Without nonces, only this index prevents two valid transactions of one payout.
    uniqueIndex('treasury_transactions_live_payout').on(table.payoutId).where(sql`state = 'live' and nonce is null`),
  ],
)

/** Process that pays out on a chain, and the end of its lease. */
export const treasuryLeases = pgTable('treasury_leases', {
  chainId: text('chain_id').$type<ChainId>().primaryKey(),
  /** Random ID of the process. */
  holder: uuid().notNull(),
  until: time('until').notNull(),
})
