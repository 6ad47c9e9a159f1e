import type { EvmAddress } from '@latchkey/protocol'
import type { NodeReceipt } from '../../chains/node/createChainNode.ts'
import { entitiesOf } from '../admission/admitOperation.ts'
import type { ChainScope } from '../ChainScope.ts'
import { readContractError } from '../judging/readRevert.ts'
import { readOperationEvents, readOperationReason } from '../receipts/findOperationEvent.ts'
import { type Bundle, type BundleTransaction, updateBundle } from '../store/bundleStore.ts'
import { findOfBundle, releaseBundle, settleOperation } from '../store/operationStore.ts'
import { countReputation } from '../store/reputationStore.ts'

/** Number of transactions with an operation before it is dropped. */
const attemptsAtMost = 5

/** Weight of a failure at the executor's cost. The first one throttles, and two more within hours ban. */
const seenForFailure = 200

/** Stores the result of a mined transaction for the bundle and its operations, in one database transaction. */
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
    // Operations of a failed bundle go alone next: one that fails alone is the cause. Source: ERC-7562.
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
      // A dropped operation was replaced by its sender and is not part of the bundle.
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
          reason: event.success ? undefined : `The operation failed${words ? `: ${words}` : ''}`,
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
    // Almost all counts are one, so group the addresses by count.
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
  if (failed) context.log.warn(facts, 'Bundle failed at the executor’s cost, its operations wait again')
  else
    context.log.info(
      facts,
      isCancel ? 'Bundle was replaced by an empty transaction, its operations wait again' : 'Bundle mined',
    )
  await scope.onStep('settled')
}
