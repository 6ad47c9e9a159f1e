import { randomBytes } from 'node:crypto'
import {
  formatUnits,
  nativeEvmAddress,
  nativeSolanaAddress,
  type PaymentMethod,
  parseUnits,
  toAccountId,
} from '@latchkey/protocol'
import type { OnrampQuote, OnrampRefusal } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq } from 'drizzle-orm'
import type { OnrampConfig } from '../../platform/config/onrampConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { PriceService } from '../../prices/createPriceService.ts'
import type { PriceWindows } from '../../prices/createPriceWindows.ts'
import type { Treasury } from '../../treasury/Treasury.ts'
import type { Catalog, CatalogAsset } from '../options/Catalog.ts'
import type { Catalogs } from '../options/createCatalogs.ts'
import { findAsset, type Reference, textOf } from '../options/readReference.ts'
import { type QuoteRow, sumPromised } from '../orders/orderStore.ts'
import { remainingOf } from '../orders/remainingOf.ts'
import type { CardProcessor, OnrampProvider, Seller } from '../providers/OnrampProvider.ts'
import { waitForProvider } from '../providers/waitForProvider.ts'
import { type OfferAmounts, onrampQuotes } from '../schema.ts'
import { formatCents, toCents } from './cents.ts'
import { isUsablePrice, priceOffer } from './priceOffer.ts'
import { findRate, toUsdCents } from './rates.ts'

export type QuoteRequest = {
  purchaseCurrency: Reference
  paymentCurrency: Reference
  amount: string
  network: string
  paymentMethod?: PaymentMethod | undefined
  provider?: string | undefined
}

/** Quotes of all providers. */
export type Quotes = {
  /** Quotes of all providers, read in parallel, the largest amount first. @throws LatchkeyError `onramp_country_blocked` */
  list: (options: {
    projectId: string
    request: QuoteRequest
    country: string | undefined
  }) => Promise<{ quotes: OnrampQuote[]; refusals: OnrampRefusal[] }>
  /** Returns the best quote. @throws LatchkeyError the first provider's error if there is none */
  best: (options: { projectId: string; request: QuoteRequest; country: string | undefined }) => Promise<OnrampQuote>
  /** Finds a quote of a project, even if it has expired. */
  find: (options: { id: string; projectId: string }) => Promise<QuoteRow | undefined>
}

/** Milliseconds for which a quote is valid. */
const validFor = 60_000
/** Seconds. An older price is not used. */
const oldestPrice = 120

type Offer = { amount: bigint; amounts: OfferAmounts; reference: string | undefined }

export function createQuotes({
  context: { clock, database, log },
  config,
  catalogs,
  prices,
  priceWindows,
  treasury,
  processors,
  patience,
}: {
  context: Pick<Context, 'clock' | 'database' | 'log'>
  config: OnrampConfig
  catalogs: Catalogs
  prices: PriceService
  priceWindows: PriceWindows
  treasury: Treasury | undefined
  /** IDs of the providers whose orders the treasury pays out. */
  processors: readonly string[]
  /** Timeout of a provider in milliseconds. */
  patience: number
}): Quotes {
  /**
   * Reads the prices of a token and its network's native token, in USD. Uses the higher of the current price and the highest
   * of the last half hour, because a buyer can push the current price down for a moment. @throws LatchkeyError
   * `onramp_price_unknown`
   */
  const readPrices = async ({ id, chainId }: CatalogAsset) => {
    const address = chainId.startsWith('solana:') ? nativeSolanaAddress : nativeEvmAddress
    const addresses = [id, toAccountId({ chainId, address })]
    const [{ response, stale }, ...windows] = await Promise.all([
      prices.read({ addresses }),
      ...addresses.map(priceWindows.read),
    ]).catch((cause: unknown) => {
      throw new ServiceError('onramp_price_unknown', { cause })
    })
    const [token, coin] = response.fungibles
    // A missing price may also mean that the network does not respond. Both end when the network is back.
    if (stale > oldestPrice || !token || !coin || !isUsablePrice(token.price) || !isUsablePrice(coin.price)) {
      throw new ServiceError('onramp_price_unknown')
    }
    const [ofToken, ofCoin] = windows.map((window) => {
      if (!window || window.kind === 'unknown') throw new ServiceError('onramp_price_unknown')
      return window.kind === 'fixed' ? 0 : (window.highest ?? 0)
    })
    const price = Math.max(token.price, ofToken ?? 0)
    if (price > token.price * (1 + (config.treasury?.priceSpread ?? 0) / 100)) {
      throw new ServiceError('onramp_price_unknown')
    }
    return { price, coin: { price: Math.max(coin.price, ofCoin ?? 0), decimals: coin.decimals } }
  }

  const askProcessor = async (
    provider: CardProcessor,
    { asset, currency, total, method }: Question,
  ): Promise<Offer> => {
    if (!treasury) throw new ServiceError('onramp_asset_unsupported')
    const fee = toCents(provider.feeOf({ amount: formatCents(total), currency, method }))
    const rate = findRate(config, currency)
    if (fee === undefined || rate === undefined) throw new ServiceError('onramp_currency_unsupported')
    const since = new Date(clock.now())
    const unavailable = (cause: unknown) => {
      throw new ServiceError('onramp_sold_out', { cause })
    }
    const [{ price, coin }, free, cost, promised] = await Promise.all([
      readPrices(asset),
      treasury.readFree(asset.id).catch(unavailable),
      treasury.estimateCost(asset.id).catch(unavailable),
      sumPromised(database, { asset: asset.id, providers: processors, since }),
    ])
    const offer = priceOffer({
      ...{ total, fee, price, rate },
      cost: { amount: cost, ...coin },
      decimals: asset.decimals,
      margin: config.treasury?.margin ?? 0,
    })
    if (!offer) throw new ServiceError('onramp_amount_too_small')
    const share = config.treasury?.heldUnpaid ?? 100
    if (remainingOf({ free, promised, share }) < offer.amount) throw new ServiceError('onramp_sold_out')
    const money = (cents: bigint) => ({ amount: formatCents(cents), currency })
    return {
      amount: offer.amount,
      reference: undefined,
      amounts: {
        coinbaseFee: money(fee),
        networkFee: money(offer.networkFee),
        paymentSubtotal: money(offer.subtotal),
        paymentTotal: money(total),
        purchaseAmount: { amount: formatUnits(offer.amount, asset.decimals), currency: asset.symbol },
      },
    }
  }

  const askSeller = async (provider: Seller, { asset, currency, total, method, country }: Question): Promise<Offer> => {
    const { id, chainId, symbol, decimals } = asset
    const answer = await provider.quote({
      ...{ chainId, symbol, currency, method, country },
      asset: id,
      amount: formatCents(total),
    })
    const { paymentTotal, purchaseAmount } = answer.amounts
    const cents = toCents(paymentTotal.amount)
    const amount = parseUnits(
      purchaseAmount.amount.replace(/^(\d+\.\d*)$/, (text) => cut(text, decimals)),
      decimals,
    )
    // The visitor did not agree to a larger payment than the requested one.
    const isAsAsked = paymentTotal.currency === currency && cents !== undefined && cents <= total
    if (!isAsAsked || !amount.ok || amount.value <= 0n) {
      log.error({ provider: provider.info.id }, 'Quote does not match the request, leaving it out')
      throw new ServiceError('onramp_provider_unavailable')
    }
    return { amount: amount.value, ...answer }
  }

  type Question = {
    asset: CatalogAsset
    currency: string
    total: bigint
    method: PaymentMethod
    country: string | undefined
  }

  const ask = async (
    { provider, assets, paymentCurrencies }: Catalog,
    { purchaseCurrency, paymentCurrency, amount, network, paymentMethod: method = 'card' }: QuoteRequest,
    country: string | undefined,
  ): Promise<{ provider: OnrampProvider; asset: CatalogAsset; method: PaymentMethod; usdCents: bigint } & Offer> => {
    const asset = findAsset(assets, { currency: purchaseCurrency, network })
    if (!asset) throw new ServiceError('onramp_asset_unsupported', { field: 'purchaseCurrency' })
    const currency = textOf(paymentCurrency).toUpperCase()
    const known = paymentCurrencies.find(({ id }) => id === currency)
    const limits = known?.payment_method_limits.find(({ id }) => id === method)
    const rate = findRate(config, currency)
    if (!limits || rate === undefined)
      throw new ServiceError('onramp_currency_unsupported', { field: 'paymentCurrency' })
    const total = toCents(amount)
    const [min, max] = [toCents(limits.min), toCents(limits.max)]
    if (total === undefined || min === undefined || max === undefined || total < min || total > max) {
      const message = `Between ${limits.min} and ${limits.max} ${currency} at a time`
      throw new ServiceError('onramp_amount_limits', { field: 'amount', message })
    }
    const question = { asset, currency, total, method, country }
    const work = provider.deliversItself ? askSeller(provider, question) : askProcessor(provider, question)
    return { provider, asset, method, usdCents: toUsdCents(total, rate), ...(await waitForProvider(work, patience)) }
  }

  const list: Quotes['list'] = async ({ projectId, request, country }) => {
    const found = await catalogs.read({ country })
    const asked = found.filter(
      ({ provider }) => request.provider === undefined || provider.info.id === request.provider,
    )
    const settled = await Promise.allSettled(asked.map((one) => ask(one, request, country)))
    const offers = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const refusals = settled.flatMap((one, index): OnrampRefusal[] => {
      const provider = asked[index]?.provider.info
      if (one.status === 'fulfilled' || !provider) return []
      return [{ provider, ...describe(one.reason) }]
    })
    const validUntil = new Date(clock.now() + validFor)
    offers.sort((a, b) => compare(b.amount, a.amount))
    const rows = offers.map(({ provider, asset, method, usdCents, amount, amounts, reference }): QuoteRow => {
      const { id, name, symbol, decimals, iconUrl, chainId } = asset
      return {
        id: randomBytes(16).toString('hex'),
        projectId,
        provider: provider.info.id,
        reference: reference ?? null,
        paymentMethod: method,
        ...{ chainId, amount, amounts, validUntil },
        asset: { id, name, symbol, decimals, iconUrl },
        usdCents: Number(usdCents),
      }
    })
    if (rows.length > 0) await database.insert(onrampQuotes).values(rows)
    const quotes = rows.map((row, index): OnrampQuote => {
      const provider = offers[index]?.provider.info
      if (!provider) throw new Error('A quote has no provider')
      return {
        ...row.amounts,
        quoteId: row.id,
        provider,
        paymentMethod: row.paymentMethod,
        network: row.chainId,
        asset: row.asset.id,
        validUntil: validUntil.toISOString(),
      }
    })
    return { quotes, refusals }
  }

  const describe = (reason: unknown): { code: string; description: string } => {
    if (reason instanceof ServiceError) return { code: reason.code, description: reason.message }
    log.error({ err: reason }, 'Creating a quote failed')
    const { code, message } = new ServiceError('onramp_provider_unavailable')
    return { code, description: message }
  }

  return {
    list,
    best: async (options) => {
      const { quotes, refusals } = await list(options)
      const [first] = quotes
      if (first) return first
      // An error of a provider that responded is more useful than a missing response.
      const refusal = refusals.find(({ code }) => code !== 'onramp_provider_unavailable') ?? refusals[0]
      const code = (refusal?.code ?? 'onramp_provider_unavailable') as ServiceError['code']
      throw new ServiceError(code, refusal ? { message: refusal.description } : {})
    },
    find: async ({ id, projectId }) => {
      const [row] = await database
        .select()
        .from(onrampQuotes)
        .where(and(eq(onrampQuotes.id, id), eq(onrampQuotes.projectId, projectId)))
      return row
    },
  }
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? 1 : -1
}

/** Digits beyond the token's decimals are ignored. */
function cut(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}
