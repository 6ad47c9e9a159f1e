import type { OnrampOptions, Order } from '@latchkey/protocol/api'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { until } from '../../testing/until.ts'
import type { Seller } from '../providers/OnrampProvider.ts'
import { onrampOrders } from '../schema.ts'
import { type OnrampWorld, otherProjectId, startOnrampWorld } from '../testing/startOnrampWorld.ts'

let world: OnrampWorld
beforeAll(async () => {
  world = await startOnrampWorld()
})
afterAll(() => world?.context.stop())

const stateOf = async (id: string) => (await world.read(id)).json.state
const reaches = (id: string, state: string) => until(async () => (await stateOf(id)) === state)

describe('an order', () => {
  test('default', async () => {
    const address = world.freshAddress()
    const offer = await world.quote()
    expect(offer.json).toMatchObject({
      coinbaseFee: { amount: '2.50', currency: 'USD' },
      networkFee: { amount: '0.00', currency: 'USD' },
      paymentSubtotal: { amount: '97.50', currency: 'USD' },
      paymentTotal: { amount: '100.00', currency: 'USD' },
      purchaseAmount: { amount: '0.04875', currency: 'ETH' },
    })
    const { status, json } = await world.take(offer.json.quoteId, address)
    expect(status).toBe(200)
    expect(json.orderId).toMatch(/^[0-9a-f]{32}$/)
    expect(json.url).not.toContain(json.orderId)
    const id = json.orderId
    expect((await world.read(id)).json).toMatchObject({ state: 'created', url: json.url, address, hash: null })

    world.provider.pay(id)
    expect((await world.tell('one', id)).status).toBe(200)
    await reaches(id, 'delivering')
    expect(await world.treasury.payouts()).toMatchObject([{ id, receiver: address, amount: 48_750_000_000_000_000n }])
    await world.treasury.settle(id, 'mined', '0xabc')
    await reaches(id, 'delivered')
    const end = (await world.read(id)).json
    expect(end).toMatchObject({ hash: '0xabc', url: null, refund: 'none', payment: 'paid' })
    expect(end.endedAt).not.toBeNull()
  })

  test('behavior: finds a payment without any message', async () => {
    const id = await world.order()
    world.provider.pay(id)
    world.pass(20)
    await reaches(id, 'delivering')
  })

  test('behavior: the same quote for the same address is the same order, for another address another order', async () => {
    const offer = await world.quote()
    const address = world.freshAddress()
    const [first, second] = await Promise.all([
      world.take(offer.json.quoteId, address),
      world.take(offer.json.quoteId, address.toUpperCase().replace('0X', '0x')),
    ])
    const third = await world.take(offer.json.quoteId, world.freshAddress())
    expect(second.json.orderId).toBe(first.json.orderId)
    expect(third.json.orderId).not.toBe(first.json.orderId)
  })

  test('behavior: threat 103: an order has the quote’s price; refuses a quote of another project, an expired one and another amount', async () => {
    const offer = await world.quote()
    const address = world.freshAddress()
    const foreign = await world.take(offer.json.quoteId, address, {}, { projectId: otherProjectId })
    expect([foreign.status, foreign.json.code]).toEqual([409, 'onramp_quote_expired'])
    const taken = await world.take(offer.json.quoteId, address, {
      paymentTotal: { amount: '1.00', currency: 'USD' },
      purchaseAmount: { amount: '1000', currency: 'ETH' },
      presetFiatAmount: 1,
    })
    const order = (await world.read(taken.json.orderId)).json
    expect([order.paymentTotal.amount, order.purchaseAmount.amount]).toEqual(['100.00', '0.04875'])
    world.provider.pay(order.id, { paid: { amount: '1.00', currency: 'USD' } })
    await world.tell('tampered', order.id)
    await reaches(order.id, 'refunded')
    expect((await world.read(order.id)).json.reason).toBe('paid_otherwise')
    expect((await world.treasury.payouts()).some(({ id }) => id === order.id)).toBe(false)
    world.pass(61)
    const late = await world.take(offer.json.quoteId, world.freshAddress())
    expect([late.status, late.json.code]).toEqual([409, 'onramp_quote_expired'])
  })

  test('behavior: threat 102: an order cannot be read or canceled by guessing its ID, or from another project', async () => {
    const id = await world.order()
    const other = { projectId: otherProjectId }
    const guesses = [
      `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`,
      '0'.repeat(32),
      'x',
      `${id}0`,
      id.toUpperCase(),
    ]
    for (const guess of guesses.filter((one) => one !== id)) {
      expect((await world.read(guess)).json.code).toBe('onramp_order_not_found')
    }
    expect((await world.read(id, other)).json.code).toBe('onramp_order_not_found')
    const cancelled = await world.post(`/v1/onramp/orders/${id}/cancel`, {}, other)
    expect(cancelled.json.code).toBe('onramp_order_not_found')
    expect(await stateOf(id)).toBe('created')
  })

  test('behavior: an unpaid order expires, and cannot be paid afterwards', async () => {
    const id = await world.order()
    world.pass(15 * 60 + 1)
    await reaches(id, 'failed')
    expect((await world.read(id)).json).toMatchObject({ reason: 'expired', refund: 'none', url: null })
    expect(world.provider.cancelled).toContain(id)
  })

  test('behavior: an order waits for a payment that is in progress at its expiry', async () => {
    const id = await world.order()
    world.provider.set(id, { state: 'processing' })
    world.pass(15 * 60 + 1)
    await until(async () => (await world.read(id)).json.payment === 'processing')
    expect(await stateOf(id)).toBe('created')
    world.provider.pay(id)
    await world.tell('after all', id)
    await reaches(id, 'delivering')
  })

  test('behavior: refunds a payment after the end', async () => {
    const id = await world.order()
    expect((await world.post(`/v1/onramp/orders/${id}/cancel`, {})).json).toMatchObject({
      state: 'failed',
      reason: 'cancelled',
    })
    world.provider.pay(id)
    await world.tell('late', id)
    await reaches(id, 'refunded')
    expect((await world.read(id)).json).toMatchObject({ reason: 'paid_late', refund: 'done' })
    expect(world.provider.refunds.get(id)).toBe(1)
  })

  test('error: a paid order cannot be canceled', async () => {
    const id = await world.order()
    world.provider.pay(id)
    const { status, json } = await world.post(`/v1/onramp/orders/${id}/cancel`, {})
    expect([status, json.code]).toEqual([409, 'onramp_order_closed'])
    await reaches(id, 'delivering')
  })

  test('behavior: refunds a failed delivery, even after a long outage of the provider', async () => {
    const id = await world.order()
    world.provider.pay(id, { isRehearsal: true })
    await world.tell('rehearsal', id)
    await reaches(id, 'delivering')
    expect((await world.treasury.payouts()).find((one) => one.id === id)?.isRehearsal).toBe(true)
    world.provider.isAway = true
    await world.treasury.settle(id, 'failed')
    await reaches(id, 'failed')
    expect((await world.read(id)).json).toMatchObject({ refund: 'pending', reason: 'delivery_failed', endedAt: null })
    world.pass(30)
    world.provider.isAway = false
    await until(async () => {
      world.pass(1)
      return (await stateOf(id)) === 'refunded'
    })
    expect(world.provider.refunds.get(id)).toBe(1)
  })

  test('behavior: owes the payout of a paid order only while the provider reports it as paid', async () => {
    const id = await world.order()
    world.provider.set(id, { state: 'processing' })
    const left = { state: 'paid', payment: 'paid', paidAt: new Date(world.context.clock.now()) } as const
    await world.context.database.update(onrampOrders).set(left).where(eq(onrampOrders.id, id))
    const readPayment = vi.spyOn(world.provider, 'readPayment')
    // The second check starts after the first one.
    for (const look of [1, 2]) {
      await world.tell(`in doubt ${look}`, id)
      await until(() => readPayment.mock.calls.filter(([order]) => order.id === id).length >= look)
    }
    readPayment.mockRestore()
    expect((await world.treasury.payouts()).some((one) => one.id === id)).toBe(false)
    expect(await stateOf(id)).toBe('paid')
    world.provider.pay(id)
    await world.tell('paid after all', id)
    await reaches(id, 'delivering')
  })

  test('behavior: threat 104: owes a payment once, for repeated and concurrent messages', async () => {
    const id = await world.order()
    world.provider.pay(id)
    await Promise.all(Array.from({ length: 12 }, (_, index) => world.tell(`copy ${index % 4}`, id)))
    await reaches(id, 'delivering')
    expect((await world.treasury.payouts()).filter((one) => one.id === id)).toHaveLength(1)
    await world.treasury.settle(id, 'final')
    await reaches(id, 'delivered')
    // The bank reverses the payment afterwards. That is the operator's loss; the order does not end again.
    world.provider.set(id, { state: 'refunded' })
    await world.tell('chargeback', id)
    await until(async () => (await world.read(id)).json.payment === 'refunded')
    expect(await stateOf(id)).toBe('delivered')
    expect(world.provider.refunds.has(id)).toBe(false)
  })

  test('behavior: reopens the page of a card processor and creates a new one of a seller, as long as the order can be paid', async () => {
    const quote = await world.quote()
    const { orderId: id } = (await world.take(quote.json.quoteId, world.freshAddress())).json
    const open = () => world.post<Order>(`/v1/onramp/orders/${id}/open`, {})
    expect((await open()).json).toMatchObject({ id, url: 'https://pay.example/page' })
    expect(world.provider.opened.get(id)).toBe(1)

    const { coinbaseFee, networkFee, paymentSubtotal, paymentTotal, purchaseAmount } = quote.json
    const amounts = { coinbaseFee, networkFee, paymentSubtotal, paymentTotal, purchaseAmount }
    let pages = 0
    const seller: Seller = {
      ...world.provider,
      info: { id: 'seller', name: 'Seller', isSandbox: true },
      deliversItself: true,
      readOptions: async () => {
        const { json } = await world.get<OnrampOptions>('/v1/onramp/options')
        return json
      },
      quote: async () => ({ amounts, reference: 'one' }),
      open: async ({ order }) => {
        pages += 1
        return { url: `https://seller.example/${pages}/${order.quoteReference}`, reference: 'its' }
      },
    }
    const other = await startOnrampWorld({ connection: world.context.connection, providers: [seller] })
    try {
      const address = other.freshAddress()
      const offer = await other.quote({ provider: 'seller' })
      const first = await other.take(offer.json.quoteId, address)
      const second = await other.take(offer.json.quoteId, address)
      expect([first.json.url, second.json.url]).toEqual([
        'https://seller.example/1/one',
        'https://seller.example/2/one',
      ])
      const order = first.json.orderId
      expect(second.json.orderId).toBe(order)
      const again = await other.post<Order>(`/v1/onramp/orders/${order}/open`, {})
      expect([again.status, again.json.url]).toEqual([200, 'https://seller.example/3/one'])
      expect((await other.read(order)).json.url).toBe('https://seller.example/3/one')
      world.provider.set(order, { state: 'processing' })
      await other.tell('processing', order)
      await until(async () => (await other.read(order)).json.payment === 'processing')
      expect((await other.post(`/v1/onramp/orders/${order}/open`, {})).json.code).toBe('onramp_order_closed')
    } finally {
      await other.context.stop()
    }
  })

  test('behavior: if the provider does not create the page, the order does not count', async () => {
    const offer = await world.quote()
    world.provider.isAway = true
    const { status, json } = await world.take(offer.json.quoteId, world.freshAddress())
    world.provider.isAway = false
    expect([status, json.code]).toEqual([503, 'onramp_provider_unavailable'])
  })
})
