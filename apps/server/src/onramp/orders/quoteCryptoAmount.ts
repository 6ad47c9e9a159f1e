import { parseUnits } from '@latchkey/protocol'
import type { OnrampQuote } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { formatCents, toCents } from '../quotes/cents.ts'

/** Offers that are asked for at most: each is nearer, and two are enough where the fee is a share. */
const mostRounds = 5

/**
 * Asks for the offer with which so much of a token arrives. Offers are made for a payment, so the payment is worked out from the price and the
 * fees of the offer before, until what arrives is no less than what was asked for; the payment is never more than a cent's worth above.
 *
 * @param options.amount units of the token, `0.1`
 * @param options.first units of the payment currency of the first offer
 * @param options.best asks for an offer for a payment
 * @throws LatchkeyError `onramp_amount_too_small`, and what offers throw: `onramp_amount_limits` where the payment is outside of them
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

/** Cents of the payment with which the wanted amount arrives, at the price and with the fees of an offer, rounded up. */
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

/** Base units; digits beyond the token's own are of no weight. */
function readUnits(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  const parsed = parseUnits(decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals) || '0'}`, decimals)
  if (!parsed.ok) throw new Error(`${text} is no amount of a token`)
  return parsed.value
}
