import type { Finding, NetworkFee } from '../Description.ts'
import type { CoinMovement } from '../families/FamilyDetails.ts'
import type { BitcoinReading } from './BitcoinReading.ts'

/** Multiple of the network's rate that no urgency explains. */
const mostTimes = 10
/**
 * Satoshis per virtual byte: a rate below the first is never high, and one from the second on always is, independent of the network's
 * rate.
 */
const [lowest, highest] = [20, 500]
/** Satoshis: a smaller fee is no disguised payment, even if it is large compared to a small amount. */
const smallFee = 2_000n
/** Fraction of the amount from which a fee is high. */
const largestPart = 10n

/** Warns of a fee that is a payment to the miner: by its rate, or compared to the amount. */
export async function judgeFee({
  reading: { ledger },
  fee: { cost, costText, rateText },
  coins: { outputs },
  symbol,
}: {
  reading: BitcoinReading
  fee: NetworkFee
  coins: CoinMovement
  symbol: string
}): Promise<readonly Finding[]> {
  const usual = await ledger.feeRate()
  const rate = rateText === undefined ? 0 : Number(rateText)
  const isFast = rate >= highest || (usual !== undefined && rate > Math.max(lowest, (Number(usual) / 1000) * mostTimes))
  const paid = outputs.reduce((total, { kind, amount }) => (kind === 'change' ? total : total + amount), 0n)
  const isMuch = cost > smallFee && cost * largestPart >= paid
  if (!isFast && !isMuch) return []
  return [{ level: 'warn', code: 'highFee', values: { cost: costText, symbol } }]
}
