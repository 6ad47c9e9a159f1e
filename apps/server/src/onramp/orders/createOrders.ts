import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { createOnrampUrl, EndpointInput } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OnrampConfig } from '../../platform/config/onrampConfig.ts'
import { createOriginMatcher } from '../../platform/config/originMatcher.ts'
import type { ProjectConfig } from '../../platform/config/ServerConfig.ts'
import type { Context } from '../../platform/context.ts'
import { toAddressKey } from '../../platform/toAddressKey.ts'
import type { Treasury } from '../../treasury/Treasury.ts'
import { checkAddress } from '../gate/checkAddress.ts'
import { checkReturnUrl } from '../gate/checkReturnUrl.ts'
import type { Hook } from '../gate/createHook.ts'
import type { Catalogs } from '../options/createCatalogs.ts'
import type { OnrampProvider } from '../providers/OnrampProvider.ts'
import { toCents } from '../quotes/cents.ts'
import type { Quotes } from '../quotes/createQuotes.ts'
import { findRate, toUsdCents } from '../quotes/rates.ts'
import { onrampOrders } from '../schema.ts'
import type { OrderChanges } from './createOrderChanges.ts'
import type { OrderEngine } from './createOrderEngine.ts'
import type { OrderMetrics } from './createOrderMetrics.ts'
import { applyPayment } from './nextState.ts'
import {
  findOrderOf,
  lockWords,
  type OrderRow,
  type QuoteRow,
  readOrder,
  sumOrders,
  sumPromised,
} from './orderStore.ts'
import { pickOffer } from './pickOffer.ts'
import { remainingOf } from './remainingOf.ts'
import { toProviderOrder } from './toProviderOrder.ts'

export type OrderRequest = EndpointInput<typeof createOnrampUrl>['body']

/** Creates orders. */
export type Orders = {
  /** @throws LatchkeyError the codes of `createOnrampUrl` */
  create: (options: {
    project: ProjectConfig
    request: OrderRequest
    country: string | undefined
    ip: string
  }) => Promise<{ url: string; orderId: string; expiresAt: string }>
  /**
   * Returns the order with a payment page that can be opened now. @throws LatchkeyError `onramp_order_closed`, and the codes
   * of the provider
   */
  reopen: (options: { row: OrderRow; ip: string }) => Promise<OrderRow>
}

const day = 24 * 60 * 60 * 1000

export function createOrders({
  context: { clock, database },
  config,
  quotes,
  catalogs,
  providers,
  treasury,
  hook,
  changes,
  engine,
  metrics,
}: {
  context: Pick<Context, 'clock' | 'database'>
  config: OnrampConfig
  quotes: Quotes
  catalogs: Catalogs
  providers: ReadonlyMap<string, OnrampProvider>
  treasury: Treasury | undefined
  hook: Hook | undefined
  changes: OrderChanges
  engine: Pick<OrderEngine, 'cancel'>
  metrics: OrderMetrics
}): Orders {
  const heldUnpaid = config.treasury?.heldUnpaid ?? 100
  const processors = [...providers.values()].flatMap((one) => (one.deliversItself ? [] : one.info.id))

  /** Checks that this visitor may buy this now. Runs in the transaction that inserts the order. */
  const checkLimits = async (
    tx: Parameters<typeof sumOrders>[0],
    { quote, visitor }: { quote: QuoteRow; visitor: Parameters<typeof sumOrders>[1]['visitor'] },
  ) => {
    const { paymentMethod: method, amounts, usdCents } = quote
    const since = new Date(clock.now() - day)
    const bought = await sumOrders(tx, { visitor, method, since })
    if (bought.open >= config.openOrders) throw new ServiceError('onramp_too_many_orders', { retryAfter: 60 })
    const limit = toCents(config.limits[method].perDay) ?? 0n
    const rate = findRate(config, amounts.paymentTotal.currency)
    if (rate === undefined) throw new ServiceError('onramp_currency_unsupported')
    if (BigInt(bought.usdCents + usdCents) > toUsdCents(limit, rate)) throw new ServiceError('onramp_daily_limit')
  }

  const insert = async ({
    quote,
    free,
    since,
    ...rest
  }: {
    quote: QuoteRow
    free: bigint | undefined
    since: Date
    address: string
    partnerUserId: string | undefined
    returnUrl: string | undefined
    minimumAge: number | undefined
  }): Promise<{ row: OrderRow; isNew: boolean }> => {
    const { id: quoteId, projectId, provider, paymentMethod, chainId, asset, amount, amounts, usdCents } = quote
    const addressKey = toAddressKey(rest.address)
    const visitor = { addressKey, projectId, partnerUserId: rest.partnerUserId }
    const words = [
      `address:${addressKey}`,
      ...(rest.partnerUserId === undefined ? [] : [`partner:${projectId}:${rest.partnerUserId}`]),
      ...(free === undefined ? [] : [`stock:${asset.id}`]),
    ]
    return database.transaction(
      async (tx) => {
        await lockWords(tx, words)
        const known = await findOrderOf(tx, { quoteId, addressKey })
        if (known) return { row: known, isNew: false }
        const now = clock.now()
        if (quote.validUntil.getTime() <= now) throw new ServiceError('onramp_quote_expired')
        await checkLimits(tx, { quote, visitor })
        if (free !== undefined) {
          const promised = await sumPromised(tx, { asset: asset.id, providers: processors, since })
          if (remainingOf({ free, promised, share: heldUnpaid }) < amount) throw new ServiceError('onramp_sold_out')
        }
        const [row] = await tx
          .insert(onrampOrders)
          .values({
            id: randomBytes(16).toString('hex'),
            ...{ projectId, provider, quoteId, paymentMethod, chainId, asset, amount, amounts, usdCents, addressKey },
            ...rest,
            state: 'created',
            payment: 'waiting',
            createdAt: new Date(now),
            updatedAt: new Date(now),
            expiresAt: new Date(now + config.payWithin * 60_000),
            lookAt: new Date(now + 10_000),
          })
          .returning()
        if (!row) throw new Error('An order was not stored')
        return { row, isNew: true }
      },
      { isolationLevel: 'read committed' },
    )
  }

  const makePage = async (row: OrderRow, quoteReference: string | null | undefined, ip: string): Promise<OrderRow> => {
    const provider = providers.get(row.provider)
    if (!provider) throw new ServiceError('onramp_provider_unavailable')
    const order = toProviderOrder(row, quoteReference ?? undefined)
    const { url, reference } = await provider.open({ order, clientAddress: isIP(ip) > 0 ? ip : undefined })
    return changes.open(row.id, { url, reference: reference ?? null })
  }

  /**
   * Creates the payment page, or creates it again. If that fails, cancels the order, so that it does not count toward limits.
   */
  const open = async (row: OrderRow, quote: QuoteRow, ip: string): Promise<OrderRow> => {
    try {
      return await makePage(row, quote.reference, ip)
    } catch (error) {
      // Keep the order if it has a page, possibly from a concurrent request: the visitor can pay there.
      if ((await readOrder(database, row.id))?.url === null) await giveUp(row, error).catch(() => {})
      throw error
    }
  }

  /** Whether a new page is needed. A seller's page opens only once; the page of a card processor stays open. */
  const isPageUsed = ({ url, provider, state, payment }: OrderRow) =>
    url === null ||
    (providers.get(provider)?.deliversItself === true && state === 'created' && payment !== 'processing')

  const giveUp = async (row: OrderRow, error: unknown) => {
    const isRefused = error instanceof ServiceError && error.code === 'onramp_refused'
    if (!isRefused) {
      await engine.cancel(row)
      return
    }
    const ended = { state: 'ended', ended: 'declined', paid: undefined, isRehearsal: false } as const
    await changes.change(row.id, (now, terms) => applyPayment(now, ended, terms, new Date(clock.now())))
  }

  return {
    create: async ({ project, request, country, ip }) => {
      const allows = createOriginMatcher(project.origins)
      const returnUrl =
        request.returnUrl === undefined ? undefined : checkReturnUrl({ text: request.returnUrl, allows })
      const { quote, address } = await pickOffer({ quotes, catalogs, projectId: project.id, request, country })
      checkAddress(quote, address)
      // Clients without an age field leave the question to the payment page.
      const minimumAge = request.ageConfirmed === true ? undefined : config.gate.minimumAge
      if (minimumAge !== undefined && !providers.get(quote.provider)?.asksAge)
        throw new ServiceError('onramp_age_required', { field: 'ageConfirmed' })
      const { partnerUserId } = request
      const { paymentMethod, amounts, chainId, asset, provider } = quote
      const known = await findOrderOf(database, { quoteId: quote.id, addressKey: toAddressKey(address) })
      if (!known && quote.validUntil.getTime() <= clock.now()) throw new ServiceError('onramp_quote_expired')
      if (!known) {
        await hook?.({
          ...{ projectId: project.id, provider, paymentMethod, address },
          paymentTotal: amounts.paymentTotal,
          purchaseAmount: amounts.purchaseAmount,
          network: chainId,
          asset: asset.id,
          partnerUserId: partnerUserId ?? null,
          country: country ?? null,
        })
      }
      // Read before the lock. Payouts that the treasury owes from then on still count as promised, whether they are delivered
      // or not.
      const since = new Date(clock.now())
      const isPaidOut = processors.includes(provider) && treasury !== undefined && !known
      const free = isPaidOut
        ? await treasury.readFree(asset.id).catch((cause: unknown) => {
            throw new ServiceError('onramp_sold_out', { cause })
          })
        : undefined
      const made = known
        ? { row: known, isNew: false }
        : await insert({ quote, free, since, address, partnerUserId, returnUrl, minimumAge })
      if (made.isNew) metrics.made(made.row)
      let { row } = made
      const isLate = row.state === 'created' && row.expiresAt.getTime() <= clock.now()
      if (isLate || row.state === 'failed' || row.state === 'refunded') throw new ServiceError('onramp_quote_expired')
      if (isPageUsed(row)) row = await open(row, quote, ip)
      if (made.isNew) await changes.tell(row)
      return { url: row.url ?? '', orderId: row.id, expiresAt: row.expiresAt.toISOString() }
    },
    reopen: async ({ row, ip }) => {
      const isOpen = row.state === 'created' && row.payment !== 'processing' && row.expiresAt.getTime() > clock.now()
      if (!isOpen) throw new ServiceError('onramp_order_closed')
      if (!isPageUsed(row)) return row
      const quote = await quotes.find({ id: row.quoteId, projectId: row.projectId })
      return makePage(row, quote?.reference, ip)
    },
  }
}
