import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { and, asc, eq, ne, notExists, or, sql } from 'drizzle-orm'
import { pendingTransactions, transactions, transfers, userOperations } from '../chains/schema.ts'
import { transferKind } from '../chains/transferKind.ts'
import { numberColumn } from '../platform/db/bulkColumns.ts'
import type { Database } from '../platform/db/Database.ts'

/** Position of a transaction in an account's history. */
export type HistoryPlace = { block: number; txIndex: number; time: number }

/**
 * Reads the next transactions of an account, newest first. It is a union of one query per index (sent transfers, received
 * transfers, own transactions, own operations), because an `or` would read the account's whole history for every page.
 * Irrelevant transfers of zero are left out here, so that a flood of them fills no pages.
 *
 * @param options.before position below which the page starts
 */
export async function readPlaces(
  database: Database,
  {
    key,
    account,
    before,
    limit,
  }: { key: number; account: EvmAddress; before: Omit<HistoryPlace, 'time'>; limit: number },
): Promise<HistoryPlace[]> {
  const own = Buffer.from(account.slice(2), 'hex')
  const below = sql`chain = ${key} and (block, tx_index) < (${before.block}::int, ${before.txIndex}::int)`
  const order = sql`order by block desc, tx_index desc limit ${limit}`
  const { rows } = await database.execute<{ block: number; tx_index: number; time: string }>(sql`
    select place.block, place.tx_index, x.time from (
      select distinct block, tx_index from (
        (select distinct block, tx_index from transfers
          where sender = ${own} and (kind = 5 or amount <> 0) and ${below} ${order})
        union all
        (select distinct block, tx_index from transfers
          where receiver = ${own} and kind < ${transferKind.approval} and amount <> 0 and ${below} ${order})
        union all
        (select block, tx_index from transactions where sender = ${own} and ${below} ${order})
        union all
        (select distinct block, tx_index from user_operations where sender = ${own} and ${below} ${order})
      ) as found ${order}
    ) as place
    join transactions x on x.chain = ${key} and x.block = place.block and x.tx_index = place.tx_index
    order by place.block desc, place.tx_index desc`)
  return rows.map(({ block, tx_index, time }) => ({ block, txIndex: tx_index, time: Number(time) }))
}

/** Maximum number of transfers and calls per chain that are read to find the receivers of an account. */
const maxDealings = 1000

/**
 * Finds the addresses that an account paid or called itself, from its newest transactions and operations on each chain.
 * Transfers from the account in a transaction or operation of others do not count, because anyone can cause them.
 */
export async function readPaid(
  database: Database,
  { keys, account }: { keys: readonly number[]; account: EvmAddress },
): Promise<Set<EvmAddress>> {
  const own = Buffer.from(account.slice(2), 'hex')
  const native = Buffer.from(nativeEvmAddress.slice(2), 'hex')
  const { rows } = await database.execute<{ receiver: Buffer | null }>(sql`
    select distinct dealt.receiver
    from unnest(${numberColumn(keys)}::int[]) as u(key)
    cross join lateral (
      (select t.receiver from transfers t
        join transactions x on x.chain = t.chain and x.block = t.block and x.tx_index = t.tx_index
        where t.sender = ${own} and t.chain = u.key and t.kind <> 5 and t.amount <> 0 and x.sender = ${own}
        order by t.block desc, t.tx_index desc limit ${maxDealings})
      union all
      (select receiver from transactions where sender = ${own} and chain = u.key
        order by block desc, tx_index desc limit ${maxDealings})
      union all
      (select t.receiver from user_operations o
        join transfers t on t.chain = o.chain and t.block = o.block and t.tx_index = o.tx_index
        where o.sender = ${own} and o.chain = u.key and t.sender = ${own} and t.kind <> 5 and t.amount <> 0
          and (t.token = ${native}::bytea or (t.position >= o.first_transfer and t.position < o.end_transfer))
        order by o.block desc, o.tx_index desc limit ${maxDealings})
      union all
      (select receiver from user_operations where sender = ${own} and chain = u.key
        order by block desc, tx_index desc limit ${maxDealings})
    ) as dealt`)
  return new Set(rows.flatMap(({ receiver }): EvmAddress[] => (receiver ? [`0x${receiver.toString('hex')}`] : [])))
}

/** A transaction with the account's transfers and operations in it. */
export type HistoryRow = {
  transaction: typeof transactions.$inferSelect
  transfers: (typeof transfers.$inferSelect)[]
  operations: (typeof userOperations.$inferSelect)[]
}

/** Maximum number of shown transfers of one transaction. Otherwise, an airdrop to thousands would make a page of megabytes. */
const maxTransfers = 50

/** Reads transactions and the account's transfers in them, in the order of the positions. */
export async function readRows(
  database: Database,
  { key, account, places }: { key: number; account: EvmAddress; places: readonly HistoryPlace[] },
): Promise<HistoryRow[]> {
  if (places.length === 0) return []
  const wanted = sql`(select b as block, x as tx_index
    from unnest(${numberColumn(places.map(({ block }) => block))}::int[], ${numberColumn(places.map(({ txIndex }) => txIndex))}::int[]) as u(b, x))`
  const [found, moved, acted] = await Promise.all([
    database
      .select()
      .from(transactions)
      .where(and(eq(transactions.chain, key), sql`(${transactions.block}, ${transactions.txIndex}) in ${wanted}`)),
    database
      .select()
      .from(transfers)
      .where(
        and(
          eq(transfers.chain, key),
          sql`(${transfers.block}, ${transfers.txIndex}) in ${wanted}`,
          // This query is limited to one transaction by its primary key, so an `or` costs nothing.
          or(
            eq(transfers.sender, account),
            and(eq(transfers.receiver, account), ne(transfers.kind, transferKind.declared)),
          ),
        ),
      )
      .orderBy(asc(transfers.block), asc(transfers.txIndex), asc(transfers.position)),
    database
      .select()
      .from(userOperations)
      .where(
        and(
          eq(userOperations.chain, key),
          eq(userOperations.sender, account),
          sql`(${userOperations.block}, ${userOperations.txIndex}) in ${wanted}`,
        ),
      )
      .orderBy(asc(userOperations.position)),
  ])
  const placeOf = (row: { block: number; txIndex: number }) => `${row.block}:${row.txIndex}`
  const rows = new Map(
    found.map((transaction): [string, HistoryRow] => [
      placeOf(transaction),
      { transaction, transfers: [], operations: [] },
    ]),
  )
  for (const operation of acted) rows.get(placeOf(operation))?.operations.push(operation)
  for (const transfer of moved) {
    const row = rows.get(placeOf(transfer))
    if (row && row.transfers.length < maxTransfers) row.transfers.push(transfer)
  }
  return places.flatMap((place) => rows.get(placeOf(place)) ?? [])
}

/** Reads the pending transactions of the account, newest first. */
export async function readPending(database: Database, { key, account }: { key: number; account: EvmAddress }) {
  const branch = (column: typeof pendingTransactions.sender | typeof pendingTransactions.to) =>
    database
      .select()
      .from(pendingTransactions)
      .where(
        and(
          eq(pendingTransactions.chain, key),
          eq(column, account),
          // Leave out mined transactions that are still on the pending list.
          notExists(
            database
              .select({ hash: transactions.hash })
              .from(transactions)
              .where(and(eq(transactions.hash, pendingTransactions.hash), eq(transactions.chain, key))),
          ),
        ),
      )
      .limit(50)
  const [sent, received] = await Promise.all([branch(pendingTransactions.sender), branch(pendingTransactions.to)])
  const rows = new Map([...sent, ...received].map((row) => [row.hash, row]))
  return [...rows.values()].sort((a, b) => b.seen - a.seen || b.nonce - a.nonce)
}

/** Reads the prices of tokens at a time: the last price at or before it. */
export async function readPricesAt(
  database: Database,
  { key, moments }: { key: number; moments: readonly { token: EvmAddress; time: number }[] },
): Promise<Map<string, number>> {
  if (moments.length === 0) return new Map()
  const { rows } = await database.execute<{ i: string; usd: number | null }>(sql`
    select m.i, point.usd
    from (select i, decode(t, 'hex') as token, s as time
      from unnest(${`{${moments.map(({ token }) => token.slice(2)).join(',')}}`}::text[], ${numberColumn(moments.map(({ time }) => time))}::bigint[])
        with ordinality as u(t, s, i)) as m
    cross join lateral (
      select usd from price_points p
      where p.chain = ${key} and p.token = m.token and p.time <= m.time
      order by p.time desc, p.block desc limit 1
    ) as point`)
  const prices = new Map<string, number>()
  for (const { i, usd } of rows) {
    const moment = moments[Number(i) - 1]
    if (moment && usd !== null) prices.set(momentKey(moment), usd)
  }
  return prices
}

/** Key of a token at a time. */
export function momentKey({ token, time }: { token: EvmAddress; time: number }): string {
  return `${token}@${time}`
}
