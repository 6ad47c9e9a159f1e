import type { OrderState } from '@latchkey/protocol'
import type { OnrampOptions, OnrampQuote, OnrampRefusal, Order } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { PriceService } from '../prices/createPriceService.ts'
import { createPriceWindows, type PriceWindows } from '../prices/createPriceWindows.ts'
import type { Treasury } from '../treasury/Treasury.ts'
import { createHook } from './gate/createHook.ts'
import { createOnrampLimits } from './gate/createOnrampLimits.ts'
import { checkCountry, readCountry } from './gate/readCountry.ts'
import { createCatalogs } from './options/createCatalogs.ts'
import { mergeCatalogs } from './options/mergeCatalogs.ts'
import { countOrders } from './orders/countOrders.ts'
import { createOrderChanges } from './orders/createOrderChanges.ts'
import { createOrderEngine, type EngineTiming, type OrderStep } from './orders/createOrderEngine.ts'
import { createOrderMetrics } from './orders/createOrderMetrics.ts'
import { createOrders, type OrderRequest } from './orders/createOrders.ts'
import { listOrders, type OrdersOf } from './orders/listOrders.ts'
import { readOrder } from './orders/orderStore.ts'
import { takeMessage } from './orders/takeMessage.ts'
import { toOrder } from './orders/toOrder.ts'
import { createProviders } from './providers/createProviders.ts'
import type { OnrampProvider } from './providers/OnrampProvider.ts'
import { readSecret } from './providers/readSecret.ts'
import { createQuotes, type QuoteRequest } from './quotes/createQuotes.ts'

type ReadHeader = (name: string) => string | undefined

/** A request for quotes. */
type Question = { projectId: string; request: QuoteRequest; ip: string; readHeader: ReadHeader }

/** Buys tokens with a card or a bank account. */
export type Onramp = {
  readOptions: (options: { readHeader: ReadHeader }) => Promise<OnrampOptions>
  quote: (options: Question) => Promise<OnrampQuote>
  listQuotes: (options: Question) => Promise<{ quotes: OnrampQuote[]; refusals: OnrampRefusal[] }>
  createOrder: (options: {
    project: ProjectConfig
    request: OrderRequest
    ip: string
    readHeader: ReadHeader
  }) => Promise<{ url: string; orderId: string; expiresAt: string }>
  readOrder: (options: { projectId: string; id: string }) => Promise<Order>
  openOrder: (options: { projectId: string; id: string; ip: string }) => Promise<Order>
  cancelOrder: (options: { projectId: string; id: string; ip: string }) => Promise<Order>
  /**
   * Lists the orders of an account, newest first. The caller must prove control of the account, because the list has order
   * IDs. @throws LatchkeyError `malformed_cursor`
   */
  listOrders: (
    options: OrdersOf & { cursor: string | undefined },
  ) => Promise<{ orders: readonly Order[]; next: string | null }>
  /** Counts the orders of all projects in each state. */
  countOrders: () => Promise<{ state: OrderState; count: number }[]>
  /**
   * Handles a message of a provider. The sender is not verified yet. @throws LatchkeyError `onramp_webhook_invalid`,
   * `not_found`
   */
  takeMessage: (options: { provider: string; headers: Headers; body: string }) => Promise<void>
  start: () => void
  stop: () => Promise<void>
  /** For `/ready`. */
  checks: () => HealthCheck[]
}

const usualTiming: EngineTiming = { interval: 1_000, shortest: 1_000, lease: 10_000 }
/** Timeout in milliseconds for a provider's list of tokens. */
const usualPatience = 8_000
/** Milliseconds between two checks of an order that clients read. */
const readPause = 2_000
const giveUpAfter = 60

/**
 * Creates the onramp. Orders are not processed before `start`.
 *
 * @param options.env environment variables, which can hold secrets
 * @param options.providers instead of those of the configuration; for tests, like the options after it
 * @throws LatchkeyError `config_invalid`
 * @returns undefined if the configuration has no onramp
 */
export function createOnramp({
  context,
  prices,
  priceWindows = createPriceWindows({ context }),
  treasury,
  env = process.env,
  providers: given,
  timing = {},
  patience = usualPatience,
  onStep,
}: {
  context: Pick<Context, 'bus' | 'clock' | 'config' | 'database' | 'kv' | 'log' | 'metrics'>
  prices: PriceService
  priceWindows?: PriceWindows | undefined
  treasury: Treasury | undefined
  env?: Readonly<Record<string, string | undefined>>
  providers?: readonly OnrampProvider[] | undefined
  timing?: Partial<EngineTiming> | undefined
  patience?: number | undefined
  onStep?: ((step: OrderStep) => void | Promise<void>) | undefined
}): Onramp | undefined {
  const { clock, config: server, database, log } = context
  const config = server.onramp
  if (!config) return undefined
  const list = given ?? createProviders({ context, config, prices, env })
  const providers = new Map(list.map((one) => [one.info.id, one]))
  const times = { ...usualTiming, ...timing }
  const metrics = createOrderMetrics({ context })
  const changes = createOrderChanges({ context, providers, metrics, lease: times.lease })
  const engine = createOrderEngine({
    ...{ context, providers, treasury, changes, onStep, timing: times },
    giveUpAfter: config.treasury?.giveUpAfter ?? giveUpAfter,
  })
  const catalogs = createCatalogs({ context, config, providers: list, prices, patience })
  const quotes = createQuotes({
    ...{ context, config, catalogs, prices, priceWindows, treasury, patience },
    processors: list.flatMap((one) => (one.deliversItself ? [] : one.info.id)),
  })
  const { hook: hookConfig } = config.gate
  const isSigned = hookConfig?.secret !== undefined || hookConfig?.secretVariable !== undefined
  const hook =
    hookConfig &&
    createHook({
      ...{ url: hookConfig.url, clock, log },
      secret: isSigned ? readSecret({ from: hookConfig, name: 'onramp.gate.hook', env }) : undefined,
    })
  const orders = createOrders({
    ...{ context, config, quotes, catalogs, providers, treasury, hook, changes, engine, metrics },
  })
  const limit = createOnrampLimits({ context, ordersPerHour: config.ordersPerHour })
  /** Time of the last check of each order that was triggered by a read. */
  const read = new Map<string, number>()

  const countryOf = (readHeader: ReadHeader) => {
    const country = readCountry({ gate: config.gate, trustProxy: server.http.trustProxy, readHeader })
    checkCountry(config.gate, country)
    return country
  }

  /** Finds an order of a project. Orders of other projects count as not found. */
  const find = async ({ id, projectId }: { id: string; projectId: string }) => {
    const row = /^[0-9a-f]{32}$/.test(id) ? await readOrder(database, id) : undefined
    if (row?.projectId === projectId) return row
    throw new ServiceError('onramp_order_not_found', { field: 'id' })
  }

  /** Checks an order early, because a client that reads it is waiting for it. */
  const wakeFor = (id: string) => {
    const now = clock.now()
    if (now - (read.get(id) ?? 0) < readPause) return
    if (read.size > 10_000) read.clear()
    read.set(id, now)
    engine.wake([id])
  }

  return {
    readOptions: async ({ readHeader }) => {
      const found = await catalogs.read({ country: countryOf(readHeader) })
      return { ...mergeCatalogs(found), minimumAge: config.gate.minimumAge ?? null }
    },
    quote: async ({ projectId, request, ip, readHeader }) => {
      const country = countryOf(readHeader)
      await limit('quote', ip)
      return quotes.best({ projectId, request, country })
    },
    listQuotes: async ({ projectId, request, ip, readHeader }) => {
      const country = countryOf(readHeader)
      await limit('quote', ip)
      return quotes.list({ projectId, request, country })
    },
    createOrder: async ({ project, request, ip, readHeader }) => {
      const country = countryOf(readHeader)
      await limit('order', ip)
      return orders.create({ project, request, country, ip })
    },
    readOrder: async (options) => {
      const row = await find(options)
      if (row.state === 'created' || row.state === 'paid' || row.refund === 'pending') wakeFor(row.id)
      return toOrder(row, providers.get(row.provider)?.info)
    },
    openOrder: async ({ ip, ...options }) => {
      await limit('open', ip)
      const row = await orders.reopen({ row: await find(options), ip })
      return toOrder(row, providers.get(row.provider)?.info)
    },
    cancelOrder: async ({ ip, ...options }) => {
      await limit('cancel', ip)
      const row = await engine.cancel(await find(options))
      return toOrder(row, providers.get(row.provider)?.info)
    },
    listOrders: async (options) => {
      const { rows, next } = await listOrders(database, options)
      return { orders: rows.map((row) => toOrder(row, providers.get(row.provider)?.info)), next }
    },
    countOrders: () => countOrders(database),
    takeMessage: async ({ provider, headers, body }) => {
      const sender = providers.get(provider)
      if (!sender) throw new ServiceError('not_found')
      const now = clock.now()
      const event = await sender.readEvent({ headers, body, now })
      engine.wake(await takeMessage({ database, provider, event, now }))
    },
    start: engine.start,
    stop: engine.stop,
    checks: () => list.flatMap((one) => one.checks()),
  }
}
