import { offerFees, offerMore } from '../../chains/node/gasMarket.ts'
import { movePayout } from '../store/payoutStore.ts'
import { insertTransaction } from '../store/transactionStore.ts'
import type { EvmScope, NumberUnderWay, Watch } from './EvmScope.ts'
import { offerNumber } from './offerNumber.ts'
import { signNumber } from './signNumber.ts'

/** More than so many times what is quick is not offered: the price is not what it waits for. */
const timesAtMost = 4n

/** Offers more for a number that does not move: the same call, an eighth more. One of its transactions at most is mined; all are watched. */
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
    // Nothing but a payout that is still under way is signed once more.
    if (payout && !(await movePayout(tx, { id: payout.id, from: ['sending'], state: 'sending' }))) return false
    const payoutId = payout?.id ?? null
    await insertTransaction(tx, { chainId, account: signer.address, payoutId, transaction, now: clock.now() })
    return true
  })
  if (!written) return
  await scope.onStep('bumped')
  metrics.payouts.inc({ chain: chainId, outcome: 'bumped' })
  log.warn({ chainId, nonce, hash: transaction.hash }, 'A payout does not move; more is offered for its number')
  await offerNumber(scope, { ...transaction, nonce })
}
