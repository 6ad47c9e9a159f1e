import type { EvmAddress } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { addressColumn, numberColumn } from '../platform/db/bulkColumns.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { TradeRow } from '../prices/toTradeRows.ts'

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
