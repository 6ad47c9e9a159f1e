import type { ChainId } from '@latchkey/protocol'
import type { Registry } from 'prom-client'
import { indexedChains } from '../chains/schema.ts'
import type { Database } from '../platform/db/Database.ts'

/** How far a chain is indexed, and how long it is. */
export type ChainBlocks = { chainId: ChainId; indexed: number | null; head: number | null }

/**
 * Reads the last block of each chain that the index has, and the chain's as this process saw it last. What is not known is null: chains
 * that are not indexed, and heads that this process never saw.
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
