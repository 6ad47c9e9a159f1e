import type { OnrampOptions, OnrampQuote, Order } from '@latchkey/protocol/api'

/** Fate of a request: no answer before or after it took effect, a refusal, a proxy's page, or an answer when the test resolves it. */
export type Fate = 'unheard' | 'unanswered' | { status: number; code?: string } | Promise<void> | undefined

/** A fake onramp server that the test controls. */
export type OnrampServer = {
  options: OnrampOptions
  /** Changes to the next quotes. */
  quote: Partial<OnrampQuote>
  refusals: { code: string }[]
  orders: Map<string, Order>
  /** Requests by path, with their bodies. */
  asked: { path: string; body: Record<string, unknown> | undefined }[]
  /** Fates of requests whose path starts with the key, one each. A single value applies to all. */
  fates: Map<string, Fate[] | Fate>
  url: string
  /** Unix milliseconds. Quotes are valid for a minute from then on. */
  now: () => number
  fetch: (url: string, init: RequestInit | undefined) => Promise<Response>
  count: (path: string) => number
}

const usdc = 'eip155:31337:0x5fbdb2315678afecb367f032d93f642f64180aa3'
/** A second token, on the other network. */
export const onrampAssets = {
  usdc,
  ether: 'eip155:31338:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  sol: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:So11111111111111111111111111111111111111111',
} as const

const provider = { id: 'sandbox', name: 'Sandbox', isSandbox: true }
const limits = [
  { id: 'card' as const, min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account' as const, min: '10.00', max: '25000.00' },
]
const place = (asset: string, decimals: number) => {
  const [namespace = '', reference = '', address = ''] = asset.split(':')
  return {
    ...{ name: `${namespace}:${reference}` as 'eip155:1', display_name: reference, chain_id: reference },
    ...{ contract_address: address, asset: asset as `eip155:1:0x`, decimals },
  }
}

/** Creates a fake server that creates one order per quote and address. */
export function createOnrampServer(): OnrampServer {
  const quotes = new Map<string, OnrampQuote>()
  const byOffer = new Map<string, string>()
  const money = (amount: string, currency = 'USD') => ({ amount, currency })
  const quote = (body: Record<string, string>): OnrampQuote => {
    const made: OnrampQuote = {
      ...{ coinbaseFee: money('2.50'), networkFee: money('0.10'), paymentSubtotal: money('97.40') },
      paymentTotal: money(body.amount ?? '', body.paymentCurrency),
      purchaseAmount: money('97.4', body.purchaseCurrency),
      quoteId: `quote-${quotes.size + 1}`,
      provider,
      paymentMethod: body.paymentMethod as 'card',
      network: body.network as 'eip155:1',
      asset: Object.values(onrampAssets).find((asset) => asset.startsWith(`${body.network}:`)) as 'eip155:1:0x',
      validUntil: new Date(server.now() + 60_000).toISOString(),
      ...server.quote,
    }
    quotes.set(made.quoteId, made)
    return made
  }
  const order = (id: string, offer: OnrampQuote, address: string): Order => ({
    ...{ id, state: 'created', payment: 'waiting', reason: null, refund: 'none', provider, address },
    ...{ paymentMethod: offer.paymentMethod, network: offer.network },
    asset: { id: offer.asset, name: 'USD Coin', symbol: 'USDC', decimals: 6, iconUrl: null },
    ...{ coinbaseFee: offer.coinbaseFee, networkFee: offer.networkFee, paymentSubtotal: offer.paymentSubtotal },
    ...{ paymentTotal: offer.paymentTotal, purchaseAmount: offer.purchaseAmount },
    ...{ url: server.url, hash: null, createdAt: '2026-11-20T00:00:00.000Z', updatedAt: '2026-11-20T00:00:00.000Z' },
    ...{ expiresAt: '2026-11-20T00:15:00.000Z', paidAt: null, endedAt: null },
  })
  const refuse = (status: number, code?: string) =>
    code ? Response.json({ status: 'FAILED', code, reasons: [] }, { status }) : new Response('<html>', { status })
  const answer = (path: string, body: Record<string, unknown> | undefined): Response => {
    if (path === '/v1/onramp/options') return Response.json(server.options)
    if (path === '/v1/onramp/quotes')
      return Response.json({
        quotes: server.refusals.length > 0 ? [] : [quote(body as Record<string, string>)],
        refusals: server.refusals.map(({ code }) => ({ provider, code, description: code })),
      })
    if (path === '/v1/generators/onrampurl') {
      const address = (body?.destinationWallets as { address: string }[] | undefined)?.[0]?.address ?? ''
      const offer = quotes.get(String(body?.quoteId))
      if (!offer) return refuse(409, 'onramp_quote_expired')
      const key = `${offer.quoteId} ${address}`
      const id = byOffer.get(key) ?? String(byOffer.size + 1).padStart(32, '0')
      if (!byOffer.has(key)) server.orders.set(id, order(id, offer, address))
      byOffer.set(key, id)
      return Response.json({ url: server.url, orderId: id, expiresAt: '2026-11-20T00:15:00.000Z' })
    }
    const [, id = '', action] = /^\/v1\/onramp\/orders\/([^/]+)(\/cancel|\/open)?$/.exec(path) ?? []
    const found = server.orders.get(id)
    if (!found) return refuse(404, id ? 'onramp_order_not_found' : 'not_found')
    if (action && found.payment !== 'waiting') return refuse(409, 'onramp_order_closed')
    if (action === '/open') found.url = server.url
    return Response.json(action === '/cancel' ? { ...found, state: 'failed', reason: 'cancelled', url: null } : found)
  }
  const server: OnrampServer = {
    now: () => Date.UTC(2026, 10, 20),
    options: {
      paymentCurrencies: [{ id: 'USD', payment_method_limits: limits }],
      purchaseCurrencies: [
        { id: 'ETH', name: 'Ether', symbol: 'ETH', icon_url: null, networks: [place(onrampAssets.ether, 18)] },
        {
          ...{ id: 'USDC', name: 'USD Coin', symbol: 'USDC', icon_url: null },
          networks: [place('eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 6), place(usdc, 6)],
        },
        { id: 'SOL', name: 'Solana', symbol: 'SOL', icon_url: null, networks: [place(onrampAssets.sol, 9)] },
      ],
      providers: [provider],
      minimumAge: null,
    },
    quote: {},
    refusals: [],
    orders: new Map(),
    asked: [],
    fates: new Map(),
    url: 'https://pay.test/pay/1',
    count: (path) => server.asked.filter((one) => one.path.startsWith(path)).length,
    fetch: async (address, init) => {
      const path = new URL(address).pathname
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      server.asked.push({ path, body })
      const key = [...server.fates.keys()].find((prefix) => path.startsWith(prefix))
      const planned = key === undefined ? undefined : server.fates.get(key)
      const fate = Array.isArray(planned) ? planned.shift() : planned
      if (fate === 'unheard') throw new TypeError('fetch failed')
      if (fate instanceof Promise) {
        const answered = answer(path, body)
        await fate
        return answered
      }
      if (typeof fate === 'object') return refuse(fate.status, fate.code)
      const answered = answer(path, body)
      if (fate === 'unanswered') throw new TypeError('fetch failed')
      return answered
    },
  }
  return server
}
