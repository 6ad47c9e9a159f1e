import type { SendFeature, TrackedTransaction } from '@latchkey/core'
import { formatUnits } from '@latchkey/protocol'

/** A price at which a transaction's place can be taken. */
export type ReplacementPrice = {
  id: 'least' | 'fast' | 'instant'
  /** Wei for one unit of gas. */
  gasPrice: bigint
  /** The whole network cost, decimal text of the native coin. */
  costText: string
}

/** Gas of a payment of nothing. */
const paymentGas = 21_000n

/**
 * The prices that take a transaction's place: the least that nodes accept, an eighth more than before, and what is usual for the
 * faster speeds where that is still more.
 *
 * @param prices of the transaction's network; undefined when nobody knows
 */
export function replacementPrices({
  transaction: { call },
  kind,
  prices,
  decimals,
}: {
  transaction: Pick<TrackedTransaction, 'call'>
  kind: 'speedUp' | 'cancel'
  prices: Awaited<ReturnType<SendFeature['gasPrices']>> | undefined
  decimals: number
}): readonly ReplacementPrice[] {
  const gas = kind === 'cancel' ? paymentGas : call.gas
  const least = (call.gasPrice * 9n + 7n) / 8n
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
    .map(({ id, gasPrice }) => ({ id, gasPrice, costText: formatUnits(gas * gasPrice, decimals) }))
}
