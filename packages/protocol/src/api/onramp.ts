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

/** Something that can be bought, with the networks on which it can be delivered. */
export const purchaseCurrencySchema = z.object({
  /** Its symbol: what a quote asks for. */
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  icon_url: z.nullable(z.string()),
  networks: z.array(
    z.object({
      /** CAIP-2. */
      name: chainIdSchema,
      display_name: z.string(),
      /** The reference of CAIP-2: the chain id, for Ethereum's family. */
      chain_id: z.string(),
      /** Empty for the native coin. */
      contract_address: z.string(),
      /** The token by CAIP-10; native coins as in `/v1/fungible/price`. */
      asset: accountIdSchema,
      decimals: z.number(),
    }),
  ),
})

/** Something that can be bought, with the networks on which it can be delivered. */
export type PurchaseCurrency = z.infer<typeof purchaseCurrencySchema>

/** A currency to pay in, with its limits for each way to pay. */
export const paymentCurrencySchema = z.object({
  /** ISO 4217. */
  id: z.string(),
  payment_method_limits: z.array(z.object({ id: paymentMethodSchema, min: decimal, max: decimal })),
})

/** A currency to pay in, with its limits for each way to pay. */
export type PaymentCurrency = z.infer<typeof paymentCurrencySchema>

/** A company that takes the payment. */
export const onrampProviderSchema = z.object({
  /** `sandbox`, `coinbase`. */
  id: z.string(),
  name: z.string(),
  /** Whether no real money can be paid with it. */
  isSandbox: z.boolean(),
})

/** A company that takes the payment. */
export type OnrampProviderInfo = z.infer<typeof onrampProviderSchema>

/** What can be bought here, and what with. */
export const onrampOptionsSchema = z.object({
  paymentCurrencies: z.array(paymentCurrencySchema),
  purchaseCurrencies: z.array(purchaseCurrencySchema),
  providers: z.array(onrampProviderSchema),
  /** Years of age that a visitor must say to have before a purchase; null where the operator asks for nothing. */
  minimumAge: z.nullable(z.number()),
})

/** What can be bought here, and what with. */
export type OnrampOptions = z.infer<typeof onrampOptionsSchema>

/** What can be bought here, and what with, seen from the caller's country. */
export const getOnrampOptions = defineEndpoint({
  method: 'GET',
  path: '/v1/onramp/options',
  summary: 'What can be bought with a card or a bank account',
  tag: 'On-ramp',
  project: 'required',
  response: onrampOptionsSchema,
  errors: ['onramp_unavailable', 'onramp_country_blocked', 'onramp_provider_unavailable'],
})

/** A provider's offer: what is paid, and what arrives for it. It stands until `validUntil`. */
export const onrampQuoteSchema = z.object({
  /** The fee of the provider; its name is the specification's (3), whoever the provider is. */
  coinbaseFee: moneySchema,
  networkFee: moneySchema,
  /** What is left for the purchase. */
  paymentSubtotal: moneySchema,
  /** What the visitor pays in all. */
  paymentTotal: moneySchema,
  /** What arrives, decimal text of the token. */
  purchaseAmount: moneySchema,
  quoteId: z.string(),
  provider: onrampProviderSchema,
  paymentMethod: paymentMethodSchema,
  /** CAIP-2. */
  network: chainIdSchema,
  /** CAIP-10, as in the options. */
  asset: accountIdSchema,
  /** Until when the offer can be taken, ISO 8601. */
  validUntil: z.string(),
})

/** A provider's offer. */
export type OnrampQuote = z.infer<typeof onrampQuoteSchema>

const networkText = z.string().check(z.maxLength(100))

/** The id of a currency, or the object of the options that has it. */
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
  /** What is paid in all, in units of the payment currency: `100` is 100 dollars. */
  amount: decimal,
  /**
   * CAIP-2, or the chain id of a network of Ethereum's family. The symbol or id of the currency itself means the first network on which it is
   * sold, of those of the object where `purchaseCurrency` is one.
   */
  network: networkText,
  /** `card` where left out. */
  paymentMethod: z.optional(paymentMethodSchema),
  /** Of one provider alone; left out: whoever gives most. */
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

/** The best offer for an amount. */
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

/** What a provider said instead of an offer. */
export const onrampRefusalSchema = z.object({
  provider: onrampProviderSchema,
  /** Of the error catalogue. */
  code: z.string(),
  description: z.string(),
})

/** What a provider said instead of an offer. */
export type OnrampRefusal = z.infer<typeof onrampRefusalSchema>

/** The offers of all providers side by side, the one that gives most first; and why the others give none. */
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

/** Digits as text, or a number, as existing clients send them. */
const looseAmount = z.union([decimal, z.number().check(z.nonnegative())])

/**
 * Makes an order and says where it is paid. With `quoteId` it is the order of that offer, to the first of `destinationWallets`; the same offer taken
 * again for the same address is the same order. Without, an offer is taken on the spot, for the first of the wallet's `assets` that is sold, else the coin of
 * `defaultNetwork`: for `presetFiatAmount` of USD, else for what `presetCryptoAmount` costs, else for 100.
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
    /** The site's own word for its visitor: limits count by it, too. */
    partnerUserId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** Buying is all there is. */
    defaultExperience: z.optional(z.literal('buy')),
    presetCryptoAmount: z.optional(looseAmount),
    presetFiatAmount: z.optional(looseAmount),
    /** An offer that still stands. */
    quoteId: z.optional(z.string().check(z.maxLength(100))),
    /** The visitor says to have the `minimumAge` of the options. Left out, the page of the payment asks, where the provider's can. */
    ageConfirmed: z.optional(z.boolean()),
    /** Where the page leads back to: a page of one of the project's origins. */
    returnUrl: z.optional(z.string().check(z.maxLength(2000))),
  }),
  response: z.object({
    url: z.string(),
    /** Whoever has it can read the order; it is in no link. */
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

/** A purchase. */
export const orderSchema = z.object({
  /** 32 hexadecimal digits; whoever has it can read the order. */
  id: z.string(),
  state: z.enum(orderStates),
  payment: z.enum(paymentStates),
  /** Why it failed, or why money went back; null otherwise. */
  reason: z.nullable(z.enum(orderReasons)),
  /** Of what was paid: nothing is to go back, it is going back, it is back. */
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
  /** Who gets it. */
  address: z.string(),
  coinbaseFee: moneySchema,
  networkFee: moneySchema,
  paymentSubtotal: moneySchema,
  paymentTotal: moneySchema,
  purchaseAmount: moneySchema,
  /** Where it can be paid; null once that is over. */
  url: z.nullable(z.string()),
  /** The transaction that delivers; null while there is none. */
  hash: z.nullable(z.string()),
  /** ISO 8601, as those below. */
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** When the order came to an end: delivered, failed with nothing to give back, or refunded. */
  endedAt: z.nullable(z.string()),
})

/** A purchase. */
export type Order = z.infer<typeof orderSchema>

const orderParams = z.object({ id: z.string().check(z.maxLength(100)) })

/** How a purchase stands; followed live by the topic `order:<id>`. */
export const getOnrampOrder = defineEndpoint({
  method: 'GET',
  path: '/v1/onramp/orders/{id}',
  summary: 'How a purchase stands',
  tag: 'On-ramp',
  project: 'required',
  params: orderParams,
  response: orderSchema,
  errors: ['onramp_order_not_found'],
})

/** Gives a purchase up that nobody paid. One that is being paid, or ended, stays as it is: 409. */
export const cancelOnrampOrder = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/orders/{id}/cancel',
  summary: 'Give up a purchase that is not paid',
  tag: 'On-ramp',
  project: 'required',
  params: orderParams,
  response: orderSchema,
  errors: ['onramp_order_not_found', 'onramp_order_closed', 'onramp_provider_unavailable'],
})

/**
 * The page on which a purchase is paid, to be opened again: pages of some providers open once, and these make a new one each time; `url` of the
 * answer is it. One that is being paid, ended, or can be paid no more: 409.
 */
export const openOnrampOrder = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/orders/{id}/open',
  summary: 'Open the page of a purchase that is not paid again',
  tag: 'On-ramp',
  project: 'required',
  params: orderParams,
  response: orderSchema,
  errors: ['onramp_order_not_found', 'onramp_order_closed', 'onramp_provider_unavailable', 'onramp_refused'],
})
