import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import { bundlerReputations } from '../schema.ts'

type Handle = Database | Transaction

/** Reputation of an address. Source: ERC-7562. */
export type Standing = 'ok' | 'throttled' | 'banned'

/** Source: ERC-7562, `MIN_INCLUSION_RATE_DENOMINATOR`, `THROTTLING_SLACK`, `BAN_SLACK` of a bundler. */
const inclusionRate = 10
const throttlingSlack = 10
const banSlack = 50

/** Returns the rest of a count after the hours since: each takes a 24th. */
const fade = (column: string) =>
  sql.raw(
    `bundler_reputations.${column} * power(23.0 / 24.0, greatest(0, extract(epoch from (excluded.counted_at - bundler_reputations.counted_at)) / 3600))`,
  )

/** Adds seen or included operations of addresses. Both counts fade. */
export async function countReputation(
  handle: Handle,
  {
    chainId,
    addresses,
    seen = 0,
    included = 0,
    now,
  }: {
    chainId: ChainId
    addresses: readonly EvmAddress[]
    seen?: number
    included?: number
    now: number
  },
): Promise<void> {
  // In one order, so that two transactions cannot deadlock.
  const unique = [...new Set(addresses)].sort()
  if (unique.length === 0) return
  await handle
    .insert(bundlerReputations)
    .values(unique.map((address) => ({ chainId, address, seen, included, countedAt: new Date(now) })))
    .onConflictDoUpdate({
      target: [bundlerReputations.chainId, bundlerReputations.address],
      set: {
        seen: sql`${fade('seen')} + excluded.seen`,
        included: sql`${fade('included')} + excluded.included`,
        countedAt: sql`excluded.counted_at`,
      },
    })
}

/** Returns the standings of addresses. An unknown address is `ok`. */
export async function readStandings(
  handle: Handle,
  { chainId, addresses, now }: { chainId: ChainId; addresses: readonly EvmAddress[]; now: number },
): Promise<Map<EvmAddress, Standing>> {
  if (addresses.length === 0) return new Map()
  const rows = await handle
    .select()
    .from(bundlerReputations)
    .where(and(eq(bundlerReputations.chainId, chainId), inArray(bundlerReputations.address, [...addresses])))
  return new Map(
    rows.map(({ address, seen, included, countedAt }) => {
      const rest = (23 / 24) ** Math.max(0, (now - countedAt.getTime()) / 3_600_000)
      return [address, standingOf({ seen: seen * rest, included: included * rest })]
    }),
  )
}

/** Source: ERC-7562. */
function standingOf({ seen, included }: { seen: number; included: number }): Standing {
  const expected = Math.floor(seen / inclusionRate)
  if (expected <= included + throttlingSlack) return 'ok'
  return expected <= included + banSlack ? 'throttled' : 'banned'
}
