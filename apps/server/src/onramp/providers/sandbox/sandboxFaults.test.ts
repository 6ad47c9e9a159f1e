import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { ProviderOrder } from '../OnrampProvider.ts'
import { refusalOf, toldBy } from '../testing/refusalOf.ts'
import { key, useSandboxWorld } from './testing/useSandboxWorld.ts'

const { card, cards, messages, newOrder, open, provider, time } = useSandboxWorld()

describe('readEvent', () => {
  const paidMessage = async (order: ProviderOrder) => {
    cards.pay((await open(order)).checkoutId, { card: card('challenged') })
    await cards.delivered()
    const [message] = messages
    if (!message) throw new Error('there is a message')
    return message
  }
  const sign = (body: string, { at = time.now, secret = key } = {}) => {
    const time = Math.floor(at / 1000)
    const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return { headers: new Headers({ 'card-signature': `t=${time},v1=${mac}` }), body }
  }
  const read = ({ headers, body }: { headers: Headers; body: string }) =>
    provider().readEvent({ headers, body, now: time.now })

  test('default', async () => {
    const order = newOrder()
    const event = await read(await paidMessage(order))
    expect(event).toEqual({ id: expect.stringMatching(/^evt_/), orders: [{ id: order.id }] })
  })

  test('behavior: repeated messages have the same ID', async () => {
    cards.pay((await open(newOrder())).checkoutId, { card: card('thrice') })
    await cards.delivered()
    const ids = await Promise.all(messages.map(async (message) => (await read(message)).id))
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
  })

  test('error: refuses forged, old, future and malformed messages', async () => {
    const { headers, body } = await paidMessage(newOrder())
    const signature = headers.get('card-signature') ?? ''
    const wrong = [
      { headers: new Headers(), body },
      { headers, body: `${body} ` },
      {
        headers: new Headers({ 'card-signature': signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) }),
        body,
      },
      { headers: new Headers({ 'card-signature': signature.replace(/t=\d+/, 't=1') }), body },
      { headers: new Headers({ 'card-signature': signature.slice(0, -2) }), body },
      sign(body, { secret: 'another-key-of-a-sandbox' }),
      sign(body, { at: time.now - 301_000 }),
      sign(body, { at: time.now + 302_000 }),
      sign('no json'),
      sign('{"id":"evt_1"}'),
    ]
    for (const message of wrong) {
      const refusal = await refusalOf(() => read(message))
      expect(refusal.code).toBe('onramp_webhook_invalid')
      expect(toldBy(refusal)).not.toContain(key)
    }
    for (const at of [time.now - 299_000, time.now + 299_000])
      expect((await read(sign(body, { at }))).orders).toHaveLength(1)
  })
})

describe('faults', () => {
  const asks = (order: ProviderOrder, change: Parameters<typeof provider>[0] = {}) => {
    const sandbox = provider(change)
    return [
      () => sandbox.open({ order, clientAddress: undefined }),
      () => sandbox.readPayment(order),
      () => sandbox.cancel(order),
      () => sandbox.refund(order),
      () => sandbox.checks()[0]?.check(),
    ]
  }

  test.each(['down', 'cut', 'slow'] as const)('error: the processor is %s', async (fault) => {
    const order = newOrder()
    cards.setFault(fault)
    for (const ask of asks(order, { patience: 100 })) {
      const refusal = await refusalOf(ask)
      expect(refusal).toMatchObject({ code: 'onramp_provider_unavailable', retryable: true })
      for (const secret of [key, order.id, order.address]) expect(toldBy(refusal)).not.toContain(secret)
    }
  })

  test('error: another key', async () => {
    for (const ask of asks(newOrder(), { key: 'another-key-of-a-sandbox' })) {
      const refusal = await refusalOf(ask)
      expect(refusal).toMatchObject({
        code: 'onramp_provider_unavailable',
        details: 'sandbox refused the key (HTTP 401)',
      })
      expect(toldBy(refusal)).not.toContain('another-key')
    }
  })

  test('error: refuses responses that are malformed, or about another order', async () => {
    const order = newOrder()
    const { checkoutId } = await open(order)
    const checkout = cards.find({ id: checkoutId })
    let body: unknown
    const odd = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`
    for (body of [
      '<html>',
      {},
      { ...checkout, state: 'lost' },
      { ...checkout, url: 'javascript:alert(1)' },
      { ...checkout, paid: { amount: '-1', currency: 'USD' } },
      { ...checkout, reference: 'f'.repeat(32) },
    ]) {
      const refusal = await refusalOf(() => provider({ url }).readPayment(order))
      expect(refusal.code).toBe('onramp_provider_unavailable')
    }
    odd.closeAllConnections()
    odd.close()
  })

  test('default: is ready', async () => {
    const [check] = provider().checks()
    await check?.check()
    expect(check?.name).toBe('onramp sandbox')
  })
})
