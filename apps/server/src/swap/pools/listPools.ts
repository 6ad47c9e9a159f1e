import type { EvmAddress } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { readChains } from '../../chains/readChains.ts'
import type { EvmChainConfig } from '../../platform/config/ServerConfig.ts'
import { addressColumn } from '../../platform/db/bulkColumns.ts'
import type { Database } from '../../platform/db/Database.ts'
import { poolKind } from '../../prices/schema.ts'
import type { KnownPool } from './LiquiditySource.ts'

type Row = { kind: number; fee: number; address: Buffer; token0: Buffer; token1: Buffer }

/**
 * Lists the indexed pools of a chain, the deepest first. Pools between listed tokens come before others. The depth is the USD
 * value of the smaller side, so that a large amount of a worthless token does not make a pool deep.
 */
export async function listPools({
  database,
  chain,
  limit,
}: {
  database: Database
  chain: EvmChainConfig
  limit: number
}): Promise<KnownPool[]> {
  const [served] = await readChains(database, [chain])
  if (served?.key === undefined) return []
  const { weth } = chain.contracts
  const listed = [...chain.tokens.map(({ address }) => address), ...(weth ? [weth] : [])]
  const tokens = addressColumn(listed.map((address) => address.toLowerCase() as EvmAddress))
  const { rows } = await database.execute<Row>(sql`
    with listed as (
      select substr(${tokens}::bytea, i * 20 - 19, 20) as token from generate_series(1, ${listed.length}::int) as i
    ), worth as (
      select p.kind, p.fee, p.address, p.token0, p.token1,
        p.token0 in (select token from listed) and p.token1 in (select token from listed) as vouched,
        p.reserve0::float8 / 10 ^ t0.decimals::float8 * q0.usd as usd0,
        p.reserve1::float8 / 10 ^ t1.decimals::float8 * q1.usd as usd1
      from pools p
      left join prices q0 on q0.chain = p.chain and q0.token = p.token0
      left join prices q1 on q1.chain = p.chain and q1.token = p.token1
      left join tokens t0 on t0.chain = p.chain and t0.address = p.token0
      left join tokens t1 on t1.chain = p.chain and t1.address = p.token1
      where p.chain = ${served.key}
    )
    select kind, fee, address, token0, token1 from worth
    order by vouched desc, coalesce(least(usd0, usd1), 0) desc, address
    limit ${limit}`)
  return rows.map(({ kind, fee, address, token0, token1 }) => ({
    ...{ kind: kind === poolKind.v2 ? 'uniswap-v2' : 'uniswap-v3', fee },
    ...{ address: toAddress(address), token0: toAddress(token0), token1: toAddress(token1) },
  }))
}

function toAddress(bytes: Buffer): EvmAddress {
  return `0x${bytes.toString('hex')}`
}
