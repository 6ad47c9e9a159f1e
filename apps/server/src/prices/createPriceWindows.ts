import type { AccountId } from '@latchkey/protocol'
import { and, eq, sql } from 'drizzle-orm'
import { readChains } from '../chains/readChains.ts'
import { blocks } from '../chains/schema.ts'
import type { Context } from '../platform/context.ts'
import { findPriceSource } from './findPriceSource.ts'

/**
 * Recent prices of a token. `fixed`: the operator configured it as a dollar. `unknown`: the index is not at the head of its
 * chain, or does not have the token.
 */
export type PriceWindow = { kind: 'fixed' } | { kind: 'unknown' } | { kind: 'moving'; highest: number | undefined }

/** Prices of the last half hour for services that sell by them. The newest price alone can be moved by a single trade. */
export type PriceWindows = { read: (asset: AccountId) => Promise<PriceWindow> }

/** Length of the window in seconds. */
const length = 30 * 60
/** Maximum milliseconds since the index was at the head, and since the time of its last block (except on test networks). */
const oldest = 120_000

/** Creates the reader of price windows, from the points that the index stores. */
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
      // An index that was never at the head processes old blocks, whose prices are out of date.
      if (served?.key === undefined || served.block === null || !served.caughtUp || now - served.seenAt > oldest)
        return { kind: 'unknown' }
      const { key, block } = served
      const [head] = await database
        .select({ time: blocks.time })
        .from(blocks)
        .where(and(eq(blocks.chain, key), eq(blocks.number, block)))
      if (!head) return { kind: 'unknown' }
      // The node itself may have stopped. A local chain makes blocks only on demand.
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
