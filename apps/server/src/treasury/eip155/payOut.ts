import { LatchkeyError } from '@latchkey/protocol'
import { movePayout, type StoredPayout, toStatus } from '../store/payoutStore.ts'
import { highestLiveNonce, insertTransaction } from '../store/transactionStore.ts'
import type { EvmScope } from './EvmScope.ts'
import { judgePayout, type Reserved } from './judgePayout.ts'
import { offerNumber } from './offerNumber.ts'
import { signNumber } from './signNumber.ts'

/** What came of a try: signed, and what it may cost (wei); failed for good; nothing, because something is lacking. */
export type PaidOut = { kind: 'signed'; cost: bigint } | { kind: 'failed' } | { kind: 'lacking'; reason: string }

/**
 * Pays one payout out: signs it under the account's next number, writes the bytes down together with its state, and only then lets a node
 * have them.
 *
 * @throws LeaseLost; LatchkeyError `upstream_unavailable`: nothing was signed
 */
export async function payOut(
  scope: EvmScope,
  { payout, reserved }: { payout: StoredPayout; reserved: Reserved },
): Promise<PaidOut> {
  const { context, chainId, node, signer, write, announce, metrics, onStep } = scope
  const { clock, log } = context
  const { id, asset } = payout
  const account = signer.address
  await onStep('chosen')
  const judged = await judgePayout(scope, { payout, reserved })
  if (judged.kind === 'lacking') return judged
  if (judged.kind === 'refused') {
    const { reason } = judged
    const failed = await write((tx) =>
      movePayout(tx, { id, from: ['waiting'], state: 'failed', reason, settledAt: new Date(clock.now()) }),
    )
    if (failed) {
      log.warn({ chainId, asset, reason }, 'A payout is refused; nothing was signed')
      metrics.payouts.inc({ chain: chainId, outcome: 'failed' })
      announce(toStatus(failed))
    }
    return { kind: 'failed' }
  }

  const { gas, offer, isLegacy } = judged
  const pending = await node.transactionCount(account, 'pending')
  const signed = await write(async (tx) => {
    const moved = await movePayout(tx, { id, from: ['waiting'], state: 'sending', account })
    if (!moved) return undefined
    const highest = await highestLiveNonce(tx, { chainId, account })
    const nonce = Math.max(pending, highest === undefined ? 0 : highest + 1)
    const transaction = await signNumber(scope, { payout, nonce, gas, offer, isLegacy })
    await insertTransaction(tx, { chainId, account, payoutId: id, transaction, now: clock.now() })
    await onStep('signing')
    return { moved, nonce, transaction }
  })
  if (!signed) return { kind: 'failed' }
  await onStep('signed')
  const { moved, nonce, transaction } = signed
  log.info({ chainId, asset, nonce, hash: transaction.hash }, 'A payout was signed')
  announce(toStatus(moved))
  await offerNumber(scope, { ...transaction, nonce }).catch((error: unknown) => {
    // It is offered again with the next look; until then it counts as one that may be mined.
    if (!(error instanceof LatchkeyError)) throw error
  })
  return { kind: 'signed', cost: gas * offer.maxFeePerGas }
}
