import { fungibleIdSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import { keySchema } from './keyConfig.ts'
import { httpUrl } from './upstreamConfig.ts'

const decimal = z.string().regex(/^\d{1,12}(?:\.\d{1,2})?$/, 'an amount such as 7500.00')
const percent = z.number().min(0).max(50)
const country = z.string().regex(/^[A-Z]{2}$/, 'a country by ISO 3166: two capital letters')
/** A secret, or the name of the environment variable that has it. */
const secret = { secret: z.string().min(16).optional(), secretVariable: z.string().min(1).optional() }

const limitsOf = (max: string) =>
  z
    .strictObject({
      /** Limits of one order, in units of the payment currency. */
      min: decimal.default('10.00'),
      max: decimal.default(max),
      /** Limit for all orders of one visitor in 24 hours. A visitor is an address, and the site's own id of the visitor. */
      perDay: decimal.default(max),
    })
    .prefault({})

/** Onramp: buying with a card or a bank account. Without this section there is none. */
export const onrampSchema = z.strictObject({
  /** Pays out the bought tokens if the provider only takes the money. It has a separate key, and holds only the tokens for sale. */
  treasury: z
    .strictObject({
      eip155: keySchema.optional(),
      /** The 32-byte private key of RFC 8032. */
      solana: keySchema.optional(),
      /** Tokens for sale, CAIP-10. Native tokens as in `/v1/fungible/price`. */
      assets: z.array(fungibleIdSchema).min(1),
      /** Percent added to the price of the index. */
      margin: percent.default(0),
      /**
       * Largest difference in percent between the highest price of the last 30 minutes and the current price. Above it, nothing is offered.
       */
      priceSpread: percent.default(10),
      /**
       * Percent of the free tokens that unpaid orders can reserve. With 100 no token is promised twice, but a visitor who orders and never
       * pays can reserve all of them.
       */
      heldUnpaid: z.number().min(0).max(100).default(50),
      /** Usd for one unit of each currency except USD, for example `{"EUR": "1.08"}`. A currency without a rate is not accepted. */
      rates: z.record(z.string().regex(/^[A-Z]{3}$/), z.string().regex(/^\d{1,6}(?:\.\d{1,8})?$/)).default({}),
      /** Minutes after which a failed payout is given up, and the payment is refunded. */
      giveUpAfter: z.number().min(1).max(1440).default(60),
    })
    .optional(),
  /** The sandbox card processor (packages/devnet): no real money. */
  sandbox: z
    .strictObject({
      /** URL of its API and pages. */
      url: httpUrl,
      /** Secret of its API and of its webhooks. */
      key: z.strictObject(secret),
      /** Percent of the payment that it keeps. */
      fee: percent.default(2.5),
      /** URL at which it reaches this server. Default: `http.publicUrl`. */
      webhookUrl: httpUrl.optional(),
    })
    .optional(),
  /** Coinbase Onramp, which delivers the tokens. */
  coinbase: z
    .strictObject({
      /** The id of a secret API key of the Coinbase Developer Platform, and its private key (Ed25519 base64, or PEM of ES256). */
      keyId: z.string().min(1),
      key: z.strictObject(secret),
      /** Secret of the webhook subscription. */
      webhook: z.strictObject(secret),
      url: httpUrl.default('https://api.developer.coinbase.com'),
      payUrl: httpUrl.default('https://pay.coinbase.com'),
      /** Country of the request if the visitor's country is unknown. */
      country: country.default('US'),
      /** Subdivision of `country` (ISO 3166-2 without the country, for example `NY`). Coinbase requires a state in the US. */
      subdivision: z
        .string()
        .regex(/^[A-Z0-9]{1,3}$/, 'a part of the country by ISO 3166-2: NY')
        .optional(),
    })
    .optional(),
  limits: z.strictObject({ card: limitsOf('7500.00'), ach_bank_account: limitsOf('25000.00') }).prefault({}),
  /** Restricts who can buy. The server learns a visitor's country only from a proxy. */
  gate: z
    .strictObject({
      /**
       * Header in which the operator's proxy sends the visitor's country, for example `cf-ipcountry`. Trusted only with `http.trustProxy`.
       */
      countryHeader: z.string().min(1).optional(),
      /** Allowed countries. Default: all except `blockedCountries`. A visitor from an unknown country is not allowed. */
      allowedCountries: z.array(country).optional(),
      blockedCountries: z.array(country).default([]),
      /** Minimum age in years that a visitor must confirm. */
      minimumAge: z.number().int().min(1).max(99).optional(),
      /**
       * URL called before each order. The request is a POST of JSON, and the answer is `{"allowed": boolean, "reason"?: string}` within 5
       * s. No answer means no.
       */
      hook: z.strictObject({ url: httpUrl, ...secret }).optional(),
    })
    .prefault({}),
  /** Minutes in which an order can be paid. */
  payWithin: z.number().min(1).max(1440).default(15),
  /** Unpaid orders of one visitor. */
  openOrders: z.number().int().min(1).max(100).default(5),
  /** Orders per hour from one IP address (IPv6: /64; a /48 gets five times as many). */
  ordersPerHour: z.number().int().positive().default(60),
})

export type OnrampConfig = z.output<typeof onrampSchema>
