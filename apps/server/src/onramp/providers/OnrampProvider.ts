import type { AccountId, ChainId, PaymentMethod, PaymentState } from '@latchkey/protocol'
import type { Money, OnrampProviderInfo, PaymentCurrency, PurchaseCurrency } from '@latchkey/protocol/api'
import type { HealthCheck } from '../../platform/health/HealthCheck.ts'
import type { OfferAmounts, OfferAsset } from '../schema.ts'

/** What a provider is told of an order. */
export type ProviderOrder = {
  id: string
  /** The provider's own id; undefined until it knows the order. */
  reference: string | undefined
  /** Of the offer, where the provider has one. */
  quoteReference: string | undefined
  paymentMethod: PaymentMethod
  chainId: ChainId
  asset: OfferAsset
  amounts: OfferAmounts
  address: string
  partnerUserId: string | undefined
  returnUrl: string | undefined
  /** Years that the visitor has to say to have before anything is paid; undefined where nothing is asked, or it was said already. */
  minimumAge: number | undefined
  expiresAt: Date
}

/** How a payment stands at its provider: the truth, whatever messages said. */
export type ProviderPayment = {
  state: PaymentState
  /** What was taken; undefined while nothing was. */
  paid: Money | undefined
  /** Why it ended without a payment; undefined otherwise. */
  ended: 'cancelled' | 'expired' | 'declined' | undefined
  /** For test cards alone: the delivery is to fail. */
  isRehearsal: boolean
  /** Of a provider that delivers itself: the transaction, and whether the chain has it. */
  delivery?: { state: 'pending' | 'delivered' | 'failed'; hash: string | undefined } | undefined
}

/** What a message of a provider is about. */
export type ProviderEvent = {
  /** Of the message: the same one may come more than once. */
  id: string
  /** The orders, by our id or by the provider's. */
  orders: readonly ({ id: string } | { reference: string })[]
}

/** What all providers do. Every call may be made again with the same order, and then does nothing more. */
type Payments = {
  info: OnrampProviderInfo
  /** Its page asks for an order's `minimumAge`, and takes no payment before. Others get no order without the visitor's word. */
  asksAge?: true
  /**
   * Makes the page on which an order is paid.
   *
   * @param options.clientAddress the visitor's network address, where it is known
   * @throws LatchkeyError `onramp_provider_unavailable`, `onramp_refused`
   */
  open: (options: {
    order: ProviderOrder
    clientAddress: string | undefined
  }) => Promise<{ url: string; reference: string | undefined }>
  /** @throws LatchkeyError `onramp_provider_unavailable` */
  readPayment: (order: ProviderOrder) => Promise<ProviderPayment>
  /**
   * Gives up what is not paid; afterwards it cannot be. One that is being paid stays.
   *
   * @returns how the payment stands then
   * @throws LatchkeyError `onramp_provider_unavailable`
   */
  cancel: (order: ProviderOrder) => Promise<ProviderPayment>
  /**
   * Reads a message, which anybody may have sent.
   *
   * @param options.now Unix milliseconds
   * @throws LatchkeyError `onramp_webhook_invalid`
   */
  readEvent: (options: { headers: Headers; body: string; now: number }) => Promise<ProviderEvent>
  /** For `/ready`. */
  checks: () => HealthCheck[]
}

/** A company that takes the payment; what was bought comes from the treasury. */
export type CardProcessor = Payments & {
  deliversItself: false
  currencies: readonly string[]
  methods: readonly PaymentMethod[]
  /** What it keeps of a payment, decimal text of the currency with two decimals. */
  feeOf: (options: { amount: string; currency: string; method: PaymentMethod }) => string
  /**
   * Gives the whole payment back.
   *
   * @returns how the payment stands then
   * @throws LatchkeyError `onramp_provider_unavailable`
   */
  refund: (order: ProviderOrder) => Promise<ProviderPayment>
}

/** What is asked of a provider that sells. `country`: ISO 3166, undefined where it is not known. */
export type ProviderQuestion = {
  chainId: ChainId
  asset: AccountId
  symbol: string
  currency: string
  amount: string
  method: PaymentMethod
  country: string | undefined
}

/** A company that takes the payment and delivers. */
export type Seller = Payments & {
  deliversItself: true
  /** @throws LatchkeyError `onramp_provider_unavailable`, `onramp_country_blocked` */
  readOptions: (options: { country: string | undefined }) => Promise<{
    paymentCurrencies: readonly PaymentCurrency[]
    purchaseCurrencies: readonly PurchaseCurrency[]
  }>
  /**
   * @throws LatchkeyError `onramp_provider_unavailable`, `onramp_asset_unsupported`, `onramp_currency_unsupported`, `onramp_amount_limits`,
   * `onramp_country_blocked`
   */
  quote: (question: ProviderQuestion) => Promise<{ amounts: OfferAmounts; reference: string | undefined }>
}

/** Somebody who takes payments: an adapter for each is all that a new one needs (`docs/recipes/buy.md`). */
export type OnrampProvider = CardProcessor | Seller
