import { rateDecimals } from './rates.ts'

/** Decimals of a price in USD. */
const priceDecimals = 24
const priceOne = 10n ** BigInt(priceDecimals)
/** Millionths of a percent. */
const percentOne = 1_000_000

/** Inputs of a quote. Amounts of the currency are in hundredths. */
export type OfferParts = {
  /** Total payment. */
  total: bigint
  /** Fee of the provider. */
  fee: bigint
  /** Fee of the network for the delivery: base units of its native token, and the USD price of one. */
  cost: { amount: bigint; decimals: number; price: number }
  /** USD for one token, and its decimals. */
  price: number
  decimals: number
  /** Percent added to the price. */
  margin: number
  /** USD for one unit of the currency, from `findRate`. */
  rate: bigint
}

/** A quote in integers: hundredths of the currency, base units of the token. */
export type PricedOffer = { networkFee: bigint; subtotal: bigint; amount: bigint }

/**
 * Prices a quote exactly. The payment less the fees buys tokens at the price with its margin. Fees are rounded up to
 * hundredths, and the amount down to base units.
 *
 * @returns undefined if the fees take the whole payment
 */
export function priceOffer({ total, fee, cost, price, decimals, margin, rate }: OfferParts): PricedOffer | undefined {
  const paid = rate * priceOne * 10n ** BigInt(cost.decimals)
  const networkFee = ceilDivide(cost.amount * toScaled(cost.price) * 100n * 10n ** BigInt(rateDecimals), paid)
  const subtotal = total - fee - networkFee
  if (subtotal <= 0n) return undefined
  const whole = BigInt(100 * percentOne)
  const raised = toScaled(price) * (whole + BigInt(Math.round(margin * percentOne)))
  const amount =
    (subtotal * rate * 10n ** BigInt(decimals) * priceOne * whole) / (100n * 10n ** BigInt(rateDecimals) * raised)
  return amount > 0n ? { networkFee, subtotal, amount } : undefined
}

/** Whether a price is usable for a quote. */
export function isUsablePrice(price: number | null | undefined): price is number {
  return typeof price === 'number' && Number.isFinite(price) && price < 1e15 && toScaled(price) > 0n
}

function toScaled(price: number): bigint {
  return BigInt(price.toFixed(priceDecimals).replace('.', ''))
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
