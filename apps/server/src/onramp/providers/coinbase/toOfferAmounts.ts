import { parseUnits } from '@latchkey/protocol'
import type { Money } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OfferAmounts } from '../../schema.ts'
import { unavailable } from '../askProvider.ts'
import type { ProviderQuestion } from '../OnrampProvider.ts'
import type { CoinbaseQuote } from './coinbaseSchemas.ts'

/** Maximum number of decimals of any amount. */
const precision = 30

/**
 * Returns the amounts of a quote, after a comparison with the request. Another currency, a larger payment or an empty amount
 * is refused.
 *
 * @throws LatchkeyError `onramp_currency_unsupported` if Coinbase answers in USD instead, which its documentation allows;
 *   `onramp_amount_too_small`, `onramp_provider_unavailable`
 */
export function toOfferAmounts({
  provider,
  quote,
  question,
  asset,
}: {
  provider: string
  quote: CoinbaseQuote
  question: ProviderQuestion
  asset: { currency: string; symbol: string }
}): OfferAmounts {
  const { purchase_amount: bought, payment_total: total, payment_subtotal: subtotal } = quote
  const fiat = [quote.coinbase_fee, quote.network_fee, subtotal, total]
  if (fiat.some(({ currency }) => currency !== question.currency)) throw new ServiceError('onramp_currency_unsupported')
  if (bought.currency !== asset.symbol && bought.currency !== asset.currency)
    throw unavailable({ provider, why: 'answered another question' })
  if (toNumber(total) > toNumber({ ...total, amount: question.amount }))
    throw unavailable({ provider, why: 'asks for more than the request' })
  if (toNumber(subtotal) > toNumber(total)) throw unavailable({ provider, why: 'gave an unreadable answer' })
  if (toNumber(bought) === 0n || toNumber(subtotal) === 0n) throw new ServiceError('onramp_amount_too_small')
  return {
    coinbaseFee: quote.coinbase_fee,
    networkFee: quote.network_fee,
    paymentSubtotal: subtotal,
    paymentTotal: total,
    purchaseAmount: { ...bought, currency: question.symbol },
  }
}

/** Scales an amount for comparisons. */
function toNumber({ amount }: Money): bigint {
  const parsed = parseUnits(amount, precision)
  return parsed.ok ? parsed.value : 0n
}
