import { bigint, doublePrecision, index, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { address, amount } from '../platform/db/columns.ts'

/** What a pool is: Uniswap v2 (constant product) or v3 (concentrated liquidity). */
export const poolKind = { v2: 2, v3: 3 } as const

/** What a pool is. */
export type PoolKind = (typeof poolKind)[keyof typeof poolKind]

/** The pools of the configured factories, with the state that was seen last. */
export const pools = pgTable(
  'pools',
  {
    chain: smallint().notNull(),
    kind: smallint().notNull().$type<PoolKind>(),
    /** Hundredths of a basis point: 3000 is 0.3 %. */
    fee: integer().notNull(),
    /** The block in which it was found. */
    created: integer().notNull(),
    /** The block of the state below. */
    block: integer().notNull(),
    address: address().notNull(),
    token0: address().notNull(),
    token1: address().notNull(),
    /** v2: the reserves; v3: the pool's holdings of both tokens. */
    reserve0: amount().notNull(),
    reserve1: amount().notNull(),
    /** v3 only: the square root of the price as Q64.96, the active liquidity, the mean tick of the last five minutes. */
    sqrtPrice: amount('sqrt_price'),
    liquidity: amount(),
    meanTick: doublePrecision('mean_tick'),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.address] }),
    index('pools_token0').on(table.chain, table.token0),
    index('pools_token1').on(table.chain, table.token1),
  ],
)

/** The newest price of every token that has one, in usd. */
export const prices = pgTable(
  'prices',
  {
    chain: smallint().notNull(),
    block: integer().notNull(),
    token: address().notNull(),
    /** Null when it had a price once and has none now. */
    usd: doublePrecision(),
    /** Worth of what lies in its pools, in usd. */
    liquidity: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.token] })],
)

/** Prices over time: one per token and block in which it changed. */
export const pricePoints = pgTable(
  'price_points',
  {
    chain: smallint().notNull(),
    block: integer().notNull(),
    /** Unix seconds. */
    time: bigint({ mode: 'number' }).notNull(),
    token: address().notNull(),
    usd: doublePrecision(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.token, table.time, table.block] }),
    index('price_points_block').on(table.chain, table.block),
  ],
)
