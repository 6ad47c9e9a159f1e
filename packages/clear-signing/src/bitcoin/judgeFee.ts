import type { Finding, NetworkFee } from '../Description.ts'
import type { CoinMovement } from '../families/FamilyDetails.ts'
import type { BitcoinReading } from './BitcoinReading.ts'

/** How many times the network's own rate is more than a hurry can explain. */
const mostTimes = 10
/** Satoshis per virtual byte: below this no rate is called high, from the other on every one is, whatever the network says of its own. */
const [lowest, highest] = [20, 500]
/** Satoshis: a smaller fee is no payment in disguise, though it be much beside a small amount. */
const smallFee = 2_000n
/** What part of the amount a fee is called high from. */
const largestPart = 10n

/** Warns of a fee that is a payment to whoever makes the block: by its rate, or by what it is beside the amount. */
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
