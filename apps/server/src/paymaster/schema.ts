import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { address, amount, hex, time } from '../platform/db/columns.ts'

/**
 * Promises to sponsor operations. `reserved`: the signature was returned and may be used. `settled`: the operation was
 * included, at `cost`. `expired`: the signature is no longer valid, and the operation was not included.
 */
export const sponsorships = pgTable(
  'sponsorships',
  {
    /** Hash of the operation (EIP-712, so it depends on the chain). */
    hash: hex().primaryKey(),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    projectId: text('project_id').notNull(),
    account: address().notNull(),
    /** Only one of several promises for one nonce of an account can be used. */
    nonce: amount(),
    /** UTC, `2026-01-31`: day of its budgets, regardless of the time of settlement. */
    day: text().notNull(),
    state: text({ enum: ['reserved', 'settled', 'expired'] }).notNull(),
    /** Maximum cost in wei. */
    reserved: amount().notNull(),
    /** Actual cost in wei; only if `settled`. */
    cost: amount(),
    /** End of the paymaster's signature, by the chain's clock. */
    validUntil: time('valid_until').notNull(),
    /** Head at the time of the promise; the search starts here. */
    fromBlock: bigint('from_block', { mode: 'number' }).notNull(),
    createdAt: time('created_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('sponsorships_open').on(table.chainId, table.state, table.validUntil),
    index('sponsorships_number').on(table.account, table.chainId, table.nonce),
  ],
)

/** Used daily budget of an account or a project: reserved worst cases and settled costs. */
export const sponsorshipBudgets = pgTable(
  'sponsorship_budgets',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    kind: text({ enum: ['account', 'project'] }).notNull(),
    /** The account's address in lower case, or the project's ID. */
    holder: text().notNull(),
    day: text().notNull(),
    used: amount().notNull(),
    operations: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.kind, table.holder, table.day] })],
)
