import { bigint, boolean, doublePrecision, index, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { address, amount } from '../platform/db/columns.ts'

/** Every swap in a known pool, once for each of its two tokens. */
export const trades = pgTable(
  'trades',
  {
    chain: smallint().notNull(),
    /** Whether the maker received the token. */
    buy: boolean().notNull(),
    block: integer().notNull(),
    txIndex: integer('tx_index').notNull(),
    logIndex: integer('log_index').notNull(),
    /** Unix seconds. */
    time: bigint({ mode: 'number' }).notNull(),
    token: address().notNull(),
    pool: address().notNull(),
    /** The transaction's sender. */
    maker: address().notNull(),
    amount: amount().notNull(),
    /** USD for one token, and for the whole amount; null if the other token had no price. */
    price: doublePrecision(),
    value: doublePrecision(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.token, table.block, table.logIndex] }),
    index('trades_time').on(table.chain, table.token, table.time),
    index('trades_block').on(table.chain, table.block),
  ],
)
