import type { EvmAddress } from '@latchkey/protocol'
import { entitiesOf } from '../admission/admitOperation.ts'
import type { ChainScope } from '../ChainScope.ts'
import { readContractError } from '../judging/readRevert.ts'
import type { NodeReceipt } from '../node/createChainNode.ts'
import { readOperationEvents, readOperationReason } from '../receipts/findOperationEvent.ts'
import { type Bundle, type BundleTransaction, updateBundle } from '../store/bundleStore.ts'
import { findOfBundle, releaseBundle, settleOperation } from '../store/operationStore.ts'
import { countReputation } from '../store/reputationStore.ts'

/** Transactions with an operation that may fail as a whole before it is given up. */
const attemptsAtMost = 5

/** Writes what a mined transaction did: to the bundle and to each of its operations, in one database transaction. */
export async function settleBundle(
  scope: ChainScope,
  { bundle, transaction, receipt }: { bundle: Bundle; transaction: BundleTransaction; receipt: NodeReceipt },
): Promise<void> {
  const { context, chainId, metrics } = scope
  await scope.onStep('mined')
  const events = new Map(readOperationEvents(receipt).map((event) => [event.hash.toLowerCase(), event]))
  const isCancel = transaction.kind === 'cancel'
  const now = context.clock.now()
  const ended = await context.database.transaction(async (tx) => {
    const operations = await findOfBundle(tx, { bundleId: bundle.id })
    await updateBundle(tx, {
      id: bundle.id,
      state: isCancel ? 'abandoned' : 'mined',
      minedHash: receipt.transactionHash,
      blockNumber: Number(receipt.blockNumber),
      blockHash: receipt.blockHash,
      settledAt: new Date(now),
    })
    const counts = new Map<EvmAddress, number>()
    const outcomes: { outcome: 'included' | 'failed' | 'dropped'; seconds: number }[] = []
    for (const stored of operations) {
      // Dropped means replaced by its sender before; nothing of a bundle is.
      if (stored.state === 'received' || stored.state === 'dropped') continue
      const event = events.get(stored.hash)
      const seconds = (now - stored.receivedAt.getTime()) / 1000
      if (event) {
        const state = event.success ? ('included' as const) : ('failed' as const)
        const words = event.success ? undefined : readContractError(readOperationReason(receipt, stored.hash))?.words
        await settleOperation(tx, {
          chainId,
          hash: stored.hash,
          state,
          reason: event.success ? undefined : `Its call was undone${words ? `: ${words}` : ''}`,
          transactionHash: receipt.transactionHash,
          actualGasCost: event.actualGasCost,
          now,
        })
        for (const entity of entitiesOf(scope, stored.operation)) counts.set(entity, (counts.get(entity) ?? 0) + 1)
        outcomes.push({ outcome: state, seconds })
      } else if (stored.attempts >= attemptsAtMost) {
        const reason = `The transactions with it failed ${attemptsAtMost} times`
        await settleOperation(tx, { chainId, hash: stored.hash, state: 'dropped', reason, now })
        outcomes.push({ outcome: 'dropped', seconds })
      }
    }
    // Almost all are there once: one question for them all.
    for (const included of new Set(counts.values())) {
      const addresses = [...counts].flatMap(([address, times]) => (times === included ? [address] : []))
      await countReputation(tx, { chainId, addresses, included, now })
    }
    await releaseBundle(tx, { bundleId: bundle.id })
    return outcomes
  })
  const failed = !isCancel && BigInt(receipt.status) === 0n
  metrics.bundles.inc({ chain: chainId, outcome: isCancel ? 'abandoned' : failed ? 'reverted' : 'mined' })
  for (const { outcome, seconds } of ended) {
    metrics.operations.inc({ chain: chainId, outcome })
    if (outcome !== 'dropped') metrics.inclusionSeconds.observe({ chain: chainId }, seconds)
  }
  const facts = { chainId, bundle: bundle.id, hash: receipt.transactionHash, block: Number(receipt.blockNumber) }
  if (failed) context.log.warn(facts, 'A bundle failed on the chain, at the executor’s cost; its operations go again')
  else context.log.info(facts, isCancel ? 'A bundle was abandoned; its operations go again' : 'A bundle was mined')
  await scope.onStep('settled')
}
