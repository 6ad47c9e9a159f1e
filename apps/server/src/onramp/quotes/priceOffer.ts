import { rateDecimals } from './rates.ts'

/** Decimals with which a price in usd is taken. */
const priceDecimals = 24
const priceOne = 10n ** BigInt(priceDecimals)
/** Millionths of a percent. */
const percentOne = 1_000_000

/** What an offer is made of. Amounts of the currency in hundredths. */
export type OfferParts = {
  /** What is paid in all. */
  total: bigint
  /** What the provider keeps. */
  fee: bigint
  /** What the network takes for the delivery: base units of its coin, and usd for one coin. */
  cost: { amount: bigint; decimals: number; price: number }
  /** Usd for one unit of the token, and its decimals. */
  price: number
  decimals: number
  /** Percent that is added to the price. */
  margin: number
  /** Usd for one unit of the currency, as `findRate` gives it. */
  rate: bigint
}

/** An offer in whole numbers: hundredths of the currency, base units of the token. */
export type PricedOffer = { networkFee: bigint; subtotal: bigint; amount: bigint }

/**
 * Prices an offer, exactly: what is left after the fees buys at the price with its margin. Fees are rounded up to hundredths, what arrives
 * down to one base unit.
 *
 * @returns undefined where the fees take all of it
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

/** Whether a price can be reckoned with. */
export function isUsablePrice(price: number | null | undefined): price is number {
  return typeof price === 'number' && Number.isFinite(price) && price < 1e15 && toScaled(price) > 0n
}

function toScaled(price: number): bigint {
  return BigInt(price.toFixed(priceDecimals).replace('.', ''))
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
