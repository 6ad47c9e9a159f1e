import { type EvmAddress, formatUnits } from '@latchkey/protocol'
import type { Trade } from '@latchkey/protocol/api'
import { sql } from 'drizzle-orm'
import type { PlacedPoolEvent } from '../indexer/buildRange.ts'
import { addressColumn, numberColumn } from '../indexer/bulkColumns.ts'
import type { Hex } from '../indexer/rpcTypes.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { Pool } from '../prices/poolMath.ts'
import type { PriceBook } from '../prices/priceBook.ts'

/** A row of `trades`, without the chain, and what the announcement needs besides. */
export type TradeRow = {
  buy: boolean
  block: number
  txIndex: number
  logIndex: number
  time: number
  token: EvmAddress
  pool: EvmAddress
  maker: EvmAddress
  hash: Hex
  amount: bigint
  price: number | null
  value: number | null
}

/** A swap is a trade of both tokens: what the pool lost, the maker bought. */
export function toTradeRows({
  placed,
  pool,
  book,
}: {
  placed: PlacedPoolEvent & { event: { amount0: bigint; amount1: bigint } }
  pool: Pool
  book: PriceBook
}): TradeRow[] {
  const { event, block, time, txIndex, logIndex, maker, hash } = placed
  const value = book.valueOf(pool, event.amount0, event.amount1)
  const sides = [
    { token: pool.token0, change: event.amount0 },
    { token: pool.token1, change: event.amount1 },
  ]
  return sides.flatMap(({ token, change }): TradeRow[] => {
    if (change === 0n) return []
    const amount = change < 0n ? -change : change
    const decimals = book.decimals(token)
    const price = value === null || decimals === undefined ? null : value / (Number(amount) / 10 ** decimals)
    return [
      {
        buy: change < 0n,
        block,
        txIndex,
        logIndex,
        time,
        token,
        pool: pool.address,
        maker,
        hash,
        amount,
        price,
        value,
      },
    ]
  })
}

/** A trade as the API and the event stream tell it. */
export function toTrade({
  row,
  decimals,
}: {
  row: Pick<TradeRow, 'buy' | 'block' | 'logIndex' | 'time' | 'maker' | 'hash' | 'amount' | 'price' | 'value'>
  decimals: number
}): Trade {
  return {
    id: `${row.hash}:${row.logIndex}`,
    hash: row.hash,
    minedAt: new Date(row.time * 1000).toISOString(),
    maker: row.maker,
    side: row.buy ? 'buy' : 'sell',
    quantity: { numeric: formatUnits(row.amount, decimals) },
    price: row.price,
    value: row.value,
  }
}

/** Stores trades. */
export async function writeTrades(
  tx: Transaction,
  { chain, rows }: { chain: number; rows: readonly TradeRow[] },
): Promise<void> {
  if (rows.length === 0) return
  const column = <Value>(read: (row: TradeRow) => Value) => rows.map(read)
  const cut = (addresses: EvmAddress[]) => sql`substr(${addressColumn(addresses)}::bytea, i::int * 20 - 19, 20)`
  await tx.execute(sql`
    insert into trades (chain, buy, block, tx_index, log_index, time, token, pool, maker, amount, price, value)
    select ${chain}::smallint, d, b, x, l, t, ${cut(column(({ token }) => token))}, ${cut(column(({ pool }) => pool))},
      ${cut(column(({ maker }) => maker))}, a, p, v
    from unnest(
      ${numberColumn(column(({ buy }) => buy))}::bool[], ${numberColumn(column(({ block }) => block))}::int[],
      ${numberColumn(column(({ txIndex }) => txIndex))}::int[], ${numberColumn(column(({ logIndex }) => logIndex))}::int[],
      ${numberColumn(column(({ time }) => time))}::bigint[], ${numberColumn(column(({ amount }) => amount))}::numeric[],
      ${numberColumn(column(({ price }) => price))}::float8[], ${numberColumn(column(({ value }) => value))}::float8[]
    ) with ordinality as u(d, b, x, l, t, a, p, v, i)`)
}
