import { parseUnits } from '@latchkey/protocol'
import type { OnrampQuote } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { formatCents, toCents } from '../quotes/cents.ts'

/** Maximum number of quotes. Each one is closer, and two suffice if the fee is a share. */
const mostRounds = 5

/**
 * Finds the quote with which a given amount of a token arrives. Quotes start from a payment. The function computes the
 * payment from the price and the fees of the previous quote, until the arriving amount is at least the requested one. The
 * payment is at most one cent too high.
 *
 * @param options.amount units of the token, `0.1`
 * @param options.first payment of the first quote, in units of the payment currency
 * @param options.best requests a quote for a payment
 * @throws LatchkeyError `onramp_amount_too_small`, and the codes of quotes: `onramp_amount_limits` if the payment is outside
 *   of the limits
 */
export async function quoteCryptoAmount({
  amount,
  decimals,
  first,
  best,
}: {
  amount: string | number
  decimals: number
  first: string
  best: (payment: string) => Promise<OnrampQuote>
}): Promise<OnrampQuote> {
  const wanted = readUnits(typeof amount === 'number' ? amount.toFixed(Math.min(decimals, 20)) : amount, decimals)
  if (wanted <= 0n) throw new ServiceError('onramp_amount_too_small', { field: 'presetCryptoAmount' })
  let quote = await best(first)
  for (let round = 1; round < mostRounds; round += 1) {
    const isEnough = readUnits(quote.purchaseAmount.amount, decimals) >= wanted
    const total = readCents(quote.paymentTotal.amount)
    const payment = paymentFor({ quote, wanted, decimals })
    if (isEnough && payment >= total - 1n) break
    quote = await best(formatCents(!isEnough && payment <= total ? total + 1n : payment))
  }
  return quote
}

/** Returns the payment in cents with which the requested amount arrives, at the price and the fees of a quote, rounded up. */
function paymentFor({ quote, wanted, decimals }: { quote: OnrampQuote; wanted: bigint; decimals: number }): bigint {
  const [total, fee, network] = [quote.paymentTotal, quote.coinbaseFee, quote.networkFee].map((money) =>
    readCents(money.amount),
  ) as [bigint, bigint, bigint]
  const subtotal = readCents(quote.paymentSubtotal.amount)
  const arrives = readUnits(quote.purchaseAmount.amount, decimals)
  const share = total - fee
  if (arrives <= 0n || share <= 0n) throw new ServiceError('onramp_amount_too_small', { field: 'presetCryptoAmount' })
  const needed = divideUp(wanted * subtotal, arrives) + network
  return divideUp(needed * total, share)
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

function readCents(text: string): bigint {
  const cents = toCents(text)
  if (cents === undefined)
    throw new ServiceError('onramp_provider_unavailable', { details: `${text} is no amount of money` })
  return cents
}

/** Base units. Digits beyond the token's decimals are ignored. */
function readUnits(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  const parsed = parseUnits(decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals) || '0'}`, decimals)
  if (!parsed.ok) throw new Error(`${text} is no amount of a token`)
  return parsed.value
}
