import type { OnrampOptions } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import { createOnrampLimits } from '../gate/createOnrampLimits.ts'
import { type OnrampWorld, otherProjectId, startOnrampWorld } from '../testing/startOnrampWorld.ts'
import { remainingOf } from './remainingOf.ts'

let world: OnrampWorld
beforeAll(async () => {
  world = await startOnrampWorld({
    onramp: {
      openOrders: 3,
      limits: { card: { max: '500.00', perDay: '1000.00' }, ach_bank_account: { perDay: '25000.00' } },
    },
  })
})
afterAll(() => world?.context.stop())

const outcome = ({ status, json: { code } }: { status: number; json: { code?: string | undefined } }) => [status, code]
const offers = async (count: number, change = {}) =>
  Promise.all(Array.from({ length: count }, async () => (await world.quote(change)).json.quoteId))
const kinds = (replies: { status: number; json: { code?: string | undefined } }[]) =>
  replies.map(({ status, json: { code } }) => code ?? status).sort()

test('error: refuses an amount outside the limits, an amount below the fees, an unknown currency and an unknown token', async () => {
  expect(outcome(await world.quote({ amount: '9.99' }))).toEqual([400, 'onramp_amount_limits'])
  expect(outcome(await world.quote({ amount: '500.01' }))).toEqual([400, 'onramp_amount_limits'])
  expect(outcome(await world.quote({ amount: '100.001' }))).toEqual([400, 'onramp_amount_limits'])
  expect(outcome(await world.quote({ paymentCurrency: 'GBP' }))).toEqual([400, 'onramp_currency_unsupported'])
  expect(outcome(await world.quote({ purchaseCurrency: 'DOGE' }))).toEqual([400, 'onramp_asset_unsupported'])
  expect(outcome(await world.quote({ network: 'eip155:1' }))).toEqual([400, 'onramp_asset_unsupported'])
  world.treasury.cost = 10n ** 18n
  expect(outcome(await world.quote({ amount: '100' }))).toEqual([400, 'onramp_amount_too_small'])
  world.treasury.cost = 0n
})

test('error: threat 108: without a price, with an old price, or without stock there is no quote, and no other one instead', async () => {
  for (const price of [
    { usd: null, stale: 0 },
    { usd: 0, stale: 0 },
    { usd: 2000, stale: 600 },
  ]) {
    Object.assign(world.price, price)
    expect(outcome(await world.quote())).toEqual([503, 'onramp_price_unknown'])
    const { json } = await world.post<{ quotes: unknown[]; refusals: { code: string }[] }>('/v1/onramp/quotes', {
      ...{ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: '31337' },
    })
    expect(json).toMatchObject({ quotes: [], refusals: [{ code: 'onramp_price_unknown' }] })
  }
  Object.assign(world.price, { usd: 2000, stale: 0, window: { kind: 'unknown' } })
  expect(outcome(await world.quote())).toEqual([503, 'onramp_price_unknown'])
  Object.assign(world.price, { window: { kind: 'moving', highest: undefined } })
  const { free } = world.treasury
  world.treasury.free = 48_749_999_999_999_999n
  expect(outcome(await world.quote())).toEqual([503, 'onramp_sold_out'])
  world.treasury.free = free
})

test('error: threat 108: after a price drop, quotes use the price of the last half hour, or fail', async () => {
  const amountOf = async () => (await world.quote()).json.purchaseAmount?.amount
  expect(await amountOf()).toBe('0.04875')
  world.price.window = { kind: 'moving', highest: 2100 }
  expect(await amountOf()).toBe('0.046428571428571428')
  world.price.window = { kind: 'moving', highest: 2201 }
  expect(outcome(await world.quote())).toEqual([503, 'onramp_price_unknown'])
  world.price.window = { kind: 'fixed' }
  expect(await amountOf()).toBe('0.04875')
  world.price.window = { kind: 'moving', highest: undefined }
})

test('error: threat 105: many concurrent orders stay within the daily limit', async () => {
  const address = world.freshAddress()
  const taken = await Promise.all(
    (await offers(3, { amount: '500' })).map((id) => world.take(id, address, {}, { ip: '203.0.113.1' })),
  )
  expect(kinds(taken)).toEqual([200, 200, 'onramp_daily_limit'])
  // A canceled order does not count. Each payment method has its own limit.
  const [bank = ''] = await offers(1, { amount: '500', paymentMethod: 'ach_bank_account' })
  expect((await world.take(bank, address)).status).toBe(200)
  const made = taken.find(({ status }) => status === 200)?.json.orderId
  expect((await world.post(`/v1/onramp/orders/${made}/cancel`, {})).status).toBe(200)
  const [again = ''] = await offers(1, { amount: '500' })
  expect((await world.take(again, address.toUpperCase().replace('0X', '0x'))).status).toBe(200)
})

test('error: threat 105: the site’s visitor ID counts as one visitor for all addresses, in this project only', async () => {
  const more = { partnerUserId: 'somebody' }
  const taken = await Promise.all(
    (await offers(5, { amount: '10' })).map((id) => world.take(id, world.freshAddress(), more, { ip: '203.0.113.2' })),
  )
  expect(kinds(taken)).toEqual([200, 200, 200, 'onramp_too_many_orders', 'onramp_too_many_orders'])
  const place = { projectId: otherProjectId }
  const offer = await world.quote({ amount: '10' }, place)
  expect((await world.take(offer.json.quoteId, world.freshAddress(), more, place)).status).toBe(200)
})

test('error: threat 105: stock is promised once to paid orders; unpaid ones reserve at most half of it', async () => {
  const ids = await offers(4, { amount: '100', purchaseCurrency: 'USDX' })
  const { free } = world.treasury
  world.treasury.free = 2n * 97_500_000n
  const take = (id: string, index: number) =>
    world.take(id, world.freshAddress(), {}, { ip: `203.0.113.${index + 10}` })
  const taken = await Promise.all(ids.slice(0, 3).map(take))
  expect(kinds(taken)).toEqual([200, 200, 200])
  for (const { json } of taken.slice(0, 2)) {
    world.provider.pay(json.orderId)
    await world.tell(`paid ${json.orderId}`, json.orderId)
    await until(async () => (await world.read(json.orderId)).json.state === 'delivering')
  }
  world.pass(10)
  expect(outcome(await take(ids[3] ?? '', 3))).toEqual([503, 'onramp_sold_out'])
  expect(outcome(await world.quote({ amount: '100', purchaseCurrency: 'USDX' }))).toEqual([503, 'onramp_sold_out'])
  world.treasury.free = free
})

test('error: threat 105: payouts that were owed or delivered since the stock was read still count as promised', async () => {
  const [first = '', second = ''] = await offers(2, { amount: '100', purchaseCurrency: 'USDX' })
  const { orderId } = (await world.take(first, world.freshAddress())).json
  const { readFree } = world.treasury
  world.treasury.readFree = async () => {
    // The order goes through all its states between the two reads.
    world.provider.pay(orderId)
    await world.tell(`paid ${orderId}`, orderId)
    await until(async () => (await world.treasury.read(orderId)) !== undefined)
    await world.treasury.settle(orderId, 'final')
    await until(async () => (await world.read(orderId)).json.state === 'delivered')
    // Enough for one order. The other one is in delivery or delivered.
    return 97_500_000n
  }
  const late = await world.take(second, world.freshAddress())
  world.treasury.readFree = readFree
  expect(outcome(late)).toEqual([503, 'onramp_sold_out'])
})

test('default: unpaid orders reserve a share at most, paid ones their full amount', () => {
  const left = (unpaid: bigint, paid: bigint, share: number) =>
    remainingOf({ free: 100n, promised: { unpaid, paid }, share })
  expect([left(90n, 20n, 50), left(10n, 20n, 50), left(90n, 20n, 100), left(0n, 200n, 50)]).toEqual([40n, 70n, 0n, 0n])
})

test('error: refuses an address of another family, and a mistyped one', async () => {
  const [id = ''] = await offers(1)
  for (const address of [
    '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
    '0x140BBf461e33044E4193730d1511EA2894edb529',
    `0x${'0'.repeat(40)}`,
  ]) {
    expect(outcome(await world.take(id, address))).toEqual([400, 'malformed_address'])
  }
})

test('behavior: accepts references in the forms that clients send', async () => {
  const options = await world.get<{ purchaseCurrencies: { id: string; symbol: string }[] }>('/v1/onramp/options')
  const [ether] = options.json.purchaseCurrencies
  for (const change of [
    { purchaseCurrency: ether, network: '31337' },
    { purchaseCurrency: 'eth', paymentCurrency: { id: 'usd' } },
    { purchaseCurrency: { id: 'eip155:31337:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' }, provider: 'sandbox' },
    { paymentCurrency: 'EUR', amount: '92.60' },
  ]) {
    expect((await world.quote(change)).status).toBe(200)
  }
  const made = await world.post<{ orderId: string }>('/v1/generators/onrampurl', {
    destinationWallets: [{ address: world.freshAddress(), assets: ['USDX'] }],
    ...{ defaultNetwork: '31337', presetFiatAmount: 50, presetCryptoAmount: 1, defaultExperience: 'buy' },
  })
  const order = (await world.read(made.json.orderId)).json
  expect([order.asset.symbol, order.paymentTotal.amount]).toEqual(['USDX', '50.00'])
})

test('spec 7.23: a quote names its network by the currency, as existing clients do', async () => {
  const options = (await world.get<OnrampOptions>('/v1/onramp/options')).json
  const coin = options.purchaseCurrencies.find(({ id }) => id === 'ETH')
  const usd = options.paymentCurrencies.find(({ id }) => id === 'USD')
  for (const network of ['ETH', 'eth', 'eip155:31337', '31337', coin?.networks[0]?.asset]) {
    const { status, json } = await world.quote({ purchaseCurrency: coin, paymentCurrency: usd, network })
    expect([network, status, json.network]).toEqual([network, 200, 'eip155:31337'])
  }
  // Only the object's own networks, if it names some.
  const elsewhere = { id: 'ETH', networks: [{ name: 'base', chain_id: '8453' }] }
  for (const change of [
    { purchaseCurrency: elsewhere, network: 'ETH' },
    { purchaseCurrency: 'ETH', network: 'USDX' },
    { purchaseCurrency: 'NONE', network: 'NONE' },
  ])
    expect(outcome(await world.quote(change))).toEqual([400, 'onramp_asset_unsupported'])
})

test('spec 7.20: an order for a crypto amount costs its price; buying is the only experience', async () => {
  const make = (body: Record<string, unknown>) =>
    world.post<{ orderId: string; url: string }>('/v1/generators/onrampurl', {
      destinationWallets: [{ address: world.freshAddress(), blockchains: ['31337'], assets: ['ETH'] }],
      ...{ partnerUserId: 'peer', defaultExperience: 'buy', ...body },
    })
  for (const presetCryptoAmount of [0.1, '0.05', '0.033333333333333333', 0.2]) {
    const { status, json } = await make({ presetCryptoAmount, defaultNetwork: 'eip155:31337' })
    expect([presetCryptoAmount, status]).toEqual([presetCryptoAmount, 200])
    const { purchaseAmount, paymentTotal } = (await world.read(json.orderId)).json
    const [wanted, arrives, paid] = [presetCryptoAmount, purchaseAmount.amount, paymentTotal.amount].map(Number)
    expect(arrives).toBeGreaterThanOrEqual(wanted ?? 0)
    // At most two cents more, at 2000 dollars for one.
    expect((Number(arrives) - Number(wanted)) * 2000).toBeLessThan(0.02)
    expect(paid).toBeGreaterThan(Number(wanted) * 2000)
    await world.post(`/v1/onramp/orders/${json.orderId}/cancel`, {})
  }
  const account = `eip155:31337:${world.freshAddress()}`
  const byAccount = await make({ destinationWallets: [{ address: account }], presetFiatAmount: '20.00' })
  expect((await world.read(byAccount.json.orderId)).json).toMatchObject({
    ...{ network: 'eip155:31337', address: account.split(':')[2], paymentTotal: { amount: '20.00' } },
  })
  expect(outcome(await make({ presetCryptoAmount: 100 }))).toEqual([400, 'onramp_amount_limits'])
  expect(outcome(await make({ presetCryptoAmount: 0 }))).toEqual([400, 'onramp_amount_too_small'])
  expect(outcome(await make({ defaultExperience: 'send' }))).toEqual([422, 'invalid_body'])
})

test('behavior: threat 101: forged, replayed and reordered messages change nothing that the provider does not confirm', async () => {
  const id = await world.order()
  const forged = await world.tell('forged', id, 'somebody else')
  expect(outcome(forged)).toEqual([401, 'onramp_webhook_invalid'])
  for (const event of ['paid', 'refunded', 'paid', 'paid']) expect((await world.tell(event, id)).status).toBe(200)
  expect((await world.read(id)).json).toMatchObject({ state: 'created', payment: 'waiting' })
  expect(await world.treasury.read(id)).toBeUndefined()
  const large = await world.app.request('/v1/onramp/webhooks/sandbox', {
    method: 'POST',
    headers: { signature: 'scripted' },
    body: 'x'.repeat(70_000),
  })
  expect(large.status).toBe(413)
  expect((await world.app.request('/v1/onramp/webhooks/nobody', { method: 'POST', body: '{}' })).status).toBe(404)
  // A server sends no project ID, and may send any origin.
  const origin = { signature: 'scripted', origin: 'https://anywhere.example' }
  const body = JSON.stringify({ event: 'new', order: id })
  expect(
    (await world.app.request('/v1/onramp/webhooks/sandbox', { method: 'POST', headers: origin, body })).status,
  ).toBe(200)
})

test('error: a refusal of the provider ends the order', async () => {
  const [id = ''] = await offers(1)
  const address = world.freshAddress()
  world.provider.refusal = new ServiceError('onramp_refused')
  expect(outcome(await world.take(id, address))).toEqual([403, 'onramp_refused'])
  world.provider.refusal = undefined
  expect(outcome(await world.take(id, address))).toEqual([409, 'onramp_quote_expired'])
})

test('error: limits the orders of one network address per minute', async () => {
  const place = { ip: '203.0.113.99' }
  const [id = ''] = await offers(1)
  const address = world.freshAddress()
  const replies = []
  for (let count = 0; count < 31; count++) replies.push((await world.take(id, address, {}, place)).json.code)
  expect(replies.at(-1)).toBe('rate_limited')
})

test('error: threat 105: limits the orders of one network address per hour, and those of an IPv6 network to five times as many', async () => {
  const limit = createOnrampLimits({ context: world.context, ordersPerHour: 2 })
  const outcomes = async (ips: readonly string[]) => {
    const results: string[] = []
    for (const ip of ips) {
      const error = await limit('order', ip).then(
        () => undefined,
        (refusal: ServiceError) => refusal,
      )
      results.push(error?.code ?? 'made')
    }
    return results
  }
  expect(await outcomes(['192.0.2.77', '192.0.2.77', '192.0.2.77', '192.0.2.78'])).toEqual([
    ...['made', 'made', 'rate_limited', 'made'],
  ])
  const networks = Array.from({ length: 11 }, (_, index) => `2001:db8:1:${index.toString(16)}::/64`)
  expect((await outcomes(networks)).slice(-2)).toEqual(['made', 'rate_limited'])
})

test('error: threat 105: a failed delivery counts toward the daily limit, so that a visitor cannot repeat it', async () => {
  const address = world.freshAddress()
  for (const place of ['203.0.113.201', '203.0.113.202']) {
    const [offer = ''] = await offers(1, { amount: '500' })
    const { orderId } = (await world.take(offer, address, {}, { ip: place })).json
    world.provider.pay(orderId)
    await world.tell(`paid ${orderId}`, orderId)
    await until(async () => (await world.treasury.read(orderId)) !== undefined)
    await world.treasury.settle(orderId, 'failed')
    await until(async () => (await world.read(orderId)).json.state === 'refunded')
  }
  const [offer = ''] = await offers(1, { amount: '500' })
  expect(outcome(await world.take(offer, address))).toEqual([403, 'onramp_daily_limit'])
})
