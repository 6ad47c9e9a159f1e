import type { AccountId } from '@latchkey/protocol'
import { and, eq, sql } from 'drizzle-orm'
import { readChains } from '../chains/readChains.ts'
import { blocks } from '../chains/schema.ts'
import type { Context } from '../platform/context.ts'
import { findPriceSource } from './findPriceSource.ts'

/**
 * What is known of a price beyond the newest one. `fixed`: the operator says that it is a dollar. `unknown`: nobody follows it now, because the
 * index is not at the head of its chain, or has none of it.
 */
export type PriceWindow = { kind: 'fixed' } | { kind: 'unknown' } | { kind: 'moving'; highest: number | undefined }

/** The prices of the last half hour, for whoever sells by them: the newest one alone is what the last trade made of it. */
export type PriceWindows = { read: (asset: AccountId) => Promise<PriceWindow> }

/** Seconds that are looked back. */
const length = 30 * 60
/** Milliseconds since the index was at the head, and, but on test networks, since the block there was made. */
const oldest = 120_000

/** Creates what reads them, from the points that the index stores. */
export function createPriceWindows({
  context: { clock, config, database },
}: {
  context: Pick<Context, 'clock' | 'config' | 'database'>
}): PriceWindows {
  return {
    read: async (asset) => {
      const source = findPriceSource(config.chains, asset)
      if (source?.kind === 'fixed') return source
      if (!source) return { kind: 'unknown' }
      const [served] = await readChains(database, [source.chain])
      const now = clock.now()
      // What was never at the head goes through old blocks, whose prices nobody trades at any more.
      if (served?.key === undefined || served.block === null || !served.caughtUp || now - served.seenAt > oldest)
        return { kind: 'unknown' }
      const { key, block } = served
      const [head] = await database
        .select({ time: blocks.time })
        .from(blocks)
        .where(and(eq(blocks.chain, key), eq(blocks.number, block)))
      if (!head) return { kind: 'unknown' }
      // A node may stand still itself. A local chain makes a block when somebody wants one.
      if (!source.chain.testnet && now - head.time * 1000 > oldest) return { kind: 'unknown' }
      const from = Math.min(Math.floor(now / 1000), head.time) - length
      const of = sql`chain = ${key} and token = ${Buffer.from(source.token.slice(2), 'hex')}`
      const { rows } = await database.execute<{ highest: number | null }>(sql`
        select greatest(
          (select max(usd) from price_points where ${of} and time > ${from}),
          (select usd from price_points where ${of} and time <= ${from} order by time desc, block desc limit 1)
        ) as highest`)
      return { kind: 'moving', highest: rows[0]?.highest ?? undefined }
    },
  }
}
