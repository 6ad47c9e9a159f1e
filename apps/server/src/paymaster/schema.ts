import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { address, amount, hex, time } from '../platform/db/columns.ts'

/**
 * What was promised for an operation, and what came of it. `reserved`: the signature is out and may be used; `settled`: the chain took the
 * operation, at `cost`; `expired`: the signature is no good any more, and the chain did not take it.
 */
export const sponsorships = pgTable(
  'sponsorships',
  {
    /** Of the operation (EIP-712, so it binds the chain). */
    hash: hex().primaryKey(),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    projectId: text('project_id').notNull(),
    account: address().notNull(),
    /** Of several promises for one number of an account only one can come true. */
    nonce: amount(),
    /** UTC, `2026-01-31`: the day whose budgets it counts against, whenever it is settled. */
    day: text().notNull(),
    state: text({ enum: ['reserved', 'settled', 'expired'] }).notNull(),
    /** Wei that it may cost at most. */
    reserved: amount().notNull(),
    /** Wei that it did cost; `settled` only. */
    cost: amount(),
    /** Of the paymaster's signature, by the chain's clock. */
    validUntil: time('valid_until').notNull(),
    /** The head when it was promised: the chain is searched from here. */
    fromBlock: bigint('from_block', { mode: 'number' }).notNull(),
    createdAt: time('created_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('sponsorships_open').on(table.chainId, table.state, table.validUntil),
    index('sponsorships_number').on(table.account, table.chainId, table.nonce),
  ],
)

/** What an account or a project has used of a day: what is reserved at its worst, what is settled at its cost. */
export const sponsorshipBudgets = pgTable(
  'sponsorship_budgets',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    kind: text({ enum: ['account', 'project'] }).notNull(),
    /** The account's address in lower case, or the project's id. */
    holder: text().notNull(),
    day: text().notNull(),
    used: amount().notNull(),
    operations: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.kind, table.holder, table.day] })],
)
