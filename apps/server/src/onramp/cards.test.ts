import { type CardProcessor, startCardProcessor } from '@latchkey/devnet/cards'
import { nativeEvmAddress } from '@latchkey/protocol'
import type { HistoryItem, Order } from '@latchkey/protocol/api'
import { numberToHex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../scripts/lib/freePort.mjs'
import { listen } from '../platform/http/listen.ts'
import { createTestApp, type TestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { startAnvil, type TestAnvil } from '../testing/startAnvil.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'

const ether = `eip155:31337:${nativeEvmAddress}` as const
let anvil: TestAnvil
let cards: CardProcessor
let context: TestContext
let testApp: TestApp
let url: string

beforeAll(async () => {
  const key = 'sandbox-card-key-of-the-tests'
  const privateKey = generatePrivateKey()
  const [chain, processor, port] = await Promise.all([
    startAnvil(),
    startCardProcessor({ key, pendingFor: 300, webhookPauses: [100, 200] }),
    freePort(0),
  ])
  anvil = chain
  cards = processor
  await anvil.request('anvil_setBalance', [privateKeyToAccount(privateKey).address, numberToHex(parseEther('1000'))])
  context = await createTestContext({
    config: {
      http: { port, publicUrl: `http://127.0.0.1:${port}` },
      chains: [
        {
          ...{ chainId: 'eip155:31337', name: 'Local One', upstreams: [{ url: anvil.url }] },
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          indexer: { reorgDepth: 1 },
          // The native token counts as one dollar, because no market of this chain has a price for it.
          tokens: [{ address: nativeEvmAddress, name: 'Ether', symbol: 'ETH', usdReference: true }],
        },
      ],
      onramp: {
        treasury: { eip155: { privateKey }, assets: [ether] },
        sandbox: { url: cards.url, key: { secret: key } },
        openOrders: 100,
      },
    },
  })
  testApp = await createTestApp({ context })
  testApp.treasury?.start()
  testApp.onramp?.start()
  context.shutdown.add('treasury', async () => testApp.treasury?.stop())
  context.shutdown.add('onramp', async () => testApp.onramp?.stop())
  url = (await listen({ app: testApp.app, upgrades: testApp.app.upgrades, context })).url
}, 120_000)
afterAll(async () => {
  await context?.stop()
  await cards?.stop()
  await anvil?.stop()
})

const ask = async <Body>(path: string, body?: unknown): Promise<Body> => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const separator = path.includes('?') ? '&' : '?'
  const response = await fetch(`${url}${path}${separator}projectId=${testProjectId}`, body === undefined ? {} : init)
  const json = (await response.json()) as Body
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(json)}`)
  return json
}
const read = (id: string) => ask<Order>(`/v1/onramp/orders/${id}`)
const balanceOf = async (address: string) =>
  BigInt((await anvil.request('eth_getBalance', [address, 'latest'])) as string)
const newAddress = () => privateKeyToAddress(generatePrivateKey())

const buy = async (address: string, paymentMethod: 'card' | 'ach_bank_account' = 'card') => {
  const { quoteId } = await ask<{ quoteId: string }>('/v1/onramp/quote', {
    ...{ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '10', network: '31337', paymentMethod },
  })
  const { orderId, url: page } = await ask<{ orderId: string; url: string }>('/v1/generators/onrampurl', {
    ...{ quoteId, destinationWallets: [{ address }] },
  })
  const checkout = cards.find({ reference: orderId })
  if (!checkout) throw new Error('The card processor knows nothing of the order')
  expect(page).not.toContain(orderId)
  return { id: orderId, checkoutId: checkout.id }
}
const ends = async (id: string, state: Order['state']) => {
  await until(async () => (await read(id)).state === state, { timeout: 30_000 })
  return read(id)
}

test.each([
  ['the bank asks for a code', '4111111111111111'],
  ['paid some time later', '4000000000000077'],
  ['every message three times', '4000000000000259'],
  ['messages in the wrong order', '4000000000000267'],
])('behavior: delivers once: %s', async (_, card) => {
  const address = newAddress()
  const { id, checkoutId } = await buy(address)
  cards.pay(checkoutId, { card, code: '123456' })
  const order = await ends(id, 'delivered')
  // 10 dollars less 2.5 percent, and at most one cent for the network.
  expect(order).toMatchObject({ refund: 'none', coinbaseFee: { amount: '0.25' } })
  const balance = await balanceOf(address)
  expect(Number(balance)).toBeGreaterThanOrEqual(9.7e18)
  expect(Number(balance)).toBeLessThanOrEqual(9.75e18)
  expect(cards.refunds().some(({ reference }) => reference === id)).toBe(false)
  // The account's activity shows the kind of transaction, but neither the order's ID nor the paid amount.
  const { data } = await ask<{ data: HistoryItem[] }>(`/v1/account/${address}/history?onramp=sandbox`)
  expect(data).toMatchObject([
    { metadata: { operationType: 'buy', status: 'confirmed', hash: order.hash, application: { name: 'Sandbox' } } },
  ])
  expect(JSON.stringify(data)).not.toContain(id)
})

test('behavior: delivers after a bank transfer arrives later', async () => {
  const address = newAddress()
  const { id, checkoutId } = await buy(address, 'ach_bank_account')
  cards.pay(checkoutId, { account: '000123456789' })
  await ends(id, 'delivered')
  expect(await balanceOf(address)).toBeGreaterThan(0n)
})

test('behavior: after a declined card, the visitor can pay with another one', async () => {
  const address = newAddress()
  const { id, checkoutId } = await buy(address)
  cards.pay(checkoutId, { card: '4000000000000002' })
  await until(async () => (await read(id)).payment === 'declined')
  expect((await read(id)).state).toBe('created')
  cards.pay(checkoutId, { card: '4000000000000259' })
  await ends(id, 'delivered')
})

test('behavior: refunds a failed delivery once', async () => {
  const address = newAddress()
  const { id, checkoutId } = await buy(address)
  cards.pay(checkoutId, { card: '4000000000000341' })
  expect(await ends(id, 'refunded')).toMatchObject({ reason: 'delivery_failed', refund: 'done', hash: null })
  expect(await balanceOf(address)).toBe(0n)
  expect(cards.refunds().filter(({ reference }) => reference === id)).toHaveLength(1)
})

test('behavior: a payment that the bank reverses immediately is either not delivered, or delivered without a refund', async () => {
  const address = newAddress()
  const { id, checkoutId } = await buy(address)
  cards.pay(checkoutId, { card: '4000000000005126' })
  const { state, reason } = await ends(id, 'refunded')
  expect([state, reason]).toEqual(['refunded', 'payment_returned'])
  expect(await balanceOf(address)).toBe(0n)
  expect(cards.refunds().filter(({ reference }) => reference === id)).toHaveLength(1)
})

test('behavior: refunds an amount that differs from the order’s', async () => {
  const address = newAddress()
  const { id, checkoutId } = await buy(address)
  cards.pay(checkoutId, { card: '4000000000000259', amount: '9.00' })
  expect(await ends(id, 'refunded')).toMatchObject({ reason: 'paid_otherwise' })
  expect(await balanceOf(address)).toBe(0n)
})

test('behavior: a canceled order cannot be paid', async () => {
  const { id, checkoutId } = await buy(newAddress())
  expect(await ask<Order>(`/v1/onramp/orders/${id}/cancel`, {})).toMatchObject({ state: 'failed', reason: 'cancelled' })
  expect(cards.find({ id: checkoutId })?.state).toBe('cancelled')
})
