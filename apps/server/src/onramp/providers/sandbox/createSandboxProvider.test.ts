import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CardProcessor, startCardProcessor, testAccounts, testCards } from '@latchkey/devnet/cards'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderOrder } from '../OnrampProvider.ts'
import { providerOrder } from '../testing/providerOrder.ts'
import { refusalOf, toldBy } from '../testing/refusalOf.ts'
import { createSandboxProvider } from './createSandboxProvider.ts'
import { sandboxFee } from './sandboxFee.ts'

const key = 'sandbox-card-key-of-tests'
const total = { amount: '100.00', currency: 'USD' }
const unpaid = { paid: undefined, ended: undefined, isRehearsal: false }
const messages: { headers: Headers; body: string }[] = []
let cards: CardProcessor
let now = Date.now()

const shop = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  messages.push({ headers, body: Buffer.concat(chunks).toString('utf8') })
  response.writeHead(204).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  cards = await startCardProcessor({ key, pendingFor: Number.POSITIVE_INFINITY, webhookPauses: [1, 5] })
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
  now = Date.now()
})

const provider = (change: Partial<Parameters<typeof createSandboxProvider>[0]> = {}) =>
  createSandboxProvider({
    url: cards.url,
    key,
    fee: 2.5,
    webhookUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhooks`,
    currencies: ['USD'],
    nameOf: () => 'Base',
    clock: { now: () => now },
    ...change,
  })

let count = 0
const newOrder = (change: Partial<ProviderOrder> = {}) => {
  count += 1
  const id = count.toString(16).padStart(32, '0')
  return providerOrder({ id, expiresAt: new Date(Date.now() + 900_000), ...change })
}
const open = async (order: ProviderOrder) => {
  const { url, reference } = await provider().open({ order, clientAddress: undefined })
  if (!reference) throw new Error('there is a reference')
  return { url, checkoutId: reference }
}
const card = (behaviour: string) => testCards.find((known) => known.behaviour === behaviour)?.number ?? ''

describe('open', () => {
  test('default: the same page for the same order', async () => {
    const order = newOrder()
    const page = await open(order)
    expect(page.url).toBe(`${cards.url}/pay/${page.checkoutId}`)
    expect(page.url).not.toContain(order.id)
    expect(cards.find({ id: page.checkoutId })).toMatchObject({ reference: order.id, amount: total, state: 'open' })
    expect(await open(order)).toEqual(page)
    expect(cards.checkouts().filter(({ reference }) => reference === order.id)).toHaveLength(1)
  })

  test('behavior: the same page, too, when this server has another address since', async () => {
    const order = newOrder()
    const page = await open(order)
    const moved = provider({ webhookUrl: 'http://127.0.0.1:9/elsewhere' })
    expect((await moved.open({ order, clientAddress: undefined })).url).toBe(page.url)
  })

  test('behavior: the page says what arrives, where, and for whom, and not which order it is', async () => {
    const order = newOrder()
    const page = await (await fetch((await open(order)).url)).text()
    for (const line of ['0.045 ETH', 'Base', '0x71C7 656E C7ab 88b0 98de fB75 1B74 01B5 f6d8 976F'])
      expect(page).toContain(line)
    expect(page).not.toContain(order.id)
  })

  test('error: another amount for the same order, and an amount that is none', async () => {
    const order = newOrder()
    await open(order)
    const other = { ...order, amounts: { ...order.amounts, paymentTotal: { amount: '99.00', currency: 'USD' } } }
    expect(await refusalOf(() => open(other))).toMatchObject({ code: 'onramp_provider_unavailable' })
    const odd = { ...newOrder(), amounts: { ...order.amounts, paymentTotal: { amount: '99', currency: 'USD' } } }
    expect(await refusalOf(() => open(odd))).toMatchObject({ code: 'onramp_refused' })
  })
})

describe('readPayment', () => {
  const after = async (payment: Parameters<CardProcessor['pay']>[1], order = newOrder()) => {
    const { checkoutId } = await open(order)
    cards.pay(checkoutId, payment)
    return provider().readPayment(order)
  }

  test('default', async () => {
    const order = newOrder()
    const { checkoutId } = await open(order)
    expect(await provider().readPayment(order)).toEqual({ ...unpaid, state: 'waiting' })
    cards.pay(checkoutId, { card: card('challenged') })
    expect(await provider().readPayment(order)).toEqual({ ...unpaid, state: 'paid', paid: total })
  })

  test.each([
    { behaviour: 'declined', payment: { state: 'declined' } },
    { behaviour: 'pending', payment: { state: 'processing' } },
    { behaviour: 'delivery_fails', payment: { state: 'paid', paid: total, isRehearsal: true } },
    { behaviour: 'taken_back', payment: { state: 'refunded', paid: total } },
    { behaviour: 'thrice', payment: { state: 'paid', paid: total } },
    { behaviour: 'reversed', payment: { state: 'paid', paid: total } },
  ])('behavior: a card that is $behaviour', async ({ behaviour, payment }) => {
    expect(await after({ card: card(behaviour) })).toEqual({ ...unpaid, ...payment })
  })

  test('behavior: a bank account', async () => {
    const order = newOrder({ paymentMethod: 'ach_bank_account' })
    expect(await after({ account: testAccounts[0]?.number ?? '' }, order)).toEqual({ ...unpaid, state: 'processing' })
    cards.settle()
    expect(await provider().readPayment(order)).toMatchObject({ state: 'paid' })
  })

  test('behavior: another amount is told as it is', async () => {
    expect((await after({ card: card('challenged'), amount: '99.99' })).paid).toEqual({ ...total, amount: '99.99' })
  })

  test('behavior: an order that the processor never heard of waits, and ends with its time', async () => {
    const order = newOrder()
    expect(await provider().readPayment(order)).toEqual({ ...unpaid, state: 'waiting' })
    now = order.expiresAt.getTime() + 1
    expect(await provider().readPayment(order)).toEqual({ ...unpaid, state: 'ended', ended: 'expired' })
  })

  test('behavior: one that ran out says whether a card was refused', async () => {
    const soon = { expiresAt: new Date(Date.now() + 60_000) }
    const [idle, refused] = [newOrder(soon), newOrder(soon)]
    await open(idle)
    cards.pay((await open(refused)).checkoutId, { card: card('declined') })
    cards.advance(60_001)
    expect(await provider().readPayment(idle)).toEqual({ ...unpaid, state: 'ended', ended: 'expired' })
    expect(await provider().readPayment(refused)).toEqual({ ...unpaid, state: 'ended', ended: 'declined' })
    cards.advance(-60_001)
  })
})

describe('cancel and refund', () => {
  test('default: given up, it stays given up', async () => {
    const order = newOrder()
    const { checkoutId } = await open(order)
    const cancelled = { ...unpaid, state: 'ended', ended: 'cancelled' }
    expect(await provider().cancel(order)).toEqual(cancelled)
    expect(await provider().cancel(order)).toEqual(cancelled)
    cards.pay(checkoutId, { card: card('challenged') })
    expect(await provider().readPayment(order)).toEqual(cancelled)
  })

  test('behavior: given up before its page was there, a page that comes later cannot be paid', async () => {
    const order = newOrder()
    expect(await provider().cancel(order)).toMatchObject({ state: 'ended', ended: 'cancelled' })
    const { checkoutId } = await open(order)
    expect(cards.pay(checkoutId, { card: card('challenged') }).state).toBe('cancelled')
  })

  test('behavior: what is being paid, or paid, is not given up', async () => {
    for (const [behaviour, state] of [
      ['pending', 'processing'],
      ['challenged', 'paid'],
    ] as const) {
      const order = newOrder()
      cards.pay((await open(order)).checkoutId, { card: card(behaviour) })
      expect((await provider().cancel(order)).state).toBe(state)
    }
  })

  test('behavior: the money goes back once', async () => {
    const order = newOrder()
    const { checkoutId } = await open(order)
    expect((await provider().refund(order)).state).toBe('waiting')
    cards.pay(checkoutId, { card: card('challenged') })
    for (const _ of [1, 2]) expect((await provider().refund(order)).state).toBe('refunding')
    cards.settle()
    expect(await provider().refund(order)).toEqual({ ...unpaid, state: 'refunded', paid: total })
    expect(cards.refunds().filter(({ checkoutId: id }) => id === checkoutId)).toHaveLength(1)
  })

  test('behavior: an answer that was lost is no reason to do it twice', async () => {
    const order = newOrder()
    const { checkoutId } = await open(order)
    cards.pay(checkoutId, { card: card('challenged') })
    cards.setFault('lost')
    expect(await refusalOf(() => provider().refund(order))).toMatchObject({ code: 'onramp_provider_unavailable' })
    cards.setFault(null)
    expect((await provider().refund(order)).state).toBe('refunding')
    expect(cards.refunds().filter(({ checkoutId: id }) => id === checkoutId)).toHaveLength(1)
  })

  test('error: a refund of what the processor does not know', async () => {
    expect(await refusalOf(() => provider().refund(newOrder()))).toMatchObject({ code: 'onramp_provider_unavailable' })
  })
})

describe('readEvent', () => {
  const paidMessage = async (order: ProviderOrder) => {
    cards.pay((await open(order)).checkoutId, { card: card('challenged') })
    await cards.delivered()
    const [message] = messages
    if (!message) throw new Error('there is a message')
    return message
  }
  const sign = (body: string, { at = now, secret = key } = {}) => {
    const time = Math.floor(at / 1000)
    const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return { headers: new Headers({ 'card-signature': `t=${time},v1=${mac}` }), body }
  }
  const read = ({ headers, body }: { headers: Headers; body: string }) => provider().readEvent({ headers, body, now })

  test('default', async () => {
    const order = newOrder()
    const event = await read(await paidMessage(order))
    expect(event).toEqual({ id: expect.stringMatching(/^evt_/), orders: [{ id: order.id }] })
  })

  test('behavior: copies have the same id', async () => {
    cards.pay((await open(newOrder())).checkoutId, { card: card('thrice') })
    await cards.delivered()
    const ids = await Promise.all(messages.map(async (message) => (await read(message)).id))
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
  })

  test('error: forged, old, from the future, or saying nothing', async () => {
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
      sign(body, { at: now - 301_000 }),
      sign(body, { at: now + 302_000 }),
      sign('no json'),
      sign('{"id":"evt_1"}'),
    ]
    for (const message of wrong) {
      const refusal = await refusalOf(() => read(message))
      expect(refusal.code).toBe('onramp_webhook_invalid')
      expect(toldBy(refusal)).not.toContain(key)
    }
    for (const at of [now - 299_000, now + 299_000]) expect((await read(sign(body, { at }))).orders).toHaveLength(1)
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

  test('error: what answers is no processor, or tells of another order', async () => {
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

  test('default: ready', async () => {
    const [check] = provider().checks()
    await check?.check()
    expect(check?.name).toBe('onramp sandbox')
  })
})

test.each([
  { amount: '100.00', percent: 2.5, fee: '2.50' },
  { amount: '10.01', percent: 2.5, fee: '0.26' },
  { amount: '0.01', percent: 2.9, fee: '0.01' },
  { amount: '100', percent: 0, fee: '0.00' },
  { amount: '25000.00', percent: 0.1, fee: '25.00' },
])('default: a fee of $percent % of $amount', ({ amount, percent, fee }) => {
  expect(sandboxFee({ amount, percent })).toBe(fee)
  expect(provider({ fee: percent }).feeOf({ amount, currency: 'USD', method: 'card' })).toBe(fee)
})
