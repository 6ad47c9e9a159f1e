import type { EvmAddress } from '@latchkey/protocol'
import type { NodeReceipt } from '../../chains/node/createChainNode.ts'
import { entitiesOf } from '../admission/admitOperation.ts'
import type { ChainScope } from '../ChainScope.ts'
import { readContractError } from '../judging/readRevert.ts'
import { readOperationEvents, readOperationReason } from '../receipts/findOperationEvent.ts'
import { type Bundle, type BundleTransaction, updateBundle } from '../store/bundleStore.ts'
import { findOfBundle, releaseBundle, settleOperation } from '../store/operationStore.ts'
import { countReputation } from '../store/reputationStore.ts'

/** Transactions that an operation may have been in before it is given up. */
const attemptsAtMost = 5

/** What a failure at the executor's cost counts as: the first one throttles, and two more within hours ban. */
const seenForFailure = 200

/** Writes what a mined transaction did: to the bundle and to each of its operations, in one database transaction. */
export async function settleBundle(
  scope: ChainScope,
  { bundle, transaction, receipt }: { bundle: Bundle; transaction: BundleTransaction; receipt: NodeReceipt },
): Promise<void> {
  const { context, chainId, metrics } = scope
  await scope.onStep('mined')
  const events = new Map(readOperationEvents(receipt).map((event) => [event.hash.toLowerCase(), event]))
  const isCancel = transaction.kind === 'cancel'
  const failed = !isCancel && BigInt(receipt.status) === 0n
  const now = context.clock.now()
  const ended = await context.database.transaction(async (tx) => {
    const operations = await findOfBundle(tx, { bundleId: bundle.id })
    // The others of a bundle that failed go alone next: whoever fails alone is whose fault it is. Source: ERC-7562.
    const culprit = failed && operations.length === 1 ? operations[0] : undefined
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
      } else if (stored === culprit || stored.attempts >= attemptsAtMost) {
        const reason =
          stored === culprit
            ? 'Its transaction failed on the chain, though it passed when it was asked before'
            : `${attemptsAtMost} transactions with it came to nothing`
        await settleOperation(tx, { chainId, hash: stored.hash, state: 'dropped', reason, now })
        outcomes.push({ outcome: 'dropped', seconds })
      }
    }
    if (culprit) {
      await countReputation(tx, { chainId, addresses: entitiesOf(scope, culprit.operation), seen: seenForFailure, now })
    }
    // Almost all are there once: one question for them all.
    for (const included of new Set(counts.values())) {
      const addresses = [...counts].flatMap(([address, times]) => (times === included ? [address] : []))
      await countReputation(tx, { chainId, addresses, included, now })
    }
    await releaseBundle(tx, { bundleId: bundle.id })
    return outcomes
  })
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
