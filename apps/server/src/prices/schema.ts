import { bigint, doublePrecision, index, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { address, amount } from '../platform/db/columns.ts'

/** Kinds of pools: Uniswap v2 (constant product) and v3 (concentrated liquidity). */
export const poolKind = { v2: 2, v3: 3 } as const

export type PoolKind = (typeof poolKind)[keyof typeof poolKind]

/** Pools of the configured factories, with their last known state. */
export const pools = pgTable(
  'pools',
  {
    chain: smallint().notNull(),
    kind: smallint().notNull().$type<PoolKind>(),
    /** Hundredths of a basis point: 3000 is 0.3 %. */
    fee: integer().notNull(),
    /** Block in which it was found. */
    created: integer().notNull(),
    /** Block of the state below. */
    block: integer().notNull(),
    address: address().notNull(),
    token0: address().notNull(),
    token1: address().notNull(),
    /** v2: the reserves; v3: the pool's balances of both tokens. */
    reserve0: amount().notNull(),
    reserve1: amount().notNull(),
    /** Only v3: the square root of the price as Q64.96, the active liquidity, and the mean tick of the last five minutes. */
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

/** Newest price of each token with a price, in USD. */
export const prices = pgTable(
  'prices',
  {
    chain: smallint().notNull(),
    block: integer().notNull(),
    token: address().notNull(),
    /** Null if it once had a price, but has none now. */
    usd: doublePrecision(),
    /** USD value of the assets in its pools. */
    liquidity: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.token] })],
)

/** Price history: one row per token and block with a change. */
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
