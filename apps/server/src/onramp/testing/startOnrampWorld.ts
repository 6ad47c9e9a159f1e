import { nativeEvmAddress } from '@latchkey/protocol'
import type { ErrorBody, OnrampQuote, Order } from '@latchkey/protocol/api'
import type { ServerConfigInput } from '../../platform/config/ServerConfig.ts'
import type { App } from '../../platform/http/App.ts'
import { createHttpApp } from '../../platform/http/createHttpApp.ts'
import type { PriceService } from '../../prices/createPriceService.ts'
import type { PriceWindow } from '../../prices/createPriceWindows.ts'
import { createAdmission } from '../../projects/createAdmission.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { createOnramp, type Onramp } from '../createOnramp.ts'
import type { OnrampProvider } from '../providers/OnrampProvider.ts'
import { registerOnrampRoutes } from '../registerOnrampRoutes.ts'
import { createScriptedProvider, type ScriptedProvider } from './createScriptedProvider.ts'
import { createScriptedTreasury, type ScriptedTreasury } from './createScriptedTreasury.ts'

/** Another project of the same server. */
export const otherProjectId = 'fedcba9876543210fedcba9876543210'
/** Tokens for sale: the native token, and a dollar with six decimals. */
const ether = `eip155:31337:${nativeEvmAddress}` as const
const dollar = 'eip155:31337:0x5fbdb2315678afecb367f032d93f642f64180aa3'

/** Response of an endpoint. */
export type Reply<Body = Record<string, never>> = { status: number; headers: Headers; json: Body & Partial<ErrorBody> }

/** Sender of a request. */
export type Place = { projectId?: string; ip?: string; country?: string }

/** The onramp endpoints, with a provider and a treasury that the test controls. */
export type OnrampWorld = {
  context: TestContext
  app: App
  onramp: Onramp
  provider: ScriptedProvider
  treasury: ScriptedTreasury
  /** USD for one ether, its age in seconds, and its past window; null if unknown. */
  price: { usd: number | null; stale: number; window: PriceWindow }
  /** Advances the server's clock by seconds. */
  pass: (seconds: number) => void
  get: <Body = Record<string, never>>(path: string, place?: Place) => Promise<Reply<Body>>
  post: <Body = Record<string, never>>(path: string, body: unknown, place?: Place) => Promise<Reply<Body>>
  /** Requests a quote; by default 100 dollars of ether. */
  quote: (change?: Record<string, unknown>, place?: Place) => Promise<Reply<OnrampQuote>>
  /** Creates an order from a quote for an address. */
  take: (
    quoteId: string,
    address: string,
    more?: Record<string, unknown>,
    place?: Place,
  ) => Promise<Reply<{ url: string; orderId: string; expiresAt: string }>>
  /** Creates an order that waits for its payment. */
  order: (options?: { amount?: string; address?: string }) => Promise<string>
  read: (id: string, place?: Place) => Promise<Reply<Order>>
  /** Sends a message of the provider. */
  tell: (event: string, order: string, signature?: string) => Promise<Reply>
  /** Returns an unused address. */
  freshAddress: () => string
}

/** @param options.providers in addition to the scripted one */
export async function startOnrampWorld({
  onramp: part = {},
  config = {},
  providers = [],
  connection,
  engine,
}: {
  onramp?: Partial<NonNullable<ServerConfigInput['onramp']>>
  config?: Partial<ServerConfigInput>
  providers?: readonly OnrampProvider[]
  connection?: TestContext['connection']
  engine?: 'pglite' | 'postgres'
} = {}): Promise<OnrampWorld> {
  let now = Math.floor(Date.now() / 1000) * 1000
  const context = await createTestContext({
    ...(connection ? { connection } : {}),
    ...(engine ? { engine } : {}),
    clock: { now: () => now },
    config: {
      http: { trustProxy: true },
      projects: [
        { id: testProjectId, name: 'Test', origins: ['http://localhost:5173', 'https://*.shop.example'] },
        { id: otherProjectId, name: 'Other', origins: ['http://localhost:5174'] },
      ],
      limits: { readPerMinute: 100_000 },
      onramp: {
        treasury: { eip155: { privateKey: `0x${'1'.repeat(64)}` }, assets: [ether, dollar], rates: { EUR: '1.08' } },
        sandbox: {
          url: 'http://127.0.0.1:9',
          key: { secret: 'a secret of sixteen' },
          webhookUrl: 'http://127.0.0.1:9',
        },
        ...part,
      },
      ...config,
    },
  })
  const provider = createScriptedProvider()
  const treasury = createScriptedTreasury(context)
  const price: OnrampWorld['price'] = { usd: 2000, stale: 0, window: { kind: 'moving', highest: undefined } }
  const infos: Record<string, { symbol: string; name: string; decimals: number; price: () => number | null }> = {
    [ether]: { symbol: 'ETH', name: 'Ether', decimals: 18, price: () => price.usd },
    [dollar]: { symbol: 'USDX', name: 'Dollar', decimals: 6, price: () => 1 },
  }
  const prices: PriceService = {
    read: async ({ addresses }) => ({
      response: {
        fungibles: addresses.map((address) => {
          const { symbol = '', name = '', decimals = 0, price: read } = infos[address.toLowerCase()] ?? {}
          return { symbol, name, decimals, address, iconUrl: null, price: read?.() ?? null }
        }),
      },
      stale: price.stale,
    }),
  }
  const onramp = createOnramp({
    ...{ context, prices, treasury, patience: 15_000 },
    priceWindows: { read: async (asset) => (asset.toLowerCase() === ether ? price.window : { kind: 'fixed' }) },
    providers: [provider, ...providers],
    timing: { interval: 20, shortest: 10, lease: 1_000 },
  })
  if (!onramp) throw new Error('Nothing can be bought')
  onramp.start()
  context.shutdown.add('onramp', onramp.stop)
  const limits = { consume: async () => {}, close: async () => {} }
  const app = createHttpApp({ context, admit: createAdmission({ config: context.config, limits }) })
  registerOnrampRoutes({ app, onramp })

  const ask = async <Body>(path: string, init: RequestInit, { projectId, ip, country }: Place) => {
    const separator = path.includes('?') ? '&' : '?'
    const response = await app.request(`${path}${separator}projectId=${projectId ?? testProjectId}`, {
      ...init,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': ip ?? '192.0.2.1',
        ...(country ? { 'cf-ipcountry': country } : {}),
      },
    })
    return { status: response.status, headers: response.headers, json: (await response.json()) as Reply<Body>['json'] }
  }
  const get: OnrampWorld['get'] = (path, place = {}) => ask(path, {}, place)
  const post: OnrampWorld['post'] = (path, body, place = {}) =>
    ask(path, { method: 'POST', body: JSON.stringify(body) }, place)
  const quote: OnrampWorld['quote'] = (change, place) =>
    post(
      '/v1/onramp/quote',
      { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: 'eip155:31337', ...change },
      place,
    )
  const take: OnrampWorld['take'] = (quoteId, address, more, place) =>
    post('/v1/generators/onrampurl', { destinationWallets: [{ address }], quoteId, ...more }, place)
  let made = 0
  const freshAddress = () => {
    made += 1
    return `0x${made.toString(16).padStart(40, 'a')}`
  }
  return {
    ...{ context, app, onramp, provider, treasury, price, get, post, quote, take, freshAddress },
    pass: (seconds) => {
      now += seconds * 1000
    },
    // Each order comes from another network address, because limits have separate tests.
    order: async ({ amount = '100', address = freshAddress() } = {}) => {
      made += 1
      const place = { ip: `198.51.${Math.floor(made / 250)}.${made % 250}` }
      const offer = await quote({ amount }, place)
      const { status, json } = await take(offer.json.quoteId, address, {}, place)
      if (status !== 200) throw new Error(JSON.stringify(json))
      return json.orderId
    },
    read: (id, place) => get(`/v1/onramp/orders/${id}`, place),
    tell: async (event, order, signature = 'scripted') => {
      const response = await app.request('/v1/onramp/webhooks/sandbox', {
        method: 'POST',
        headers: { signature },
        body: JSON.stringify({ event, order }),
      })
      return { status: response.status, headers: response.headers, json: (await response.json()) as Reply['json'] }
    },
  }
}
