import { offerFees } from '../../chains/node/gasMarket.ts'
import { findOfNonce, insertTransaction } from '../store/transactionStore.ts'
import type { EvmScope, NumberUnderWay } from './EvmScope.ts'
import { offerNumber } from './offerNumber.ts'
import { signNumber } from './signNumber.ts'

/** Numbers filled at one look. */
const atOnce = 16
/** A payment of nothing to oneself; some networks ask for more than 21,000. */
const fillGas = 60_000n

/**
 * Numbers of the account that no transaction has any more (a foreign one was forgotten, a block undone) hold up all later ones. What we
 * signed for them and may be mined is sent again; the others are taken by transactions that do nothing.
 *
 * @param options.next the account's next number
 * @param options.numbers of the account, that are under way
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
  // Somebody else's transaction waits at that number: it may still be mined.
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
    context.log.warn({ chainId, nonce, hash: transaction.hash }, 'A number of the treasury was missing; it is filled')
    await offerNumber(scope, { ...transaction, nonce })
  }
}
