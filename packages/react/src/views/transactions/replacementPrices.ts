import type { SendFeature, TransactionSubject } from '@latchkey/core'
import { formatUnits } from '@latchkey/protocol'

/** A price at which a transaction's place can be taken. */
export type ReplacementPrice = {
  id: 'least' | 'fast' | 'instant'
  /** Wei for one unit of gas; satoshi for 1,000 virtual bytes. */
  gasPrice: bigint
  /** The whole network cost, decimal text of the native coin. */
  costText: string
}

/** Gas of a payment of nothing. */
const paymentGas = 21_000n
/** What nodes want for passing on a transaction in another's place, satoshi for 1,000 virtual bytes (BIP-125, rule 4). */
const relayRate = 1_000n

/**
 * The prices that take a transaction's place: the least that nodes accept (an eighth more than before; on Bitcoin one satoshi for a byte
 * more), and what is usual for the faster speeds where that is still more.
 *
 * @param prices of the transaction's network; undefined when nobody knows
 */
export function replacementPrices({
  transaction,
  kind,
  prices,
  decimals,
}: {
  transaction: TransactionSubject
  kind: 'speedUp' | 'cancel'
  prices: Awaited<ReturnType<SendFeature['gasPrices']>> | undefined
  decimals: number
}): readonly ReplacementPrice[] {
  const work = workOf(transaction, kind)
  if (!work) return []
  const { least, costOf } = work
  const steps = [
    { id: 'least' as const, gasPrice: least },
    ...(prices === undefined
      ? []
      : (['fast', 'instant'] as const).map((id) => ({ id, gasPrice: prices[id].gasPrice }))),
  ]
  return steps
    .filter(
      ({ gasPrice }, index) => index === 0 || (gasPrice > (steps[index - 1]?.gasPrice ?? least) && gasPrice > least),
    )
    .map(({ id, gasPrice }) => ({ id, gasPrice, costText: formatUnits(costOf(gasPrice), decimals) }))
}

/** The least price, and what a price makes of the work that is paid for. */
function workOf({ call, payment }: TransactionSubject, kind: 'speedUp' | 'cancel') {
  if (call) {
    const gas = kind === 'cancel' ? paymentGas : call.gas
    return { least: (call.gasPrice * 9n + 7n) / 8n, costOf: (price: bigint) => gas * price }
  }
  const { feeRate, vsize } = payment
  if (feeRate === undefined || vsize === undefined) return undefined
  return { least: feeRate + relayRate, costOf: (rate: bigint) => (rate * BigInt(vsize) + 999n) / 1_000n }
}
