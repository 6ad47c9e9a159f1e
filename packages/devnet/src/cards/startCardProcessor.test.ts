import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testFolder } from '../test/testFolder.ts'
import type { CardProcessor } from './CardProcessor.ts'
import { startCardProcessor } from './startCardProcessor.ts'
import { callApi, type Shop, startShop, testKey } from './test/startShop.ts'

let cards: CardProcessor
let shop: Shop
beforeAll(async () => {
  shop = await startShop()
  cards = await startCardProcessor({ key: testKey, pendingFor: Number.POSITIVE_INFINITY, webhookPauses: [1, 5] })
})
afterAll(async () => {
  await cards.stop()
  await shop.stop()
})
beforeEach(async () => {
  await cards.delivered()
  shop.received.length = 0
})

const call = (path: string, body?: unknown) => callApi({ url: cards.url, path, body })
const open = async (parts?: Readonly<Record<string, unknown>>) => (await call('', shop.order(parts))).body

test('default', async () => {
  const order = shop.order()
  const { status, body: checkout } = await call('', order)
  expect(status).toBe(200)
  expect(checkout).toEqual({
    id: expect.stringMatching(/^co_[0-9a-f]{32}$/),
    reference: order.reference,
    url: `${cards.url}/pay/${checkout.id}`,
    state: 'open',
    declined: false,
    amount: { amount: '100.00', currency: 'USD' },
    ...{ paid: null, refunded: null, method: null, testCase: null, paidAt: null },
    createdAt: expect.any(String),
    expiresAt: order.expiresAt,
    sequence: 0,
  })
  expect(cards.pay(checkout.id, { card: '4111111111111111' })).toMatchObject({ state: 'paid', method: 'card' })
  const paid = (await call(`/${checkout.id}`)).body
  expect(paid).toMatchObject({ state: 'paid', paid: { amount: '100.00', currency: 'USD' }, sequence: 1 })
  expect((await call(`?reference=${order.reference}`)).body).toEqual(paid)
  await cards.delivered()
  expect(shop.types(checkout.id)).toEqual(['paid'])
  const [message] = shop.received
  expect(message).toMatchObject({ isSigned: true, id: expect.stringMatching(/^evt_/) })
  expect(JSON.parse(message?.body ?? '')).toEqual({
    id: message?.id,
    type: 'checkout.paid',
    created: expect.any(String),
    sequence: 1,
    data: { id: checkout.id, reference: order.reference },
  })
})

test('behavior: the same reference gives the same checkout, and another one is refused', async () => {
  const order = shop.order()
  const first = await call('', order)
  expect((await call('', order)).body).toEqual(first.body)
  cards.pay(first.body.id, { card: '4111111111111111' })
  expect((await call('', order)).body).toMatchObject({ id: first.body.id, state: 'paid' })
  const other = await call('', { ...order, amount: { amount: '100.01', currency: 'USD' } })
  expect(other).toMatchObject({ status: 409, body: { error: { code: 'reference_taken' } } })
})

test.each([
  { card: '4000000000000002', state: 'open', messages: ['declined'] },
  { card: '4000000000000077', state: 'processing', messages: ['processing'] },
  { card: '4000000000000341', state: 'paid', messages: ['paid'] },
  { card: '4000000000005126', state: 'refunded', messages: ['refunded', 'paid'] },
  { card: '4000000000000259', state: 'paid', messages: ['paid', 'paid', 'paid'] },
  { card: '4000000000000267', state: 'paid', messages: ['paid', 'processing'] },
])('behavior: $card sends $messages', async ({ card, state, messages }) => {
  const { id } = await open()
  const checkout = cards.pay(id, { card })
  expect(checkout).toMatchObject({
    state,
    declined: card === '4000000000000002',
    testCase: card === '4000000000000341' ? 'delivery_fails' : null,
  })
  await cards.delivered()
  expect(shop.types(id)).toEqual(messages)
  const isCopied = card === '4000000000000259'
  expect(new Set(shop.received.map((message) => message.id)).size).toBe(isCopied ? 1 : messages.length)
})

test('behavior: a declined card leaves room for another one', async () => {
  const { id } = await open()
  cards.pay(id, { card: '4000000000000002' })
  cards.pay(id, { card: '4111111111111111', code: '000000' })
  expect(cards.find({ id })).toMatchObject({ state: 'open', declined: true })
  expect(cards.pay(id, { card: '4111111111111111' })).toMatchObject({ state: 'paid', declined: false })
  await cards.delivered()
  expect(shop.types(id)).toEqual(['declined', 'declined', 'paid'])
})

test('behavior: a bank account is pending until it is settled', async () => {
  const { id } = await open()
  expect(cards.pay(id, { account: '000999999991' })).toMatchObject({ state: 'open', declined: true })
  const pending = cards.pay(id, { account: '000123456789' })
  expect(pending).toMatchObject({ state: 'processing', paid: null, method: 'ach_bank_account' })
  expect((await call(`/${id}/cancel`, {})).status).toBe(409)
  cards.settle()
  expect(cards.find({ id })).toMatchObject({ state: 'paid', paid: { amount: '100.00' } })
})

test('behavior: a pending payment completes by the clock', async () => {
  cards.setPendingFor(5000)
  const { id } = await open()
  cards.pay(id, { card: '4000000000000077' })
  cards.setPendingFor(Number.POSITIVE_INFINITY)
  cards.advance(4000)
  expect(cards.find({ id })?.state).toBe('processing')
  cards.advance(1000)
  expect(cards.find({ id })?.state).toBe('paid')
})

test('behavior: a checkout is paid once', async () => {
  const { id } = await open()
  cards.pay(id, { card: '4111111111111111' })
  cards.pay(id, { card: '4000000000000002' })
  expect(cards.pay(id, { card: '4000000000000341' })).toMatchObject({ state: 'paid', testCase: null, sequence: 1 })
})

test('behavior: a canceled checkout cannot be paid', async () => {
  const { id } = await open()
  expect((await call(`/${id}/cancel`, {})).body).toMatchObject({ state: 'cancelled' })
  expect((await call(`/${id}/cancel`, {})).status).toBe(200)
  expect(cards.pay(id, { card: '4111111111111111' })).toMatchObject({ state: 'cancelled', paid: null })
  await cards.delivered()
  expect(shop.types(id)).toEqual(['cancelled'])
})

test('behavior: it runs out', async () => {
  const { id } = await open({ expiresAt: new Date(Date.now() + 100_000).toISOString() })
  cards.pay(id, { card: '4111111111111111', code: null })
  cards.advance(101_000)
  expect(cards.pay(id, { card: '4111111111111111' }).state).toBe('expired')
  expect((await call(`/${id}/cancel`, {})).body.state).toBe('expired')
  await cards.delivered()
  expect(shop.types(id)).toEqual(['expired'])
})

test('behavior: refunds the whole payment once', async () => {
  const { id, reference } = await open()
  expect((await call(`/${id}/refunds`, {})).body).toMatchObject({ error: { code: 'not_paid' }, checkout: { id } })
  cards.pay(id, { card: '4111111111111111' })
  expect((await call(`/${id}/refunds`, {})).body).toMatchObject({ state: 'refunding', refunded: null })
  expect((await call(`/${id}/refunds`, {})).body.state).toBe('refunding')
  cards.settle()
  expect((await call(`/${id}/refunds`, {})).body).toMatchObject({ state: 'refunded', refunded: { amount: '100.00' } })
  expect((await call(`/${id}/cancel`, {})).body).toMatchObject({ checkout: { state: 'refunded' } })
  expect(cards.refunds().filter(({ checkoutId }) => checkoutId === id)).toEqual([
    { checkoutId: id, reference, amount: { amount: '100.00', currency: 'USD' }, by: 'api' },
  ])
  await cards.delivered()
  expect(shop.types(id)).toEqual(['paid', 'refunding', 'refunded'])
})

test('behavior: repeats a message until it is accepted', async () => {
  const { id } = await open()
  shop.refuse(3)
  cards.pay(id, { card: '4111111111111111' })
  await cards.delivered()
  expect(shop.types(id)).toEqual(['paid', 'paid', 'paid', 'paid'])
  expect(new Set(shop.received.map((message) => message.id)).size).toBe(1)
  expect(cards.messages(id)).toMatchObject([{ tries: 4, isDelivered: true }])
})

test('behavior: messages are held and released', async () => {
  const { id } = await open()
  cards.holdWebhooks()
  cards.pay(id, { card: '4000000000000002' })
  cards.pay(id, { card: '4111111111111111' })
  expect(cards.messages(id)).toMatchObject([{ tries: 0 }, { tries: 0 }])
  cards.releaseWebhooks()
  await cards.delivered()
  expect(shop.types(id)).toEqual(['declined', 'paid'])
})

test('behavior: faults of the API', async () => {
  const order = shop.order()
  cards.setFault('down')
  expect((await call('', order)).status).toBe(503)
  cards.setFault('cut')
  await expect(call('', order)).rejects.toThrow()
  expect(cards.find({ reference: order.reference })).toBeUndefined()
  cards.setFault('lost')
  await expect(call('', order)).rejects.toThrow()
  expect(cards.find({ reference: order.reference })).toMatchObject({ state: 'open' })
  cards.setFault('slow')
  const answer = call('', order)
  cards.setFault(null)
  expect((await answer).status).toBe(200)
})

test('behavior: checkouts and messages outlive the process, numbers of cards are never kept', async () => {
  const { folder, remove } = await testFolder()
  const first = await startCardProcessor({ key: testKey, folder, pendingFor: Number.POSITIVE_INFINITY })
  first.holdWebhooks()
  const order = shop.order()
  const { id } = (await callApi({ url: first.url, path: '', body: order })).body
  first.pay(id, { card: '4000000000000077' })
  await first.stop()
  const file = join(folder, 'cards.json')
  expect(readFileSync(file, 'utf8')).not.toContain('4000000000000077')
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const second = await startCardProcessor({ key: testKey, folder, port: Number(new URL(first.url).port) })
  expect((await callApi({ url: second.url, path: '', body: order })).body).toMatchObject({ id, state: 'processing' })
  second.settle()
  await second.delivered()
  expect(shop.types(id)).toEqual(['processing', 'paid'])
  await second.stop()
  await remove()
})

test('error: refuses requests without the key', async () => {
  const { id } = await open()
  expect((await callApi({ url: cards.url, path: `/${id}`, key: 'wrong' })).status).toBe(401)
  expect((await fetch(`${cards.url}/v1/checkouts/${id}/cancel`, { method: 'POST' })).status).toBe(401)
  expect(cards.find({ id })?.state).toBe('open')
})

test.each([
  { parts: { amount: { amount: '100', currency: 'USD' } }, says: 'amount.amount' },
  { parts: { amount: { amount: '0.00', currency: 'USD' } }, says: 'amount.amount' },
  { parts: { amount: { amount: '1.00', currency: 'usd' } }, says: 'amount.currency' },
  { parts: { methods: ['cash'] }, says: 'methods' },
  { parts: { methods: [] }, says: 'methods' },
  { parts: { returnUrl: 'javascript:alert(1)' }, says: 'returnUrl' },
  { parts: { webhookUrl: undefined }, says: 'webhookUrl' },
  { parts: { expiresAt: 'soon' }, says: 'expiresAt' },
  { parts: { lines: 'none' }, says: 'lines' },
])('error: $says that cannot be', async ({ parts, says }) => {
  const { status, body } = await call('', shop.order(parts))
  expect(status).toBe(400)
  expect(body.error?.message).toContain(says)
})

test('error: no such checkout', async () => {
  expect((await call('/co_0')).status).toBe(404)
  expect((await call('?reference=none')).status).toBe(404)
  expect((await call('/co_0/refunds', {})).status).toBe(404)
})
