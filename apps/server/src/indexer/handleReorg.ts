import { type AccountId, type EvmAddress, toAccountId } from '@latchkey/protocol'
import type { BalancePair } from '../chains/planBalances.ts'
import type { ChainScope } from './ChainScope.ts'
import { type Progress, readBlocks } from './chainStore.ts'
import { readHeaders } from './readHeaders.ts'
import { forgetChain, unwind } from './unwind.ts'

/** Result of the handling of a reorganization. */
export type ReorgOutcome =
  | { kind: 'unwound'; block: number; pairs: readonly BalancePair[]; accounts: readonly AccountId[] }
  | { kind: 'restarted'; reason: string }

/**
 * Finds the last block that the chain and the index share, and removes everything above it. Without such a block within the
 * reorganization depth, or on another chain, the index starts again, because mixed data is worse than none.
 */
export async function handleReorg(scope: ChainScope, progress: Progress & { block: number }): Promise<ReorgOutcome> {
  const { context, chainId, chain, config } = scope
  const { database, log } = context
  const stored = await readBlocks(database, { chain, from: progress.block - config.indexer.reorgDepth })
  const [genesis, ...headers] = await readHeaders(scope, [0, ...stored.map(({ number }) => number)])
  const sameChain = progress.genesis === null || genesis?.hash === progress.genesis
  const shared = sameChain ? stored.findLast(({ hash }, index) => headers[index]?.hash === hash) : undefined
  if (shared) {
    const { pairs, accounts } = await database.transaction((tx) =>
      unwind(tx, { chain, from: progress.block, to: shared.number, hash: shared.hash }),
    )
    log.warn(
      { chainId, from: progress.block, to: shared.number },
      `Chain reorganized, removed ${progress.block - shared.number} blocks`,
    )
    return { kind: 'unwound', block: shared.number, pairs, accounts: toAccounts(scope, accounts) }
  }
  const reason = sameChain
    ? `it shares none of the last ${stored.length} indexed blocks, which is deeper than reorganisations are followed (${config.indexer.reorgDepth})`
    : 'its first block is another one, so this is another chain'
  await database.transaction((tx) => forgetChain(tx, { chain }))
  log.warn({ chainId, block: progress.block }, `Indexing the chain again from its start block: ${reason}`)
  return { kind: 'restarted', reason }
}

/** Returns accounts of a chain in the format of the announcement. */
export function toAccounts({ chainId }: Pick<ChainScope, 'chainId'>, addresses: Iterable<EvmAddress>): AccountId[] {
  return Array.from(addresses, (address) => toAccountId({ chainId, address }))
}
