import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadBalance } from '../chains/planBalances.ts'
import type { Hex } from '../chains/rpcTypes.ts'
import { addressColumn, hashColumn, hexColumn, numberColumn } from '../platform/db/bulkColumns.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { spamFlag, tokenState } from '../tokens/schema.ts'
import type { OperationRow, RangeRows, TransactionRow, TransferRow } from './buildRange.ts'

/** Another process changed the chain's progress: roll this transaction back. */
export class ProgressLost extends Error {
  override readonly name = 'ProgressLost'
}

/** Cuts the address number `i` of 20 bytes out of a column; `i` starts at 1. */
const cut = (column: Buffer): SQL => sql`substr(${column}::bytea, i::int * 20 - 19, 20)`

/**
 * Moves the progress row from one block to the next. The rest of a range is committed with it. A killed process therefore
 * leaves a whole range or nothing, and two processes never write the same range twice.
 *
 * @throws ProgressLost if the row does not equal `expected`
 */
export async function writeProgress(
  tx: Transaction,
  {
    chain,
    expected,
    block,
    hash,
    settled,
  }: {
    chain: number
    expected: number | null
    block: number
    hash: Hex
    /** The block up to which balances are compared with the chain; undefined leaves it unchanged. */
    settled?: number | undefined
  },
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update indexed_chains set block = ${block}, hash = decode(${hash.slice(2)}, 'hex'),
      settled_block = coalesce(${settled ?? null}::int, settled_block)
    where key = ${chain} and block is not distinct from ${expected}::int`)
  if (rowCount !== 1) throw new ProgressLost('Another process indexes this chain')
}

/** Writes the newest blocks of a range, and deletes those below the reorganization depth. */
export async function writeBlocks(
  tx: Transaction,
  { chain, rows, reorgDepth }: { chain: number; rows: RangeRows; reorgDepth: number },
): Promise<void> {
  const newest = rows.blocks.slice(-(reorgDepth + 1))
  await tx.execute(sql`
    insert into blocks (chain, number, hash, parent_hash, time)
    select ${chain}::smallint, n, substr(${hashColumn(newest.map(({ hash }) => hash))}::bytea, i::int * 32 - 31, 32),
      substr(${hashColumn(newest.map(({ parentHash }) => parentHash))}::bytea, i::int * 32 - 31, 32), t
    from unnest(${numberColumn(newest.map(({ number }) => number))}::int[], ${numberColumn(newest.map(({ time }) => time))}::bigint[])
      with ordinality as u(n, t, i)`)
  await tx.execute(sql`delete from blocks where chain = ${chain} and number < ${rows.to - reorgDepth}`)
}

/** Writes transactions in the order of the primary key, so that its index only grows at the end. */
export async function writeTransactions(
  tx: Transaction,
  { chain, rows }: { chain: number; rows: readonly TransactionRow[] },
): Promise<void> {
  if (rows.length === 0) return
  const column = <Value>(read: (row: TransactionRow) => Value) => rows.map(read)
  await tx.execute(sql`
    insert into transactions (chain, block, tx_index, time, nonce, gas_used, status, hash, sender, receiver, created, selector, value, fee)
    select ${chain}::smallint, b, x, t, n, g, s, substr(${hashColumn(column(({ hash }) => hash))}::bytea, i::int * 32 - 31, 32),
      ${cut(addressColumn(column(({ sender }) => sender)))}, decode(r, 'hex'), decode(c, 'hex'), decode(f, 'hex'), v, p
    from unnest(
      ${numberColumn(column(({ block }) => block))}::int[], ${numberColumn(column(({ txIndex }) => txIndex))}::int[],
      ${numberColumn(column(({ time }) => time))}::bigint[], ${numberColumn(column(({ nonce }) => nonce))}::bigint[],
      ${numberColumn(column(({ gasUsed }) => gasUsed))}::bigint[], ${numberColumn(column(({ status }) => status))}::bool[],
      ${hexColumn(column(({ receiver }) => receiver))}::text[], ${hexColumn(column(({ created }) => created))}::text[],
      ${hexColumn(column(({ selector }) => selector))}::text[], ${numberColumn(column(({ value }) => value))}::numeric[],
      ${numberColumn(column(({ fee }) => fee))}::numeric[]
    ) with ordinality as u(b, x, t, n, g, s, r, c, f, v, p, i)`)
}

/** Writes transfers in the order of the primary key. */
export async function writeTransfers(
  tx: Transaction,
  { chain, rows }: { chain: number; rows: readonly TransferRow[] },
): Promise<void> {
  if (rows.length === 0) return
  const column = <Value>(read: (row: TransferRow) => Value) => rows.map(read)
  await tx.execute(sql`
    insert into transfers (chain, kind, block, tx_index, position, token, sender, receiver, amount, token_id)
    select ${chain}::smallint, k, b, x, p, ${cut(addressColumn(column(({ token }) => token)))},
      ${cut(addressColumn(column(({ sender }) => sender)))}, ${cut(addressColumn(column(({ receiver }) => receiver)))}, a, n
    from unnest(
      ${numberColumn(column(({ kind }) => kind))}::smallint[], ${numberColumn(column(({ block }) => block))}::int[],
      ${numberColumn(column(({ txIndex }) => txIndex))}::int[], ${numberColumn(column(({ position }) => position))}::int[],
      ${numberColumn(column(({ amount }) => amount))}::numeric[], ${numberColumn(column(({ tokenId }) => tokenId))}::numeric[]
    ) with ordinality as u(k, b, x, p, a, n, i)`)
}

/** Writes the operations of smart accounts in the order of the primary key. */
export async function writeOperations(
  tx: Transaction,
  { chain, rows }: { chain: number; rows: readonly OperationRow[] },
): Promise<void> {
  if (rows.length === 0) return
  const column = <Value>(read: (row: OperationRow) => Value) => rows.map(read)
  await tx.execute(sql`
    insert into user_operations
      (chain, block, tx_index, position, first_transfer, end_transfer, success, sender, receiver, selector, value, fee)
    select ${chain}::smallint, b, x, p, g, h, s, ${cut(addressColumn(column(({ sender }) => sender)))},
      ${cut(addressColumn(column(({ receiver }) => receiver)))}, decode(f, 'hex'), v, c
    from unnest(
      ${numberColumn(column(({ block }) => block))}::int[], ${numberColumn(column(({ txIndex }) => txIndex))}::int[],
      ${numberColumn(column(({ position }) => position))}::int[], ${numberColumn(column(({ firstTransfer }) => firstTransfer))}::int[],
      ${numberColumn(column(({ endTransfer }) => endTransfer))}::int[], ${numberColumn(column(({ success }) => success))}::bool[],
      ${hexColumn(column(({ selector }) => selector))}::text[], ${numberColumn(column(({ value }) => value))}::numeric[],
      ${numberColumn(column(({ fee }) => fee))}::numeric[]
    ) with ordinality as u(b, x, p, g, h, s, f, v, c, i)`)
}

/** Sorted, so that neighboring rows are on one page, and two writers cannot deadlock. */
function pairColumns(pairs: ReadBalance[]) {
  pairs.sort((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : a.token < b.token ? -1 : 1))
  return {
    accounts: cut(addressColumn(pairs.map(({ account }) => account))),
    tokens: cut(addressColumn(pairs.map(({ token }) => token))),
    amounts: numberColumn(pairs.map(({ amount }) => amount)),
  }
}

/** Writes balances: the chain's value if it was read, else the old balance plus the sum of the transfers. */
export async function writeBalances(
  tx: Transaction,
  {
    chain,
    block,
    deltas,
    read,
  }: {
    chain: number
    block: number
    deltas: RangeRows['deltas']
    /** Balances that were read at the head; empty while catching up. */
    read: readonly ReadBalance[]
  },
): Promise<void> {
  const known = new Set(read.map(({ account, token }) => pairKey(token, account)))
  const summed: ReadBalance[] = []
  for (const [token, accounts] of deltas) {
    for (const [account, amount] of accounts) {
      if (known.size === 0 || !known.has(pairKey(token, account))) summed.push({ account, token, amount })
    }
  }
  for (const [pairs, amount] of [
    [summed, sql`balances.amount + excluded.amount`],
    [read, sql`excluded.amount`],
  ] as const) {
    if (pairs.length === 0) continue
    const { accounts, tokens, amounts } = pairColumns([...pairs])
    await tx.execute(sql`
      insert into balances (account, chain, token, amount, block)
      select ${accounts}, ${chain}::smallint, ${tokens}, a, ${block}::int
      from unnest(${amounts}::numeric[]) with ordinality as u(a, i)
      on conflict (account, chain, token) do update set amount = ${amount}, block = excluded.block`)
  }
}

/** Corrects the balances that differ from the chain. */
export async function correctBalances(
  tx: Transaction,
  { chain, read }: { chain: number; read: readonly ReadBalance[] },
): Promise<void> {
  if (read.length === 0) return
  const { accounts, tokens, amounts } = pairColumns([...read])
  await tx.execute(sql`
    update balances set amount = truth.amount
    from (select ${accounts} as account, ${tokens} as token, a as amount
      from unnest(${amounts}::numeric[]) with ordinality as u(a, i)) as truth
    where balances.account = truth.account and balances.chain = ${chain} and balances.token = truth.token
      and balances.amount <> truth.amount`)
}

/** Inserts new token contracts, and flags airdrops. */
export async function writeTokens(
  tx: Transaction,
  {
    chain,
    rows,
    known,
  }: { chain: number; rows: Pick<RangeRows, 'tokens' | 'airdrops'>; known: ReadonlySet<EvmAddress> },
): Promise<void> {
  const fresh = [...rows.tokens].filter(([token]) => !known.has(token) && token !== nativeEvmAddress).sort()
  if (fresh.length > 0) {
    await tx.execute(sql`
      insert into tokens (chain, kind, state, flags, address)
      select ${chain}::smallint, k, ${tokenState.unread}, 0, ${cut(addressColumn(fresh.map(([token]) => token)))}
      from unnest(${numberColumn(fresh.map(([, kind]) => kind))}::smallint[]) with ordinality as u(k, i)
      on conflict do nothing`)
  }
  const thrown = [...rows.airdrops]
  if (thrown.length > 0) {
    await tx.execute(sql`
      update tokens set flags = flags | ${spamFlag.airdrop}
      from (select ${cut(addressColumn(thrown))} as address from generate_series(1, ${thrown.length}::int) as i) as thrown
      where tokens.chain = ${chain} and tokens.address = thrown.address and flags & ${spamFlag.airdrop} = 0`)
  }
}

/** Key of a token and an account. */
function pairKey(token: EvmAddress, account: EvmAddress): string {
  return `${token}${account}`
}
