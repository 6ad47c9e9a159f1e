import { offerFees, offerMore } from '../../chains/node/gasMarket.ts'
import { movePayout } from '../store/payoutStore.ts'
import { insertTransaction } from '../store/transactionStore.ts'
import type { EvmScope, NumberUnderWay, Watch } from './EvmScope.ts'
import { offerNumber } from './offerNumber.ts'
import { signNumber } from './signNumber.ts'

/** Maximum fee as a multiple of the current fast price. Above it, the price is not the cause of the delay. */
const timesAtMost = 4n

/**
 * Replaces a pending transaction: the same call with a fee that is one eighth higher. At most one of the transactions of a
 * nonce is mined; all are checked.
 */
export async function repriceNumber(
  scope: EvmScope,
  { number: { key, nonce, payout, transactions }, watch }: { number: NumberUnderWay; watch: Watch },
): Promise<void> {
  const { context, chainId, metrics, node, signer, view, write } = scope
  const { clock, log } = context
  const newest = transactions.at(-1)
  const { maxFeePerGas, maxPriorityFeePerGas, gasLimit } = newest ?? {}
  if (!maxFeePerGas || !maxPriorityFeePerGas || !gasLimit) return
  const { market } = await view.now()
  const offer = offerMore({ maxFeePerGas, maxPriorityFeePerGas }, market)
  const gas = BigInt(gasLimit)
  if (offer.maxFeePerGas > offerFees(market).fast.maxFeePerGas * timesAtMost) {
    watch.problems.set(key, `A payout does not move, whatever is offered: number ${nonce} of ${signer.address}`)
    return
  }
  if (gas * offer.maxFeePerGas > (await node.balance(signer.address))) {
    watch.problems.set(key, `The treasury lacks the network’s coin: number ${nonce} of ${signer.address} is stuck`)
    return
  }
  const transaction = await signNumber(scope, { payout, nonce, gas, offer, isLegacy: market.isLegacy })
  const written = await write(async (tx) => {
    // Only a payout that is still pending is signed again.
    if (payout && !(await movePayout(tx, { id: payout.id, from: ['sending'], state: 'sending' }))) return false
    const payoutId = payout?.id ?? null
    await insertTransaction(tx, { chainId, account: signer.address, payoutId, transaction, now: clock.now() })
    return true
  })
  if (!written) return
  await scope.onStep('bumped')
  metrics.payouts.inc({ chain: chainId, outcome: 'bumped' })
  log.warn({ chainId, nonce, hash: transaction.hash }, 'Payout is stuck, replacing it with a higher fee')
  await offerNumber(scope, { ...transaction, nonce })
}
