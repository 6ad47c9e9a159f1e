import type { EvmAddress } from '@latchkey/protocol'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { addressColumn, numberColumn } from '../platform/db/bulkColumns.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import type { TokenDescription } from './planTokens.ts'
import { tokenState, tokens } from './schema.ts'

/** Reads tokens without a description. */
export async function readUnreadTokens(database: Database, { chain, limit }: { chain: number; limit: number }) {
  return database
    .select({ address: tokens.address, kind: tokens.kind })
    .from(tokens)
    .where(and(eq(tokens.chain, chain), sql`${tokens.state} = 0`))
    .limit(limit)
}

/** Reads the known decimals of tokens. */
export async function readDecimals(
  database: Database,
  { chain, addresses }: { chain: number; addresses: readonly EvmAddress[] },
): Promise<Map<EvmAddress, number>> {
  if (addresses.length === 0) return new Map()
  const rows = await database
    .select({ address: tokens.address, decimals: tokens.decimals })
    .from(tokens)
    .where(and(eq(tokens.chain, chain), eq(tokens.state, tokenState.read), inArray(tokens.address, [...addresses])))
  return new Map(rows.flatMap(({ address, decimals }) => (decimals === null ? [] : [[address, decimals] as const])))
}

/** Stores the descriptions of tokens. The airdrop flag stays. */
export async function writeDescriptions(
  tx: Transaction,
  { chain, descriptions }: { chain: number; descriptions: readonly TokenDescription[] },
): Promise<void> {
  for (const { address, kind, state, flags, name, symbol, decimals, totalSupply } of descriptions) {
    await tx
      .insert(tokens)
      .values({ chain, address, kind, state, flags, name, symbol, decimals, totalSupply })
      .onConflictDoUpdate({
        target: [tokens.chain, tokens.address],
        set: { state, flags: sql`${tokens.flags} | ${flags}`, name, symbol, decimals, totalSupply },
      })
  }
}

/** Stores the supplies of tokens. */
export async function writeSupplies(
  tx: Transaction,
  { chain, supplies }: { chain: number; supplies: readonly { address: EvmAddress; totalSupply: bigint }[] },
): Promise<void> {
  if (supplies.length === 0) return
  await tx.execute(sql`
    update tokens set total_supply = supply.amount
    from (select substr(${addressColumn(supplies.map(({ address }) => address))}::bytea, i::int * 20 - 19, 20) as address, a as amount
      from unnest(${numberColumn(supplies.map(({ totalSupply }) => totalSupply))}::numeric[]) with ordinality as u(a, i)) as supply
    where tokens.chain = ${chain} and tokens.address = supply.address`)
}
