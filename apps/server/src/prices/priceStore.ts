import type { EvmAddress } from '@latchkey/protocol'
import { eq, sql } from 'drizzle-orm'
import { addressColumn, numberColumn } from '../platform/db/bulkColumns.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import type { Pool } from './poolMath.ts'
import type { PriceChange } from './priceBook.ts'
import { pools, prices } from './schema.ts'

/** A price at a time. */
export type PricePoint = { token: EvmAddress; usd: number | null; block: number; time: number }

/** Reads the stored pools and prices of a chain. */
export async function readPriceBook(database: Database, chain: number) {
  const storedPools = await database.select().from(pools).where(eq(pools.chain, chain))
  const storedPrices = await database.select().from(prices).where(eq(prices.chain, chain))
  return {
    pools: storedPools.map(({ chain: _, ...pool }): Pool => pool),
    prices: storedPrices.map(({ token, usd, liquidity }): PriceChange => ({ token, usd, liquidity })),
  }
}

/** Stores pools and their states. */
export async function writePools(
  tx: Transaction,
  { chain, changed }: { chain: number; changed: readonly Pool[] },
): Promise<void> {
  for (let start = 0; start < changed.length; start += 1000) {
    await tx
      .insert(pools)
      .values(changed.slice(start, start + 1000).map((pool) => ({ chain, ...pool })))
      .onConflictDoUpdate({
        target: [pools.chain, pools.address],
        set: {
          block: sql`excluded.block`,
          reserve0: sql`excluded.reserve0`,
          reserve1: sql`excluded.reserve1`,
          sqrtPrice: sql`excluded.sqrt_price`,
          liquidity: sql`excluded.liquidity`,
          meanTick: sql`excluded.mean_tick`,
        },
      })
  }
}

/** Stores the newest prices, and each change as a point. */
export async function writePrices(
  tx: Transaction,
  {
    chain,
    block,
    changes,
    points,
  }: { chain: number; block: number; changes: readonly PriceChange[]; points: readonly PricePoint[] },
): Promise<void> {
  if (changes.length > 0) {
    await tx.execute(sql`
      insert into prices (chain, block, token, usd, liquidity)
      select ${chain}::smallint, ${block}::int, substr(${addressColumn(changes.map(({ token }) => token))}::bytea, i::int * 20 - 19, 20), u, l
      from unnest(${numberColumn(changes.map(({ usd }) => usd))}::float8[], ${numberColumn(changes.map(({ liquidity }) => liquidity))}::float8[])
        with ordinality as c(u, l, i)
      on conflict (chain, token) do update set block = excluded.block, usd = excluded.usd, liquidity = excluded.liquidity`)
  }
  if (points.length > 0) {
    await tx.execute(sql`
      insert into price_points (chain, block, time, token, usd)
      select ${chain}::smallint, b, t, substr(${addressColumn(points.map(({ token }) => token))}::bytea, i::int * 20 - 19, 20), u
      from unnest(${numberColumn(points.map(({ block }) => block))}::int[], ${numberColumn(points.map(({ time }) => time))}::bigint[],
        ${numberColumn(points.map(({ usd }) => usd))}::float8[]) with ordinality as c(b, t, u, i)
      on conflict (chain, token, time, block) do update set usd = excluded.usd`)
  }
}
