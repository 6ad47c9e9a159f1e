import * as z from 'zod/mini'
import { accountIdSchema, accountReferenceSchema, chainIdSchema } from '../caip/schemas.ts'
import { orderReasons, orderStates, paymentStates } from '../onramp/orderState.ts'
import { paymentMethods } from '../onramp/sampleOptions.ts'
import { defineEndpoint } from './endpoint.ts'

/** Decimal text without sign or exponent: `100`, `12.50`. */
const decimal = z.string().check(z.maxLength(80), z.regex(/^\d+(?:\.\d+)?$/, 'Expected an amount such as 12.50'))

/** An amount in a currency (ISO 4217) or of a token (its symbol). */
export const moneySchema = z.object({ amount: decimal, currency: z.string() })

/** An amount in a currency (ISO 4217) or of a token (its symbol). */
export type Money = z.infer<typeof moneySchema>

const paymentMethodSchema = z.enum(paymentMethods)

/** A token that can be bought, with the networks on which it can be delivered. */
export const purchaseCurrencySchema = z.object({
  /** Symbol of the token, as in a quote request. */
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  icon_url: z.nullable(z.string()),
  networks: z.array(
    z.object({
      /** CAIP-2. */
      name: chainIdSchema,
      display_name: z.string(),
      /** The CAIP-2 reference: the chain ID of an EVM network. */
      chain_id: z.string(),
      /** Empty for the native token. */
      contract_address: z.string(),
      /** The token by CAIP-10; native tokens as in `/v1/fungible/price`. */
      asset: accountIdSchema,
      decimals: z.number(),
    }),
  ),
})

/** A token that can be bought, with the networks on which it can be delivered. */
export type PurchaseCurrency = z.infer<typeof purchaseCurrencySchema>

/** A payment currency, with its limits for each payment method. */
export const paymentCurrencySchema = z.object({
  /** ISO 4217. */
  id: z.string(),
  payment_method_limits: z.array(z.object({ id: paymentMethodSchema, min: decimal, max: decimal })),
})

/** A payment currency, with its limits for each payment method. */
export type PaymentCurrency = z.infer<typeof paymentCurrencySchema>

/** A company that takes the payment. */
export const onrampProviderSchema = z.object({
  /** `sandbox`, `coinbase`. */
  id: z.string(),
  name: z.string(),
  /** Whether its payments are not real money. */
  isSandbox: z.boolean(),
})

/** A company that takes the payment. */
export type OnrampProviderInfo = z.infer<typeof onrampProviderSchema>

/** Tokens that can be bought, and currencies to pay with. */
export const onrampOptionsSchema = z.object({
  paymentCurrencies: z.array(paymentCurrencySchema),
  purchaseCurrencies: z.array(purchaseCurrencySchema),
  providers: z.array(onrampProviderSchema),
  /** Minimum age in years that a visitor must confirm before an order; null if the operator requires none. */
  minimumAge: z.nullable(z.number()),
})

/** Tokens that can be bought, and currencies to pay with. */
export type OnrampOptions = z.infer<typeof onrampOptionsSchema>

/** Tokens that can be bought, and currencies to pay with, in the caller's country. */
export const getOnrampOptions = defineEndpoint({
  method: 'GET',
  path: '/v1/onramp/options',
  summary: 'Tokens that can be bought with a card or a bank account',
  tag: 'On-ramp',
  project: 'required',
  response: onrampOptionsSchema,
  errors: ['onramp_unavailable', 'onramp_country_blocked', 'onramp_provider_unavailable'],
})

/** A provider's quote: the amount to pay, and the amount that arrives. Valid until `validUntil`. */
export const onrampQuoteSchema = z.object({
  /** The provider's fee. The specification (3) uses this name for every provider. */
  coinbaseFee: moneySchema,
  networkFee: moneySchema,
  /** The rest of the payment, which buys the token. */
  paymentSubtotal: moneySchema,
  /** The whole amount that the visitor pays. */
  paymentTotal: moneySchema,
  /** The amount that arrives, decimal text of the token. */
  purchaseAmount: moneySchema,
  quoteId: z.string(),
  provider: onrampProviderSchema,
  paymentMethod: paymentMethodSchema,
  /** CAIP-2. */
  network: chainIdSchema,
  /** CAIP-10, as in the options. */
  asset: accountIdSchema,
  /** Until when the quote can be used, ISO 8601. */
  validUntil: z.string(),
})

/** A provider's quote. */
export type OnrampQuote = z.infer<typeof onrampQuoteSchema>

const networkText = z.string().check(z.maxLength(100))

/** ID of a currency, or its object from the options. */
const currencyReference = z.union([
  z.string().check(z.minLength(1), z.maxLength(100)),
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(100)),
    networks: z.optional(
      z.array(z.object({ name: z.optional(networkText), chain_id: z.optional(networkText) })).check(z.maxLength(100)),
    ),
  }),
])

const quoteBody = z.object({
  purchaseCurrency: currencyReference,
  paymentCurrency: currencyReference,
  /** The whole amount to pay, in units of the payment currency: `100` is 100 dollars. */
  amount: decimal,
  /**
   * CAIP-2, or the chain ID of an EVM network. The symbol or ID of the currency itself means the first network on which it is sold; if
   * `purchaseCurrency` is an object, the first of its networks.
   */
  network: networkText,
  /** `card` by default. */
  paymentMethod: z.optional(paymentMethodSchema),
  /** Quotes of this provider only; by default the provider that gives most. */
  provider: z.optional(z.string().check(z.maxLength(40))),
})

const quoteErrors = [
  'onramp_unavailable',
  'onramp_country_blocked',
  'onramp_currency_unsupported',
  'onramp_asset_unsupported',
  'onramp_amount_limits',
  'onramp_amount_too_small',
  'onramp_price_unknown',
  'onramp_sold_out',
  'onramp_provider_unavailable',
] as const

/** The best quote for an amount. */
export const getOnrampQuote = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/quote',
  summary: 'The best offer for an amount',
  tag: 'On-ramp',
  project: 'required',
  body: quoteBody,
  response: onrampQuoteSchema,
  errors: quoteErrors,
})

/** Reason why a provider has no quote. */
export const onrampRefusalSchema = z.object({
  provider: onrampProviderSchema,
  /** Code of the error catalog. */
  code: z.string(),
  description: z.string(),
})

/** Reason why a provider has no quote. */
export type OnrampRefusal = z.infer<typeof onrampRefusalSchema>

/** The quotes of all providers, the best first, and the reasons of providers without one. */
export const getOnrampQuotes = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/quotes',
  summary: 'Offers of all providers for an amount',
  tag: 'On-ramp',
  project: 'required',
  body: quoteBody,
  response: z.object({ quotes: z.array(onrampQuoteSchema), refusals: z.array(onrampRefusalSchema) }),
  errors: ['onramp_unavailable', 'onramp_country_blocked'],
})

/** Digits as text, or a number, because existing clients send both. */
const looseAmount = z.union([decimal, z.number().check(z.nonnegative())])

/**
 * Creates an order and returns the URL of its payment page. With `quoteId`, the order is for that quote and the first of
 * `destinationWallets`; the same quote and address return the same order. Without it, a quote is requested for the first of the wallet's
 * `assets` that is sold, otherwise the native token of `defaultNetwork`. The amount is `presetFiatAmount` in USD, otherwise the cost of
 * `presetCryptoAmount`, otherwise 100.
 */
export const createOnrampUrl = defineEndpoint({
  method: 'POST',
  path: '/v1/generators/onrampurl',
  summary: 'Make an order, and the page on which it is paid',
  tag: 'On-ramp',
  project: 'required',
  body: z.object({
    destinationWallets: z
      .array(
        z.object({
          address: accountReferenceSchema,
          blockchains: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50))),
          assets: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50))),
        }),
      )
      .check(z.minLength(1), z.maxLength(20)),
    defaultNetwork: z.optional(z.string().check(z.maxLength(100))),
    /** The site's ID of its visitor. Limits also count by it. */
    partnerUserId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** Only buying is supported. */
    defaultExperience: z.optional(z.literal('buy')),
    presetCryptoAmount: z.optional(looseAmount),
    presetFiatAmount: z.optional(looseAmount),
    /** A valid quote. */
    quoteId: z.optional(z.string().check(z.maxLength(100))),
    /** The visitor has confirmed the `minimumAge` of the options. If absent, the payment page asks, if the provider's page can. */
    ageConfirmed: z.optional(z.boolean()),
    /** URL to which the payment page returns, on one of the project's origins. */
    returnUrl: z.optional(z.string().check(z.maxLength(2000))),
  }),
  response: z.object({
    url: z.string(),
    /** Anyone who has it can read the order. No link contains it. */
    orderId: z.string(),
    /** Until when it can be paid, ISO 8601. */
    expiresAt: z.string(),
  }),
  errors: [
    ...quoteErrors,
    'malformed_address',
    'onramp_quote_expired',
    'onramp_age_required',
    'onramp_daily_limit',
    'onramp_too_many_orders',
    'onramp_return_invalid',
    'onramp_refused',
  ],
})

/** An order. */
export const orderSchema = z.object({
  /** 32 hexadecimal digits. Anyone who has it can read the order. */
  id: z.string(),
  state: z.enum(orderStates),
  payment: z.enum(paymentStates),
  /** Why the order failed, or why money was returned; null otherwise. */
  reason: z.nullable(z.enum(orderReasons)),
  /** Refund of the payment: not needed, in progress, or complete. */
  refund: z.enum(['none', 'pending', 'done']),
  provider: onrampProviderSchema,
  paymentMethod: paymentMethodSchema,
  network: chainIdSchema,
  asset: z.object({
    /** CAIP-10, as in the options. */
    id: accountIdSchema,
    name: z.string(),
    symbol: z.string(),
    decimals: z.number(),
    iconUrl: z.nullable(z.string()),
  }),
  /** The receiver. */
  address: z.string(),
  coinbaseFee: moneySchema,
  networkFee: moneySchema,
  paymentSubtotal: moneySchema,
  paymentTotal: moneySchema,
  purchaseAmount: moneySchema,
  /** URL of the payment page; null after the payment. */
  url: z.nullable(z.string()),
  /** The payout transaction; null while there is none. */
  hash: z.nullable(z.string()),
  /** ISO 8601, like the times below. */
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** When the order ended: delivered, failed without a payment to return, or refunded. */
  endedAt: z.nullable(z.string()),
})

/** An order. */
export type Order = z.infer<typeof orderSchema>

const orderParams = z.object({ id: z.string().check(z.maxLength(100)) })

/** State of an order. The topic `order:<id>` reports its changes live. */
export const getOnrampOrder = defineEndpoint({
  method: 'GET',
  path: '/v1/onramp/orders/{id}',
  summary: 'Status of an order',
  tag: 'On-ramp',
  project: 'required',
  params: orderParams,
  response: orderSchema,
  errors: ['onramp_order_not_found'],
})

/** Cancels an unpaid order. An order with a payment in progress, or an ended one, stays unchanged: 409. */
export const cancelOnrampOrder = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/orders/{id}/cancel',
  summary: 'Cancel an unpaid order',
  tag: 'On-ramp',
  project: 'required',
  params: orderParams,
  response: orderSchema,
  errors: ['onramp_order_not_found', 'onramp_order_closed', 'onramp_provider_unavailable'],
})

/**
 * Opens the payment page of an order again. The pages of some providers open only once, so each call makes a new one; `url` of the answer
 * is its address. Returns 409 for an order with a payment in progress, an ended one, and one that can no longer be paid.
 */
export const openOnrampOrder = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/orders/{id}/open',
  summary: 'Reopen the payment page of an unpaid order',
  tag: 'On-ramp',
  project: 'required',
  params: orderParams,
  response: orderSchema,
  errors: ['onramp_order_not_found', 'onramp_order_closed', 'onramp_provider_unavailable', 'onramp_refused'],
})
