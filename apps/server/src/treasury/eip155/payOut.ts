import { LatchkeyError } from '@latchkey/protocol'
import { movePayout, type StoredPayout, toStatus } from '../store/payoutStore.ts'
import { highestLiveNonce, insertTransaction } from '../store/transactionStore.ts'
import type { EvmScope } from './EvmScope.ts'
import { judgePayout, type Reserved } from './judgePayout.ts'
import { offerNumber } from './offerNumber.ts'
import { signNumber } from './signNumber.ts'

/** Result of an attempt: `signed` with its maximum cost in wei, `failed` permanently, or `lacking` funds. */
export type PaidOut = { kind: 'signed'; cost: bigint } | { kind: 'failed' } | { kind: 'lacking'; reason: string }

/**
 * Pays one payout. Signs it with the account's next nonce, stores the bytes together with its state, and only then submits
 * them to a node.
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
      log.warn({ chainId, asset, reason }, 'Payout refused, nothing was signed')
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
  log.info({ chainId, asset, nonce, hash: transaction.hash }, 'Payout signed')
  announce(toStatus(moved))
  await offerNumber(scope, { ...transaction, nonce }).catch((error: unknown) => {
    // The next check submits it again. Until then, it counts as possibly mined.
    if (!(error instanceof LatchkeyError)) throw error
  })
  return { kind: 'signed', cost: gas * offer.maxFeePerGas }
}
