import type { SendFeature, TransactionSubject } from '@latchkey/core'
import { formatUnits } from '@latchkey/protocol'

/** A price at which a transaction can be replaced. */
export type ReplacementPrice = {
  id: 'least' | 'fast' | 'instant'
  /** Wei for one unit of gas; satoshi for 1,000 virtual bytes. */
  gasPrice: bigint
  /** The whole network cost, decimal text of the native token. */
  costText: string
}

/** Gas of an empty payment. */
const paymentGas = 21_000n
/** Additional fee that nodes require to relay a replacement, satoshi for 1,000 virtual bytes (BIP-125, rule 4). */
const relayRate = 1_000n

/**
 * Returns the prices that replace a transaction: the least that nodes accept, and the usual prices of the faster speeds if they are
 * higher. The least is an eighth more than before, or on Bitcoin one satoshi per byte more.
 *
 * @param prices of the transaction's network; undefined if unknown
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

/** Returns the least price, and a function from a price to the whole cost. */
function workOf({ call, payment }: TransactionSubject, kind: 'speedUp' | 'cancel') {
  if (call) {
    const gas = kind === 'cancel' ? paymentGas : call.gas
    return { least: (call.gasPrice * 9n + 7n) / 8n, costOf: (price: bigint) => gas * price }
  }
  const { feeRate, vsize } = payment
  if (feeRate === undefined || vsize === undefined) return undefined
  return { least: feeRate + relayRate, costOf: (rate: bigint) => (rate * BigInt(vsize) + 999n) / 1_000n }
}
