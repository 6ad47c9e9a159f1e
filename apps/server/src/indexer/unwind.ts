import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import type { BalancePair } from '../chains/planBalances.ts'
import type { Hex } from '../chains/rpcTypes.ts'
import { transferKind } from '../chains/transferKind.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { writeProgress } from './writeRange.ts'

/**
 * Removes everything above `to`, as if it had never been indexed. The transfers are subtracted from the balances. The
 * balances must be compared with the chain again, because transfers do not include gas and unusual tokens.
 *
 * @returns the balances to compare, and the affected accounts
 */
export async function unwind(
  tx: Transaction,
  { chain, from, to, hash }: { chain: number; from: number; to: number; hash: Hex },
): Promise<{ pairs: BalancePair[]; accounts: EvmAddress[] }> {
  await writeProgress(tx, { chain, expected: from, block: to, hash, settled: to - 1 })
  const native = Buffer.from(nativeEvmAddress.slice(2), 'hex')
  const { rows } = await tx.execute<{ account: Buffer; token: Buffer }>(sql`
    with moved as (
      select sender as account, token, -amount as change from transfers
        where chain = ${chain} and block > ${to} and kind in (0, 1, 2)
      union all
      select receiver, token, amount from transfers where chain = ${chain} and block > ${to} and kind in (0, 1, 2)
      union all
      select sender, ${native}::bytea, -coalesce(fee, 0) from transactions where chain = ${chain} and block > ${to}
      -- By how much these changed, only the chain says.
      union all
      select receiver, token, 0 from transfers where chain = ${chain} and block > ${to} and kind = ${transferKind.declared}
      union all
      select sender, ${native}::bytea, 0 from user_operations where chain = ${chain} and block > ${to}
    ), summed as (
      select account, token, sum(change) as change from moved group by account, token
    )
    update balances set amount = balances.amount - summed.change, block = ${to}
    from summed
    where balances.account = summed.account and balances.chain = ${chain} and balances.token = summed.token
    returning balances.account, balances.token`)
  const { rows: seen } = await tx.execute<{ account: Buffer }>(sql`
    select sender as account from transfers where chain = ${chain} and block > ${to}
    union select receiver from transfers where chain = ${chain} and block > ${to}
    union select sender from transactions where chain = ${chain} and block > ${to}
    union select sender from user_operations where chain = ${chain} and block > ${to}`)
  for (const table of ['blocks', 'transactions', 'transfers', 'user_operations', 'trades', 'price_points'] as const) {
    const column = sql.identifier(table === 'blocks' ? 'number' : 'block')
    await tx.execute(sql`delete from ${sql.identifier(table)} where chain = ${chain} and ${column} > ${to}`)
  }
  await tx.execute(sql`delete from pools where chain = ${chain} and created > ${to}`)
  const addressOf = (bytes: Buffer): EvmAddress => `0x${bytes.toString('hex')}`
  return {
    pairs: rows.map(({ account, token }) => ({ account: addressOf(account), token: addressOf(token) })),
    accounts: [...new Set([...rows, ...seen].map(({ account }) => addressOf(account)))],
  }
}

/** Deletes all data of a chain except its key, because another chain now has the same ID. */
export async function forgetChain(tx: Transaction, { chain }: { chain: number }): Promise<void> {
  const tables = [
    'blocks',
    'transactions',
    'transfers',
    'user_operations',
    'balances',
    'tokens',
    'pending_transactions',
    'trades',
    'price_points',
    'prices',
    'pools',
  ]
  for (const table of tables) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where chain = ${chain}`)
  }
  await tx.execute(sql`
    update indexed_chains
    set genesis = null, start_block = null, block = null, hash = null, settled_block = null, caught_up = false, seen_at = 0
    where key = ${chain}`)
}
