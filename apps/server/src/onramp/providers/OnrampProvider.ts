import type { AccountId, ChainId, PaymentMethod, PaymentState } from '@latchkey/protocol'
import type { Money, OnrampProviderInfo, PaymentCurrency, PurchaseCurrency } from '@latchkey/protocol/api'
import type { HealthCheck } from '../../platform/health/HealthCheck.ts'
import type { OfferAmounts, OfferAsset } from '../schema.ts'

/** Fields of an order that a provider receives. */
export type ProviderOrder = {
  id: string
  /** The provider's ID; undefined until the provider has the order. */
  reference: string | undefined
  /** The provider's ID of the quote, if it has one. */
  quoteReference: string | undefined
  paymentMethod: PaymentMethod
  chainId: ChainId
  asset: OfferAsset
  amounts: OfferAmounts
  address: string
  partnerUserId: string | undefined
  returnUrl: string | undefined
  /**
   * Minimum age in years that the visitor must confirm before the payment; undefined if none is needed, or already confirmed.
   */
  minimumAge: number | undefined
  expiresAt: Date
}

/** State of a payment according to its provider's API, which is the only source of truth. */
export type ProviderPayment = {
  state: PaymentState
  /** Received amount; undefined if none. */
  paid: Money | undefined
  /** Reason of an end without a payment. */
  ended: 'cancelled' | 'expired' | 'declined' | undefined
  /** Only for test cards: the delivery must fail. */
  isRehearsal: boolean
  /** Only of a provider that delivers: the transaction, and whether it is in a block. */
  delivery?: { state: 'pending' | 'delivered' | 'failed'; hash: string | undefined } | undefined
}

/** Content of a provider's message. */
export type ProviderEvent = {
  /** ID of the message. The same message may arrive more than once. */
  id: string
  /** The orders, by our ID or by the provider's. */
  orders: readonly ({ id: string } | { reference: string })[]
}

/** Methods of all providers. Every call is idempotent for the same order. */
type Payments = {
  info: OnrampProviderInfo
  /**
   * Its page asks for an order's `minimumAge`, and accepts no payment before. Other providers receive no order before the
   * visitor confirms the age.
   */
  asksAge?: true
  /**
   * Creates the payment page of an order.
   *
   * @param options.clientAddress the visitor's network address, if known
   * @throws LatchkeyError `onramp_provider_unavailable`, `onramp_refused`
   */
  open: (options: {
    order: ProviderOrder
    clientAddress: string | undefined
  }) => Promise<{ url: string; reference: string | undefined }>
  /** @throws LatchkeyError `onramp_provider_unavailable` */
  readPayment: (order: ProviderOrder) => Promise<ProviderPayment>
  /**
   * Cancels an unpaid order, so that it cannot be paid. A payment in progress continues.
   *
   * @returns the state of the payment afterwards
   * @throws LatchkeyError `onramp_provider_unavailable`
   */
  cancel: (order: ProviderOrder) => Promise<ProviderPayment>
  /**
   * Parses and verifies a message from an untrusted sender.
   *
   * @param options.now Unix milliseconds
   * @throws LatchkeyError `onramp_webhook_invalid`
   */
  readEvent: (options: { headers: Headers; body: string; now: number }) => Promise<ProviderEvent>
  /** For `/ready`. */
  checks: () => HealthCheck[]
}

/** A company that takes the payment. The tokens come from the treasury. */
export type CardProcessor = Payments & {
  deliversItself: false
  currencies: readonly string[]
  methods: readonly PaymentMethod[]
  /** Returns the fee of a payment, as decimal text of the currency with two decimals. */
  feeOf: (options: { amount: string; currency: string; method: PaymentMethod }) => string
  /**
   * Refunds the whole payment.
   *
   * @returns the state of the payment afterwards
   * @throws LatchkeyError `onramp_provider_unavailable`
   */
  refund: (order: ProviderOrder) => Promise<ProviderPayment>
}

/** Request for a quote of a seller. `country`: ISO 3166, undefined if unknown. */
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

/** A company that takes payments. To support another one, add an adapter (`docs/recipes/buy.md`). */
export type OnrampProvider = CardProcessor | Seller
