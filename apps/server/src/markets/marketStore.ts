import type { EvmAddress } from '@latchkey/protocol'
import type { Candle } from '@latchkey/protocol/api'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { transactions } from '../chains/schema.ts'
import type { Database } from '../platform/db/Database.ts'
import { pools, pricePoints } from '../prices/schema.ts'
import { trades } from './schema.ts'

type TokenKey = { key: number; token: EvmAddress }

const bytesOf = (address: EvmAddress) => Buffer.from(address.slice(2), 'hex')

/** Sums the trading volume in USD since a time; null if no trade had a value. */
export async function readVolume(
  database: Database,
  { key, token, since }: TokenKey & { since: number },
): Promise<number | null> {
  const { rows } = await database.execute<{ volume: number | null }>(sql`
    select sum(value) as volume from trades where chain = ${key} and token = ${bytesOf(token)} and time > ${since}`)
  return rows[0]?.volume ?? null
}

/** Reads the price at a time: the last one at or before it; null if the record does not go back that far. */
export async function readPriceAt(
  database: Database,
  { key, token, time }: TokenKey & { time: number },
): Promise<number | null> {
  const [row] = await database
    .select({ usd: pricePoints.usd })
    .from(pricePoints)
    .where(and(eq(pricePoints.chain, key), eq(pricePoints.token, token), sql`${pricePoints.time} <= ${time}`))
    .orderBy(desc(pricePoints.time), desc(pricePoints.block))
    .limit(1)
  return row?.usd ?? null
}

/** Counts the holders of a token. */
export async function countHolders(database: Database, { key, token }: TokenKey): Promise<number> {
  const { rows } = await database.execute<{ count: string }>(sql`
    select count(*) as count from balances where chain = ${key} and token = ${bytesOf(token)} and amount > 0`)
  return Number(rows[0]?.count ?? 0)
}

/** Reads candles from trades, oldest first. Intervals without a trade are missing. Times are in Unix seconds. */
export async function readCandles(
  database: Database,
  { key, token, interval, from, to }: TokenKey & { interval: number; from: number; to: number },
): Promise<Candle[]> {
  const { rows } = await database.execute<Record<keyof Candle, string | number>>(sql`
    select time / ${interval}::bigint * ${interval}::bigint as time,
      (array_agg(price order by block, log_index))[1] as open, max(price) as high, min(price) as low,
      (array_agg(price order by block desc, log_index desc))[1] as close, sum(value) as volume
    from trades
    where chain = ${key} and token = ${bytesOf(token)} and price > 0 and time >= ${from} and time <= ${to}
    group by 1 order by 1`)
  return rows.map(({ time, open, high, low, close, volume }) => ({
    time: Number(time),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }))
}

/** Reads trades below a position, newest first. */
export async function readTrades(
  database: Database,
  { key, token, before, limit }: TokenKey & { before: { block: number; logIndex: number } | undefined; limit: number },
) {
  return database
    .select({
      buy: trades.buy,
      block: trades.block,
      logIndex: trades.logIndex,
      time: trades.time,
      maker: trades.maker,
      amount: trades.amount,
      price: trades.price,
      value: trades.value,
      hash: transactions.hash,
    })
    .from(trades)
    .innerJoin(
      transactions,
      and(
        eq(transactions.chain, trades.chain),
        eq(transactions.block, trades.block),
        eq(transactions.txIndex, trades.txIndex),
      ),
    )
    .where(
      and(
        eq(trades.chain, key),
        eq(trades.token, token),
        before && sql`(${trades.block}, ${trades.logIndex}) < (${before.block}::int, ${before.logIndex}::int)`,
      ),
    )
    .orderBy(desc(trades.block), desc(trades.logIndex))
    .limit(limit)
}

/** Reads holders below a position, largest first. */
export async function readHolders(
  database: Database,
  {
    key,
    token,
    before,
    limit,
  }: TokenKey & { before: { amount: string; account: EvmAddress } | undefined; limit: number },
): Promise<{ account: EvmAddress; amount: bigint }[]> {
  const below = before
    ? sql`and (amount < ${before.amount}::numeric or (amount = ${before.amount}::numeric and account > ${bytesOf(before.account)}))`
    : sql``
  const { rows } = await database.execute<{ account: Buffer; amount: string }>(sql`
    select account, amount from balances
    where chain = ${key} and token = ${bytesOf(token)} and amount > 0 ${below}
    order by amount desc, account limit ${limit}`)
  return rows.map(({ account, amount }) => ({ account: `0x${account.toString('hex')}`, amount: BigInt(amount) }))
}

/** Finds the pools among some addresses, with the version of their factory. */
export async function readPoolKinds(
  database: Database,
  { key, addresses }: { key: number; addresses: readonly EvmAddress[] },
): Promise<Map<EvmAddress, number>> {
  if (addresses.length === 0) return new Map()
  const rows = await database
    .select({ address: pools.address, kind: pools.kind })
    .from(pools)
    .where(and(eq(pools.chain, key), inArray(pools.address, [...addresses])))
  return new Map(rows.map(({ address, kind }) => [address, kind]))
}
