import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CardProcessor, startCardProcessor, testCards } from '@latchkey/devnet/cards'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ProviderOrder } from '../../OnrampProvider.ts'
import { providerOrder } from '../../testing/providerOrder.ts'
import { createSandboxProvider } from '../createSandboxProvider.ts'

/** Key of the API and of the messages. */
export const key = 'sandbox-card-key-of-tests'

/** Sets up the card processor, a receiver of its messages, and providers that call it, for the tests of a file. */
export function useSandboxWorld() {
  const messages: { headers: Headers; body: string }[] = []
  const cards = {} as CardProcessor
  /** Unix milliseconds; tests advance it. */
  const time = { now: Date.now() }
  const shop = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    messages.push({ headers, body: Buffer.concat(chunks).toString('utf8') })
    response.writeHead(204).end()
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    Object.assign(cards, await startCardProcessor({ key, pendingFor: Number.POSITIVE_INFINITY, webhookPauses: [1, 5] }))
  })
  afterAll(async () => {
    await cards.stop()
    shop.closeAllConnections()
    shop.close()
  })
  beforeEach(async () => {
    cards.setFault(null)
    await cards.delivered()
    messages.length = 0
    time.now = Date.now()
  })

  const provider = (change: Partial<Parameters<typeof createSandboxProvider>[0]> = {}) =>
    createSandboxProvider({
      url: cards.url,
      key,
      fee: 2.5,
      webhookUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhooks`,
      currencies: ['USD'],
      nameOf: () => 'Base',
      clock: { now: () => time.now },
      ...change,
    })
  let count = 0
  return {
    cards,
    messages,
    time,
    provider,
    newOrder: (change: Partial<ProviderOrder> = {}) => {
      count += 1
      const id = count.toString(16).padStart(32, '0')
      return providerOrder({ id, expiresAt: new Date(Date.now() + 900_000), ...change })
    },
    /** Opens the page of an order. */
    open: async (order: ProviderOrder) => {
      const { url, reference } = await provider().open({ order, clientAddress: undefined })
      if (!reference) throw new Error('there is a reference')
      return { url, checkoutId: reference }
    },
    /** Returns the number of a test card. */
    card: (behaviour: string) => testCards.find((known) => known.behaviour === behaviour)?.number ?? '',
  }
}
