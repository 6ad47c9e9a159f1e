import type {
  createOnrampUrl,
  EndpointResponse,
  getHistory,
  getOnrampOptions,
  getOnrampOrder,
  getOnrampQuote,
} from '@latchkey/protocol/api'
import { parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { one, two, useStockWorld } from './testing/startStockWorld.ts'

// An onramp order as AppKit 1.8.0 sends it: objects of the options in the quote, the currency as its network, and no age.

const world = useStockWorld()

type Options = EndpointResponse<typeof getOnrampOptions>
type Made = EndpointResponse<typeof createOnrampUrl>
type OrderOf = EndpointResponse<typeof getOnrampOrder>

const readOptions = async () => (await world.get<Options>('/v1/onramp/options')).body
const quote = (body: object) => world.post<EndpointResponse<typeof getOnrampQuote>>('/v1/onramp/quote', body)
const makeUrl = (body: object) => world.post<Made>('/v1/generators/onrampurl', body)
const freshAddress = () => privateKeyToAddress(generatePrivateKey())

/** Submits the form of the card page. */
const pay = async (page: string, more: Record<string, string> = {}) => {
  const card = { action: 'pay', method: 'card', number: '4000000000000259', expiry: '12/34', code: '123', name: 'Ada' }
  const response = await fetch(page, { method: 'POST', body: new URLSearchParams({ ...card, ...more }) })
  return { status: response.status, html: await response.text() }
}

test('spec 3.15, 7.21 and 9.12: the options have the fields that clients read, and their limits', async () => {
  const { status, body } = await world.get<Options>('/v1/onramp/options')
  expect(status).toBe(200)
  expect(body.paymentCurrencies).toContainEqual({
    id: 'USD',
    payment_method_limits: [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ],
  })
  const coin = body.purchaseCurrencies.find(({ id }) => id === 'ETH')
  expect(coin).toMatchObject({ id: 'ETH', name: 'Ether', symbol: 'ETH' })
  expect(coin?.networks.map(({ name }) => name)).toEqual([one, two])
  expect(coin?.networks[0]).toMatchObject({ display_name: 'Local One', chain_id: '31337', contract_address: '' })
})

test('spec 3.16 and 7.23: a quote by objects, by symbols, with the currency or a network as its network', async () => {
  const { purchaseCurrencies, paymentCurrencies } = await readOptions()
  const coin = purchaseCurrencies.find(({ id }) => id === 'ETH')
  const usd = paymentCurrencies.find(({ id }) => id === 'USD')
  const forms = [
    [{ purchaseCurrency: coin, paymentCurrency: usd, amount: '100', network: 'ETH' }, one],
    [{ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: one }, one],
    [{ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: '31338' }, two],
    [{ purchaseCurrency: coin, paymentCurrency: usd, amount: '100', network: two }, two],
    [
      {
        purchaseCurrency: { ...coin, networks: coin?.networks.slice(1) },
        ...{ paymentCurrency: usd, amount: '100', network: 'ETH' },
      },
      two,
    ],
  ] as const
  for (const [form, network] of forms) {
    const { status, body } = await quote(form)
    expect([form, status]).toEqual([form, 200])
    expect(body).toMatchObject({
      ...{ network, paymentTotal: { amount: '100.00', currency: 'USD' }, quoteId: expect.any(String) },
      ...{ coinbaseFee: { currency: 'USD' }, networkFee: { currency: 'USD' }, paymentSubtotal: { currency: 'USD' } },
      purchaseAmount: { currency: 'ETH' },
    })
    // Never one to one, which the client assumes if a quote is refused.
    const price = 100 / Number(body.purchaseAmount.amount)
    expect(price).toBeGreaterThan(100)
  }
  const strange = await quote({ purchaseCurrency: coin, paymentCurrency: usd, amount: '100', network: 'DOGE' })
  expect([strange.status, strange.body.code]).toEqual([400, 'onramp_asset_unsupported'])
})

test('spec 7.20 and 7.6: ordered with the plain address, the age confirmed on the card page, delivered on the chain', async () => {
  const address = freshAddress()
  const made = await makeUrl({
    destinationWallets: [{ address, blockchains: ['ethereum'], assets: ['ETH'] }],
    ...{ defaultNetwork: one, partnerUserId: 'peer', defaultExperience: 'buy', presetCryptoAmount: 0.1 },
  })
  expect(made.status).toBe(200)
  const { url, orderId } = made.body
  const order = async () => (await world.get<OrderOf>(`/v1/onramp/orders/${orderId}`)).body
  expect(await (await fetch(url)).text()).toContain('I am 18 or older')
  expect((await pay(url)).status).toBe(422)
  expect((await order()).state).toBe('created')
  expect((await pay(url, { age: 'yes' })).html).toContain('Paid')
  await until(async () => (await order()).state === 'delivered', { timeout: 30_000 })
  const { purchaseAmount, hash } = await order()
  expect(Number(purchaseAmount.amount)).toBeGreaterThanOrEqual(0.1)
  expect(Number(purchaseAmount.amount)).toBeLessThan(0.1001)
  expect(await world.balance('ETH', address)).toBe(parseUnits(purchaseAmount.amount, 18))
  const listed = await world.get<EndpointResponse<typeof getHistory>>(`/v1/account/${address}/history?onramp=sandbox`)
  expect(listed.body.data).toMatchObject([{ metadata: { hash, chain: one }, transfers: [{ direction: 'in' }] }])
  const none = await world.get<{ data: unknown[] }>(`/v1/account/${address}/history?onramp=coinbase`)
  expect([none.status, none.body.data]).toEqual([200, []])
  expect((await world.get(`/v1/account/${address}/history?onramp=some`)).status).toBe(400)
})

test('spec 7.20: by CAIP-10, for an amount of money, and with the age confirmed before', async () => {
  const address = freshAddress()
  const made = await makeUrl({
    destinationWallets: [{ address: `${two}:${address}`, assets: ['USDL'] }],
    ...{ partnerUserId: 'peer-2', defaultExperience: 'buy', presetFiatAmount: '20.00', ageConfirmed: true },
  })
  expect(made.status).toBe(200)
  const { body: order } = await world.get<OrderOf>(`/v1/onramp/orders/${made.body.orderId}`)
  expect(order).toMatchObject({ network: two, address, asset: { symbol: 'USDL' }, paymentTotal: { amount: '20.00' } })
  expect(await (await fetch(made.body.url)).text()).not.toContain('or older')
})
