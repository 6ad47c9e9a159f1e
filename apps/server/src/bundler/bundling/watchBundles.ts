import type { ChainScope } from '../ChainScope.ts'
import { type Bundle, findWatched, updateBundle } from '../store/bundleStore.ts'
import { releaseBundle, reviveBundle } from '../store/operationStore.ts'
import { broadcast } from './broadcast.ts'
import { fillGap } from './fillGap.ts'
import { repriceBundle } from './repriceBundle.ts'
import { settleBundle } from './settleBundle.ts'

/** Observations of this process about bundles. They are not stored. */
export type Watch = {
  /** Number of checks in which a bundle's nonce was used without a mined transaction of it. */
  gone: Map<string, number>
  /** Time of the last request whether a node still has the bundle; Unix milliseconds. */
  asked: Map<string, number>
  /** Number of justified refusals by nodes. */
  refused: Map<string, number>
}

/** Number of agreeing checks: one node may know the nonce before another knows the transaction. */
const agreeing = 3
/** Number of refusals after which a bundle is replaced by an empty transaction. */
const refusalsAtMost = 5
/** Milliseconds between requests whether nodes still have a transaction. */
const askInterval = 2_000

/**
 * Checks all bundles that may still change.
 *
 * @returns the number of pending ones, and of mined, non-final ones
 */
export async function watchBundles(
  scope: ChainScope,
  { watch, holder }: { watch: Watch; holder: string },
): Promise<{ underWay: number; settling: number }> {
  const { context, chainId, node, view, executor, reorgDepth, metrics } = scope
  const { database, log, clock } = context
  const bundles = await findWatched(database, { chainId })
  if (bundles.length === 0) return { underWay: 0, settling: 0 }
  // Read before the receipts: if one of our transactions has used the nonce, its receipt exists by then.
  const count = await node.transactionCount(executor.address, 'latest')
  const { head } = await view.now()
  let underWay = 0
  let settling = 0
  for (const bundle of bundles) {
    const receipts = await node.receipts(bundle.transactions.map(({ hash }) => hash))
    const index = receipts.findIndex((receipt) => receipt !== null)
    const [receipt, transaction] = [receipts[index], bundle.transactions[index]]
    const isSettled = bundle.state === 'mined' || bundle.state === 'abandoned'
    if (receipt && transaction) {
      forget(watch, bundle)
      if (!isSettled || bundle.blockHash !== receipt.blockHash)
        await settleBundle(scope, { bundle, transaction, receipt })
      const isFinal = head.number - Number(receipt.blockNumber) >= reorgDepth
      if (isFinal) await updateBundle(database, { id: bundle.id, isFinal })
      else settling++
      continue
    }
    underWay++
    if (isSettled) {
      log.warn(
        { chainId, bundle: bundle.id, block: bundle.blockNumber },
        'Block of a bundle was replaced, submitting it again',
      )
      await database.transaction(async (tx) => {
        const none = { minedHash: null, blockNumber: null, blockHash: null, settledAt: null }
        await updateBundle(tx, { id: bundle.id, state: 'sent', ...none })
        await reviveBundle(tx, { chainId, bundleId: bundle.id })
      })
      watch.asked.delete(bundle.id)
    }
    if (count > bundle.nonce) {
      const looks = (watch.gone.get(bundle.id) ?? 0) + 1
      watch.gone.set(bundle.id, looks)
      if (looks < agreeing) continue
      log.warn(
        { chainId, bundle: bundle.id, nonce: bundle.nonce },
        'A foreign transaction used the nonce of a bundle, its operations wait again',
      )
      await database.transaction(async (tx) => {
        await updateBundle(tx, { id: bundle.id, state: 'replaced', isFinal: true, settledAt: new Date(clock.now()) })
        await releaseBundle(tx, { bundleId: bundle.id })
      })
      metrics.bundles.inc({ chain: chainId, outcome: 'replaced' })
      forget(watch, bundle)
      underWay--
      continue
    }
    watch.gone.delete(bundle.id)
    await keepAlive(scope, { bundle, count, watch, holder })
  }
  const first = bundles.find(({ state }) => state === 'signed' || state === 'sent')
  if (first && first.nonce > count) await fillGap(scope, { from: count, to: first.nonce, holder })
  return { underWay, settling }
}

/** Submits dropped transactions again, and replaces stuck ones with a higher fee. */
async function keepAlive(
  scope: ChainScope,
  { bundle, count, watch, holder }: { bundle: Bundle; count: number; watch: Watch; holder: string },
): Promise<void> {
  const { context, node, timing } = scope
  const now = context.clock.now()
  const newest = bundle.transactions.at(-1)
  if (!newest) return
  const askedAt = watch.asked.get(bundle.id)
  if (askedAt === undefined || now - askedAt >= askInterval) {
    watch.asked.set(bundle.id, now)
    if (newest.sentAt === null || !(await node.isKnown(newest.hash))) {
      const outcome = await broadcast(scope, { bundleId: bundle.id, transaction: newest })
      if (outcome === 'refused') {
        const refusals = (watch.refused.get(bundle.id) ?? 0) + 1
        watch.refused.set(bundle.id, refusals)
        if (refusals >= refusalsAtMost) {
          watch.refused.delete(bundle.id)
          await repriceBundle(scope, { bundle, holder, cancel: true })
        }
        return
      }
    }
  }
  // Later nonces wait for the next one, regardless of their fee.
  if (bundle.nonce !== count || newest.sentAt === null) return
  if (now - newest.sentAt.getTime() < timing.stuckAfter) return
  await repriceBundle(scope, { bundle, holder, cancel: false })
}

function forget(watch: Watch, { id }: Bundle): void {
  watch.gone.delete(id)
  watch.asked.delete(id)
  watch.refused.delete(id)
}
