import { fungibleIdSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import { keySchema } from './keyConfig.ts'
import { httpUrl } from './upstreamConfig.ts'

const decimal = z.string().regex(/^\d{1,12}(?:\.\d{1,2})?$/, 'an amount such as 7500.00')
const percent = z.number().min(0).max(50)
const country = z.string().regex(/^[A-Z]{2}$/, 'a country by ISO 3166: two capital letters')
/** A secret: here, or in a variable of the environment. */
const secret = { secret: z.string().min(16).optional(), secretVariable: z.string().min(1).optional() }

const limitsOf = (max: string) =>
  z
    .strictObject({
      /** Of one purchase, in units of the payment currency. */
      min: decimal.default('10.00'),
      max: decimal.default(max),
      /** Of all purchases of one visitor (an address, and the site's own id for him) in 24 hours. */
      perDay: decimal.default(max),
    })
    .prefault({})

/** Buying with a card or a bank account. Without this part there is none. */
export const onrampSchema = z.strictObject({
  /** Pays out what was bought, where a provider takes the money alone. A key of its own: it holds what is for sale, and nothing else. */
  treasury: z
    .strictObject({
      eip155: keySchema.optional(),
      /** The 32 bytes of RFC 8032. */
      solana: keySchema.optional(),
      /** What is for sale, CAIP-10; native coins as in `/v1/fungible/price`. */
      assets: z.array(fungibleIdSchema).min(1),
      /** Percent that is added to the price of the index. */
      margin: percent.default(0),
      /** Percent by which the highest price of the last 30 minutes may be above that of now; with more between them nothing is offered. */
      priceSpread: percent.default(10),
      /** Percent of what is free that orders hold which nobody paid; 100: nothing is promised twice, and whoever orders and does not pay can hold it all. */
      heldUnpaid: z.number().min(0).max(100).default(50),
      /** Usd for one unit of each currency but USD itself, for example `{"EUR": "1.08"}`; a currency without a rate cannot be paid in. */
      rates: z.record(z.string().regex(/^[A-Z]{3}$/), z.string().regex(/^\d{1,6}(?:\.\d{1,8})?$/)).default({}),
      /** Minutes after which what could not be sent is given up, and the payment goes back. */
      giveUpAfter: z.number().min(1).max(1440).default(60),
    })
    .optional(),
  /** The sandbox card processor (packages/devnet): no real money. */
  sandbox: z
    .strictObject({
      /** Its API and pages. */
      url: httpUrl,
      /** Of its API, and of its webhooks. */
      key: z.strictObject(secret),
      /** Percent of the payment that it keeps. */
      fee: percent.default(2.5),
      /** Where it reaches this server; left out: `http.publicUrl`. */
      webhookUrl: httpUrl.optional(),
    })
    .optional(),
  /** Coinbase Onramp, which delivers itself. */
  coinbase: z
    .strictObject({
      /** The id of a secret API key of the Coinbase Developer Platform, and its private key (Ed25519 base64, or PEM of ES256). */
      keyId: z.string().min(1),
      key: z.strictObject(secret),
      /** The secret of the webhook subscription. */
      webhook: z.strictObject(secret),
      url: httpUrl.default('https://api.developer.coinbase.com'),
      payUrl: httpUrl.default('https://pay.coinbase.com'),
      /** Asked for, where the visitor's country is not known. */
      country: country.default('US'),
      /** The part of `country` (ISO 3166-2 without the country, for example `NY`): Coinbase wants a state in the US. */
      subdivision: z
        .string()
        .regex(/^[A-Z0-9]{1,3}$/, 'a part of the country by ISO 3166-2: NY')
        .optional(),
    })
    .optional(),
  limits: z.strictObject({ card: limitsOf('7500.00'), ach_bank_account: limitsOf('25000.00') }).prefault({}),
  /** Who may buy. Nothing is known of a visitor's country without a proxy that says it. */
  gate: z
    .strictObject({
      /** The header in which the operator's proxy puts the visitor's country, for example `cf-ipcountry`; believed with `http.trustProxy` alone. */
      countryHeader: z.string().min(1).optional(),
      /** Only these; left out: all but those blocked. A visitor whose country is not known is none of them. */
      allowedCountries: z.array(country).optional(),
      blockedCountries: z.array(country).default([]),
      /** Years that a visitor must say to have. */
      minimumAge: z.number().int().min(1).max(99).optional(),
      /** Asked before each order: a POST of JSON, answered with `{"allowed": boolean, "reason"?: string}` within 5 s; no answer is a no. */
      hook: z.strictObject({ url: httpUrl, ...secret }).optional(),
    })
    .prefault({}),
  /** Minutes in which an order can be paid. */
  payWithin: z.number().min(1).max(1440).default(15),
  /** Orders of one visitor that wait to be paid. */
  openOrders: z.number().int().min(1).max(100).default(5),
  /** Orders that one network address (IPv6: /64; five times as many a /48) makes in an hour. */
  ordersPerHour: z.number().int().positive().default(60),
})

/** The configuration of buying with a card or a bank account. */
export type OnrampConfig = z.output<typeof onrampSchema>
