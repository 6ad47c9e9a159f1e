import { type CardProcessor, testAccounts } from '@latchkey/devnet/cards'
import { describe, expect, test } from 'vitest'
import { refusalOf } from '../testing/refusalOf.ts'
import { sandboxFee } from './sandboxFee.ts'
import { useSandboxWorld } from './testing/useSandboxWorld.ts'

const { card, cards, newOrder, open, provider, time } = useSandboxWorld()
const total = { amount: '100.00', currency: 'USD' }
const unpaid = { paid: undefined, ended: undefined, isRehearsal: false }

describe('open', () => {
  test('default: returns the same page for the same order', async () => {
    const order = newOrder()
    const page = await open(order)
    expect(page.url).toBe(`${cards.url}/pay/${page.checkoutId}`)
    expect(page.url).not.toContain(order.id)
    expect(cards.find({ id: page.checkoutId })).toMatchObject({ reference: order.id, amount: total, state: 'open' })
    expect(await open(order)).toEqual(page)
    expect(cards.checkouts().filter(({ reference }) => reference === order.id)).toHaveLength(1)
  })

  test("behavior: returns the same page after a change of this server's address", async () => {
    const order = newOrder()
    const page = await open(order)
    const moved = provider({ webhookUrl: 'http://127.0.0.1:9/elsewhere' })
    expect((await moved.open({ order, clientAddress: undefined })).url).toBe(page.url)
  })

  test('behavior: the page shows the amount, the token, the network and the receiver, but not the order’s ID', async () => {
    const order = newOrder()
    const page = await (await fetch((await open(order)).url)).text()
    for (const line of ['0.045 ETH', 'Base', '0x71C7 656E C7ab 88b0 98de fB75 1B74 01B5 f6d8 976F'])
      expect(page).toContain(line)
    expect(page).not.toContain(order.id)
  })

  test('error: refuses another amount for the same order, and a malformed amount', async () => {
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
    { behavior: 'declined', payment: { state: 'declined' } },
    { behavior: 'pending', payment: { state: 'processing' } },
    { behavior: 'delivery_fails', payment: { state: 'paid', paid: total, isRehearsal: true } },
    { behavior: 'taken_back', payment: { state: 'refunded', paid: total } },
    { behavior: 'thrice', payment: { state: 'paid', paid: total } },
    { behavior: 'reversed', payment: { state: 'paid', paid: total } },
  ])('behavior: a card that is $behavior', async ({ behavior, payment }) => {
    expect(await after({ card: card(behavior) })).toEqual({ ...unpaid, ...payment })
  })

  test('behavior: a bank account', async () => {
    const order = newOrder({ paymentMethod: 'ach_bank_account' })
    expect(await after({ account: testAccounts[0]?.number ?? '' }, order)).toEqual({ ...unpaid, state: 'processing' })
    cards.settle()
    expect(await provider().readPayment(order)).toMatchObject({ state: 'paid' })
  })

  test('behavior: reports another amount unchanged', async () => {
    expect((await after({ card: card('challenged'), amount: '99.99' })).paid).toEqual({ ...total, amount: '99.99' })
  })

  test('behavior: an order without a checkout waits, and ends at its expiry', async () => {
    const order = newOrder()
    expect(await provider().readPayment(order)).toEqual({ ...unpaid, state: 'waiting' })
    time.now = order.expiresAt.getTime() + 1
    expect(await provider().readPayment(order)).toEqual({ ...unpaid, state: 'ended', ended: 'expired' })
  })

  test('behavior: an expired checkout reports whether a card was declined', async () => {
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
  test('default: a canceled checkout stays canceled', async () => {
    const order = newOrder()
    const { checkoutId } = await open(order)
    const cancelled = { ...unpaid, state: 'ended', ended: 'cancelled' }
    expect(await provider().cancel(order)).toEqual(cancelled)
    expect(await provider().cancel(order)).toEqual(cancelled)
    cards.pay(checkoutId, { card: card('challenged') })
    expect(await provider().readPayment(order)).toEqual(cancelled)
  })

  test('behavior: after a cancel before its page exists, a later page cannot be paid', async () => {
    const order = newOrder()
    expect(await provider().cancel(order)).toMatchObject({ state: 'ended', ended: 'cancelled' })
    const { checkoutId } = await open(order)
    expect(cards.pay(checkoutId, { card: card('challenged') }).state).toBe('cancelled')
  })

  test('behavior: a payment in progress, or a paid one, is not canceled', async () => {
    for (const [behavior, state] of [
      ['pending', 'processing'],
      ['challenged', 'paid'],
    ] as const) {
      const order = newOrder()
      cards.pay((await open(order)).checkoutId, { card: card(behavior) })
      expect((await provider().cancel(order)).state).toBe(state)
    }
  })

  test('behavior: refunds once', async () => {
    const order = newOrder()
    const { checkoutId } = await open(order)
    expect((await provider().refund(order)).state).toBe('waiting')
    cards.pay(checkoutId, { card: card('challenged') })
    for (const _ of [1, 2]) expect((await provider().refund(order)).state).toBe('refunding')
    cards.settle()
    expect(await provider().refund(order)).toEqual({ ...unpaid, state: 'refunded', paid: total })
    expect(cards.refunds().filter(({ checkoutId: id }) => id === checkoutId)).toHaveLength(1)
  })

  test('behavior: a lost response does not repeat the command', async () => {
    const order = newOrder()
    const { checkoutId } = await open(order)
    cards.pay(checkoutId, { card: card('challenged') })
    cards.setFault('lost')
    expect(await refusalOf(() => provider().refund(order))).toMatchObject({ code: 'onramp_provider_unavailable' })
    cards.setFault(null)
    expect((await provider().refund(order)).state).toBe('refunding')
    expect(cards.refunds().filter(({ checkoutId: id }) => id === checkoutId)).toHaveLength(1)
  })

  test('error: refuses to refund an unknown checkout', async () => {
    expect(await refusalOf(() => provider().refund(newOrder()))).toMatchObject({ code: 'onramp_provider_unavailable' })
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
