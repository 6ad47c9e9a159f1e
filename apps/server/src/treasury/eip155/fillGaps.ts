import { offerFees } from '../../chains/node/gasMarket.ts'
import { findOfNonce, insertTransaction } from '../store/transactionStore.ts'
import type { EvmScope, NumberUnderWay } from './EvmScope.ts'
import { offerNumber } from './offerNumber.ts'
import { signNumber } from './signNumber.ts'

/** Maximum number of nonces that are filled at once. */
const atOnce = 16
/** Gas limit of an empty transaction to the account itself. Some networks need more than 21,000. */
const fillGas = 60_000n

/**
 * Fills nonces that no longer have a transaction, because they block all later ones. This happens after a node dropped a
 * foreign transaction, or a block was replaced. Our own signed transactions that may still be mined are submitted again.
 * Other nonces get empty transactions.
 *
 * @param options.next the account's next nonce
 * @param options.numbers the account's pending nonces
 */
export async function fillGaps(
  scope: EvmScope,
  { next, numbers }: { next: number; numbers: readonly NumberUnderWay[] },
): Promise<void> {
  const { context, chainId, signer, node, view, write } = scope
  const account = signer.address
  const taken = new Set(numbers.map(({ nonce }) => nonce))
  const last = Math.max(...taken)
  const gaps: number[] = []
  for (let nonce = next; nonce < last && gaps.length < atOnce; nonce++) if (!taken.has(nonce)) gaps.push(nonce)
  const [first] = gaps
  // A foreign transaction with that nonce is pending: it may still be mined.
  if (first === undefined || (await node.transactionCount(account, 'pending')) > first) return
  const { market } = await view.now()
  for (const nonce of gaps) {
    const known = await findOfNonce(context.database, { chainId, account, nonce })
    if (known) {
      await offerNumber(scope, known)
      continue
    }
    const offer = offerFees(market).standard
    const transaction = await signNumber(scope, {
      ...{ payout: undefined, nonce, gas: fillGas, offer, isLegacy: market.isLegacy },
    })
    await write((tx) =>
      insertTransaction(tx, { chainId, account, payoutId: null, transaction, now: context.clock.now() }),
    )
    context.log.warn({ chainId, nonce, hash: transaction.hash }, 'Filling a missing nonce of the treasury')
    await offerNumber(scope, { ...transaction, nonce })
  }
}
