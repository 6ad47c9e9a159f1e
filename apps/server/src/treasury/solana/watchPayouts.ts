import { movePayout, type PayoutUnderWay, toStatus } from '../store/payoutStore.ts'
import { endTransactions, type StoredTransaction } from '../store/transactionStore.ts'
import { describeFailure } from './describeFailure.ts'
import { isTooLate } from './isTooLate.ts'
import { offerPayout } from './offerPayout.ts'
import type { SignatureStatus } from './PayoutNode.ts'
import { keepOnly, type SolanaScope, type Watch } from './SolanaScope.ts'

/** Number of agreeing checks before a mined payout counts as replaced: each node may be on another fork. */
const agreeing = 3
/** Milliseconds between two submissions of the same bytes, because nodes drop transactions that they could not place. */
const offerInterval = 2_000

/** A payout, and its only transaction that may be mined. */
type Looked = { payout: PayoutUnderWay; transaction: StoredTransaction }

/**
 * Checks all signed payouts that are not final. Submits unknown ones again, and signs expired ones again.
 *
 * @throws LeaseLost; LatchkeyError `upstream_unavailable`
 */
export async function watchPayouts(
  scope: SolanaScope,
  { payouts, watch }: { payouts: readonly PayoutUnderWay[]; watch: Watch },
): Promise<void> {
  const looked = payouts.flatMap((payout): Looked[] => {
    const transaction = payout.transactions.find(({ state }) => state === 'live')
    return transaction ? [{ payout, transaction }] : []
  })
  keepOnly(watch, new Set(looked.map(({ transaction }) => transaction.hash)))
  if (looked.length === 0) return
  const statuses = await scope.node.readStatuses(looked.map(({ transaction }) => transaction.hash))
  const final = statuses.some(({ status }) => status === undefined) ? await scope.node.readFinal() : undefined
  for (const [index, each] of looked.entries()) {
    if (scope.signal.aborted) return
    const { status, slot = 0 } = statuses[index] ?? {}
    if (status) await noteKnown(scope, { ...each, status, watch })
    else if (final) await noteUnknown(scope, { ...each, watch, slot, final })
  }
}

async function noteKnown(
  scope: SolanaScope,
  { payout, transaction, status, watch }: Looked & { status: SignatureStatus; watch: Watch },
): Promise<void> {
  const { context, chainId, write, announce, metrics, onStep } = scope
  const { hash } = transaction
  const { id } = payout
  const { slot, error, commitment } = status
  watch.gone.delete(hash)
  watch.late.delete(hash)
  const isFinal = commitment === 'finalized'
  if (commitment === 'processed' || (error !== undefined && !isFinal)) return
  const settledAt = new Date(context.clock.now())

  if (error !== undefined) {
    // It used its fee without an effect, and its block is final.
    const reason = `The network undid it: ${describeFailure({ error })}`
    const failed = await write(async (tx) => {
      const moved = await movePayout(tx, { id, from: ['sending', 'mined'], state: 'failed', reason, settledAt })
      if (moved) await endTransactions(tx, { chainId, payoutId: id, mined: hash })
      return moved
    })
    if (!failed) return
    context.log.error({ chainId, hash, reason }, 'Payout failed on the network')
    metrics.payouts.inc({ chain: chainId, outcome: 'failed' })
    announce(toStatus(failed))
    return
  }

  if (payout.state === 'sending' || payout.blockNumber !== slot) {
    await onStep('mined')
    const mined = await write((tx) =>
      movePayout(tx, { id, from: ['sending', 'mined'], state: 'mined', hash, blockNumber: slot, settledAt }),
    )
    await onStep('settled')
    if (mined) announce(toStatus(mined))
  }
  if (!isFinal) return
  const ended = await write(async (tx) => {
    const moved = await movePayout(tx, { id, from: ['mined'], state: 'final' })
    if (moved) await endTransactions(tx, { chainId, payoutId: id, mined: hash })
    return moved
  })
  await onStep('final')
  if (!ended) return
  metrics.payouts.inc({ chain: chainId, outcome: 'final' })
  announce(toStatus(ended))
}

async function noteUnknown(
  scope: SolanaScope,
  {
    payout,
    transaction,
    watch,
    slot,
    final,
  }: Looked & {
    watch: Watch
    /** Slot of the node without the transaction. */
    slot: number
    final: { slot: number; height: number }
  },
): Promise<void> {
  const { context, chainId, write, announce, metrics } = scope
  const { hash, raw } = transaction
  const { id } = payout
  if (payout.state === 'mined') {
    // Ignore a node that has not reached the block.
    if (slot < (payout.blockNumber ?? 0)) return
    const looks = (watch.gone.get(hash) ?? 0) + 1
    watch.gone.set(hash, looks)
    if (looks < agreeing) return
    const none = { hash: null, blockNumber: null, settledAt: null }
    const undone = await write((tx) => movePayout(tx, { id, from: ['mined'], state: 'sending', ...none }))
    watch.gone.delete(hash)
    if (!undone) return
    context.log.warn({ chainId, hash, slot: payout.blockNumber }, 'Block of a payout was replaced, submitting it again')
    metrics.payouts.inc({ chain: chainId, outcome: 'undone' })
    announce(toStatus(undone))
  }
  if (await isTooLate(scope, { transaction, watch, final })) {
    const attempts = payout.attempts + 1
    await write(async (tx) => {
      const waiting = await movePayout(tx, { id, from: ['sending'], state: 'waiting', attempts })
      if (waiting) await endTransactions(tx, { chainId, payoutId: id, mined: undefined })
    })
    context.log.warn({ chainId, hash, attempts }, 'Payout expired without a block, signing it again')
    metrics.payouts.inc({ chain: chainId, outcome: 'replaced' })
    return
  }
  const offeredAt = watch.offered.get(hash)
  if (watch.late.has(hash) || (offeredAt !== undefined && context.clock.now() - offeredAt < offerInterval)) return
  await offerPayout(scope, { hash, raw, watch })
}
