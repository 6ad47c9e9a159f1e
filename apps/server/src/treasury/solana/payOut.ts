import { LatchkeyError } from '@latchkey/protocol'
import { buildTransfer, transactionId } from '@latchkey/solana'
import { movePayout, type StoredPayout, toStatus } from '../store/payoutStore.ts'
import { insertTransaction } from '../store/transactionStore.ts'
import { offerPayout } from './offerPayout.ts'
import { type Prepared, preparePayout, type Reserved } from './preparePayout.ts'
import type { SolanaScope, Watch } from './SolanaScope.ts'

/** Result of an attempt: signed and submitted, failed permanently, or waiting (see `Prepared`). */
export type PaidOut = { kind: 'signed' | 'failed' | 'busy' } | { kind: 'lacking' | 'postponed'; reason: string }

/**
 * Pays one payout. Signs it, stores the bytes together with its state, and only then submits them to a node.
 *
 * @throws LeaseLost; LatchkeyError `upstream_unavailable`: nothing is signed
 */
export async function payOut(
  scope: SolanaScope,
  { payout, reserved, watch }: { payout: StoredPayout; reserved: Reserved; watch: Watch },
): Promise<PaidOut> {
  const { context, chainId, account, write, announce, metrics, onStep } = scope
  const { clock, log } = context
  const { id, attempts } = payout
  await onStep('chosen')
  const prepared = await signPayout(scope, { payout, reserved })
  if (prepared.kind === 'refused') {
    const { reason } = prepared
    const failed = await write((tx) =>
      movePayout(tx, { id, from: ['waiting'], state: 'failed', reason, settledAt: new Date(clock.now()) }),
    )
    if (failed) {
      log.warn({ chainId, asset: payout.asset, reason }, 'Payout refused, nothing was signed')
      metrics.payouts.inc({ chain: chainId, outcome: 'failed' })
      announce(toStatus(failed))
    }
    return { kind: 'failed' }
  }

  if (prepared.kind !== 'signed') return prepared
  const { hash, raw, lastValidHeight } = prepared
  const moved = await write(async (tx) => {
    const sending = await movePayout(tx, { id, from: ['waiting'], state: 'sending', account })
    if (!sending) return undefined
    const transaction = { hash, raw, lastValidHeight }
    await insertTransaction(tx, { chainId, account, payoutId: id, transaction, now: clock.now() })
    await onStep('signing')
    return sending
  })
  // The bytes were never submitted, so they can be dropped.
  if (!moved) return { kind: 'failed' }
  await onStep('signed')
  log.info({ chainId, hash, asset: payout.asset, amount: payout.amount.toString(), attempts }, 'Payout signed')
  await offerPayout(scope, { hash, raw, watch })
  return { kind: 'signed' }
}

/**
 * Checks and signs a payout. One that cannot be encoded waits until it is given up, and does not block others.
 *
 * @throws LatchkeyError `upstream_unavailable`
 */
async function signPayout(
  scope: SolanaScope,
  { payout, reserved }: { payout: StoredPayout; reserved: Reserved },
): Promise<
  Exclude<Prepared, { kind: 'ready' }> | { kind: 'signed'; hash: string; raw: string; lastValidHeight: number }
> {
  const { context, chainId, node, sign, nextMark } = scope
  try {
    const prepared = await preparePayout(scope, { payout, reserved })
    if (prepared.kind !== 'ready') return prepared
    const { transfer, unitLimit, unitPrice } = prepared
    const budget = { unitLimit, unitPrice: unitPrice + nextMark() }
    const { blockhash, lastValidHeight } = await node.readLifetime()
    const signed = sign(buildTransfer({ transfer, blockhash, budget }))
    const hash = transactionId(signed)
    if (hash === undefined) throw new Error('It has no signature')
    return { kind: 'signed', hash, raw: Buffer.from(signed).toString('base64'), lastValidHeight }
  } catch (error) {
    if (error instanceof LatchkeyError && error.code === 'upstream_unavailable') throw error
    context.log.error({ chainId, asset: payout.asset, err: error }, 'Encoding a payout failed')
    return { kind: 'postponed', reason: 'A payout could not be written' }
  }
}
