import type { EvmAddress } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { addressColumn } from '../platform/db/bulkColumns.ts'
import type { Database } from '../platform/db/Database.ts'
import type { TokenInfo } from '../prices/readTokenInfos.ts'

/**
 * Finds the spam among an account's tokens. Tokens that the operator blocks always count. A token is suspicious if its name is a
 * lure, its symbol is that of a listed token, or it was an airdrop to many. Suspicious tokens count unless they have a price, are
 * listed, or the account has moved them or called their contract.
 */
export async function findSpam(
  database: Database,
  { key, account, tokens }: { key: number; account: EvmAddress; tokens: Iterable<TokenInfo> },
): Promise<Set<EvmAddress>> {
  const spam = new Set<EvmAddress>()
  const suspects: EvmAddress[] = []
  for (const { address, blocked, listed, flags, price } of tokens) {
    if (blocked) spam.add(address)
    else if (flags !== 0 && !listed && price === null) suspects.push(address)
  }
  if (suspects.length === 0) return spam
  const own = Buffer.from(account.slice(2), 'hex')
  const { rows } = await database.execute<{ token: Buffer }>(sql`
    select s.token
    from (select substr(${addressColumn(suspects)}::bytea, i::int * 20 - 19, 20) as token
      from generate_series(1, ${suspects.length}::int) as i) as s
    where exists (
        select from transactions x where x.sender = ${own} and x.chain = ${key} and x.receiver = s.token
      ) or exists (
        select from transactions x
        join transfers t on t.chain = x.chain and t.block = x.block and t.tx_index = x.tx_index
        where x.sender = ${own} and x.chain = ${key} and t.token = s.token
      )`)
  const touched = new Set(rows.map(({ token }): EvmAddress => `0x${token.toString('hex')}`))
  for (const token of suspects) if (!touched.has(token)) spam.add(token)
  return spam
}
