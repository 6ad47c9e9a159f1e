import type { ChainId } from '@latchkey/protocol'
import type { Registry } from 'prom-client'
import { indexedChains } from '../chains/schema.ts'
import type { Database } from '../platform/db/Database.ts'

/** Last indexed block of a chain, and its head. */
export type ChainBlocks = { chainId: ChainId; indexed: number | null; head: number | null }

/**
 * Reads the last indexed block of each chain, and the last head that this process has seen. Unknown values are null: chains without an
 * index, and heads that this process never saw.
 */
export async function readBlocks({
  database,
  metrics,
  chainIds,
}: {
  database: Database
  metrics: Registry
  chainIds: readonly ChainId[]
}): Promise<ChainBlocks[]> {
  const rows = await database.select({ chainId: indexedChains.chainId, block: indexedChains.block }).from(indexedChains)
  const indexed = new Map<string, number | null>(rows.map(({ chainId, block }) => [chainId, block]))
  const gauge = await metrics.getSingleMetric('latchkey_indexer_head_block')?.get()
  const heads = new Map(gauge?.values.map(({ labels, value }) => [String(labels.chain), value]))
  return chainIds.map((chainId) => ({
    chainId,
    indexed: indexed.get(chainId) ?? null,
    head: heads.get(chainId) ?? null,
  }))
}
