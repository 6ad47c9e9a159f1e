import { createHash } from 'node:crypto'
import { type AccountId, formatUnits, parseUnits } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { createCache } from '../../../platform/cache/createCache.ts'
import type { Clock } from '../../../platform/clock/Clock.ts'
import { askProvider, readAnswer } from '../askProvider.ts'
import type { ProviderOrder, ProviderPayment, ProviderQuestion, Seller } from '../OnrampProvider.ts'
import { toCoinbaseNetwork } from './coinbaseNetworks.ts'
import { optionsSchema, quoteSchema, tokenSchema, transactionsSchema } from './coinbaseSchemas.ts'
import { createCdpSigner } from './createCdpSigner.ts'
import { readCoinbaseEvent } from './readCoinbaseEvent.ts'
import { coinbaseMethods, type Offered, toCoinbaseOptions } from './toCoinbaseOptions.ts'
import { toCoinbasePayment } from './toCoinbasePayment.ts'
import { toOfferAmounts } from './toOfferAmounts.ts'

const provider = 'coinbase'
/** Seconds. The documentation asks clients to cache the options, and they change rarely. */
const optionsAge = { ttl: 600, staleFor: 3600 }
/** The newest transactions under one reference. There is one for each card that was tried. */
const mostTransactions = 20

/**
 * Coinbase Onramp, which takes the payment on its own page and delivers. By its documentation, a quote is an estimate. The
 * page shows the final price, and the paid amount may differ from the order's. Coinbase cannot cancel an unpaid page. The page
 * counts as ended some time after the order.
 *
 * Sources, all of docs.cdp.coinbase.com:
 * - API: "Create session token", "Get buy options", "Create buy quote", "Get onramp transactions by ID"
 * - guide: "Countries & Currencies", "Generating Quotes", "Generating an Onramp URL", "Transaction Status & History"
 * - messages: "Onramp & Offramp Webhooks", "Verify Signatures"
 * - security: "Session Token Authentication", "Security Requirements", "JWT Authentication"
 *
 * @param options.keyId ID of a secret API key; `options.key`: its private key, as in `createCdpSigner`
 * @param options.webhookSecret of the subscription to `onramp.transaction.*`
 * @param options.country ISO 3166, used if the visitor's country is unknown
 * @param options.subdivision ISO 3166-2 without the country, sent with `country`: Coinbase needs a state in the US
 * @param options.decimalsOf returns a token's decimals; undefined for a token or network that this server does not have
 * @param options.patience timeout of a request in milliseconds
 * @throws LatchkeyError `config_invalid` for a malformed key
 * @example
 * const coinbase = createCoinbaseProvider({
 *   url, payUrl, keyId, key, webhookSecret,
 *   country: 'US', subdivision: 'NY', decimalsOf, clock,
 * })
 */
export function createCoinbaseProvider({
  url,
  payUrl,
  keyId,
  key,
  webhookSecret,
  country: usualCountry,
  subdivision,
  decimalsOf,
  clock,
  patience = 8_000,
}: {
  url: string
  payUrl: string
  keyId: string
  key: string
  webhookSecret: string
  country: string
  subdivision?: string | undefined
  decimalsOf: (asset: AccountId) => Promise<number | undefined>
  clock: Clock
  patience?: number | undefined
}): Seller {
  const base = new URL(url)
  const prefix = `${base.pathname.replace(/\/+$/, '')}/onramp/v1`
  const sign = createCdpSigner({ keyId, key, clock })
  const cache = createCache<Offered>({ clock, ...optionsAge, maxEntries: 500 })

  const ask = async (path: string, { query, body }: { query?: URLSearchParams; body?: unknown } = {}) => {
    const method = body === undefined ? 'GET' : 'POST'
    // The signature covers only the path, without the query.
    const token = await sign({ method, host: base.host, path: `${prefix}${path}` })
    return askProvider({
      provider,
      url: `${base.origin}${prefix}${path}${query ? `?${query}` : ''}`,
      method,
      headers: { authorization: `Bearer ${token}` },
      body,
      patience,
    })
  }

  /** The visitor's location in Coinbase's terms. */
  const toPlace = (visitors: string | undefined) => {
    const country = visitors ?? usualCountry
    return { country, ...(subdivision && country === usualCountry ? { subdivision } : {}) }
  }

  const readOffered = async (visitors: string | undefined): Promise<Offered> => {
    const place = toPlace(visitors)
    const { value } = await cache.read({
      key: place.country,
      load: async () => {
        const answer = await ask('/buy/options', { query: new URLSearchParams(place) })
        // The request has only the country. If it is not the configured one, Coinbase refused the visitor's country.
        if (answer.status === 400 && place.country !== usualCountry) throw new ServiceError('onramp_country_blocked')
        return toCoinbaseOptions({ options: readAnswer({ provider, answer, schema: optionsSchema }), decimalsOf })
      },
    })
    if (value.paymentCurrencies.length === 0 && value.purchaseCurrencies.length === 0)
      throw new ServiceError('onramp_country_blocked')
    return value
  }

  const readPayment = async (order: ProviderOrder): Promise<ProviderPayment> => {
    const answer = await ask(`/buy/user/${order.reference ?? toReference(order.id)}/transactions`, {
      query: new URLSearchParams({ pageSize: String(mostTransactions) }),
    })
    const { transactions } = readAnswer({ provider, answer, schema: transactionsSchema })
    return toCoinbasePayment({ transactions, order, now: clock.now() })
  }

  return {
    info: { id: provider, name: 'Coinbase', isSandbox: false },
    deliversItself: true,
    readOptions: async ({ country }) => {
      const { paymentCurrencies, purchaseCurrencies } = await readOffered(country)
      return { paymentCurrencies, purchaseCurrencies }
    },
    quote: async (question) => {
      const offered = await readOffered(question.country)
      const asset = offered.assets[question.asset]
      if (asset?.chainId !== question.chainId) throw new ServiceError('onramp_asset_unsupported')
      const amount = checkAmount(question, offered)
      const answer = await ask('/buy/quote', {
        body: {
          purchase_currency: asset.currency,
          purchase_network: asset.network,
          payment_amount: amount,
          payment_currency: question.currency,
          payment_method: coinbaseMethods[question.method],
          ...toPlace(question.country),
        },
      })
      const quote = readAnswer({ provider, answer, schema: quoteSchema })
      return { amounts: toOfferAmounts({ provider, quote, question, asset }), reference: quote.quote_id }
    },
    open: async ({ order, clientAddress }) => {
      const network = toCoinbaseNetwork(order.chainId)
      if (!network) throw new ServiceError('onramp_asset_unsupported')
      const { symbol } = order.asset
      const answer = await ask('/token', {
        body: {
          addresses: [{ address: order.address, blockchains: [network] }],
          assets: [symbol],
          ...(clientAddress === undefined ? {} : { clientIp: clientAddress }),
        },
      })
      if (answer.status === 400)
        throw new ServiceError('onramp_refused', { details: `${provider} refused the order (HTTP 400)` })
      // A token opens one page, once, within five minutes. Each visit has its own.
      const { token } = readAnswer({ provider, answer, schema: tokenSchema })
      const reference = toReference(order.id)
      const { amount, currency } = order.amounts.paymentTotal
      const page = new URL(`${payUrl.replace(/\/+$/, '')}/buy/select-asset`)
      page.search = String(
        new URLSearchParams({
          sessionToken: token,
          defaultAsset: symbol,
          defaultNetwork: network,
          defaultExperience: 'buy',
          fiatCurrency: currency,
          presetFiatAmount: amount,
          defaultPaymentMethod: coinbaseMethods[order.paymentMethod],
          partnerUserRef: reference,
          // The same parameter in earlier versions of the documentation.
          partnerUserId: reference,
          ...(order.quoteReference ? { quoteId: order.quoteReference } : {}),
          ...(order.returnUrl ? { redirectUrl: order.returnUrl } : {}),
        }),
      )
      return { url: page.href, reference }
    },
    readPayment,
    cancel: readPayment,
    readEvent: async ({ headers, body, now }) => readCoinbaseEvent({ headers, body, secret: webhookSecret, now }),
    // An outage of another company does not make this server unready.
    checks: () => [],
  }
}

/**
 * Returns our reference of an order at Coinbase, shorter than 50 characters. It is part of the page's URL, which must not
 * have the order's ID. The ID cannot be derived from it.
 */
function toReference(orderId: string): string {
  return createHash('sha256').update(`latchkey onramp ${orderId}`).digest('base64url')
}

/** Checks the amount, and returns it with two decimals for Coinbase. */
function checkAmount({ currency, method, amount }: ProviderQuestion, { paymentCurrencies }: Offered): string {
  const known = paymentCurrencies.find(({ id }) => id === currency)
  const limits = known?.payment_method_limits.find(({ id }) => id === method)
  if (!limits) throw new ServiceError('onramp_currency_unsupported')
  const [wanted, min, max] = [amount, limits.min, limits.max].map((text) => parseUnits(text, 30))
  const cents = parseUnits(amount, 2)
  const isWithin = wanted?.ok && min?.ok && max?.ok && wanted.value >= min.value && wanted.value <= max.value
  if (!isWithin || !cents.ok)
    throw new ServiceError('onramp_amount_limits', {
      field: 'amount',
      details: `${limits.min} to ${limits.max} ${currency}`,
    })
  return formatUnits(cents.value, 2, { keepZeros: true })
}
