import type { Finding, NetworkFee } from '../Description.ts'
import type { CoinMovement } from '../families/FamilyDetails.ts'
import type { BitcoinReading } from './BitcoinReading.ts'

/** How many times the network's own rate is more than a hurry can explain. */
const mostTimes = 10
/** Satoshis per virtual byte: below this no rate is called high, above the other every one is. */
const [lowest, highest] = [20, 1_000]
/** Satoshis: a smaller fee is no payment in disguise. */
const smallFee = 20_000n

/** Warns of a fee that is a payment to whoever makes the block: by its rate, or because it is more than half of what is paid. */
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
  const limit = usual === undefined ? highest / 2 : Math.max(lowest, (Number(usual) / 1000) * mostTimes)
  const paid = outputs.reduce((total, { kind, amount }) => (kind === 'change' ? total : total + amount), 0n)
  const isMost = cost > smallFee && cost * 2n > paid
  if (rate <= Math.min(limit, highest) && !isMost) return []
  return [{ level: 'warn', code: 'highFee', values: { cost: costText, symbol } }]
}
