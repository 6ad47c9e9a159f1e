import { describe, expect, test } from 'vitest'
import type { ProviderOrder } from '../OnrampProvider.ts'
import { providerOrder } from '../testing/providerOrder.ts'
import { refusalOf, toldBy } from '../testing/refusalOf.ts'
import { start, useCoinbaseWorld } from './testing/useCoinbaseWorld.ts'

const { coinbase, opened, provider, time } = useCoinbaseWorld()

describe('open', () => {
  test('default: creates a page for one use, one address, one token and one visitor', async () => {
    const order = providerOrder({ quoteReference: 'quote-1' })
    const { url, reference } = await provider().open({ order, clientAddress: '203.0.113.7' })
    const page = new URL(url)
    expect(page.origin + page.pathname).toBe(`${coinbase.url}/buy/select-asset`)
    expect(Object.fromEntries(page.searchParams)).toEqual({
      sessionToken: expect.any(String),
      defaultAsset: 'ETH',
      defaultNetwork: 'base',
      defaultExperience: 'buy',
      fiatCurrency: 'USD',
      presetFiatAmount: '100.00',
      defaultPaymentMethod: 'CARD',
      partnerUserRef: reference,
      partnerUserId: reference,
      quoteId: 'quote-1',
      redirectUrl: 'https://shop.example/thanks',
    })
    expect(coinbase.requests[0]?.body).toEqual({
      addresses: [{ address: order.address, blockchains: ['base'] }],
      assets: ['ETH'],
      clientIp: '203.0.113.7',
    })
    expect(reference?.length).toBeLessThan(50)
    expect(url).not.toContain(order.id)
    expect(url).not.toContain(order.address)
    expect([await coinbase.visit(url), await coinbase.visit(url)]).toEqual([200, 403])
  })

  test('behavior: each visit has its own page, with the same reference', async () => {
    const first = await opened()
    const second = await opened()
    expect(first).not.toBe(second)
    time.now += 5 * 60_000 + 1
    expect([await coinbase.visit(first), await coinbase.visit(await opened())]).toEqual([403, 200])
    const references = [first, second].map((url) => new URL(url).searchParams.get('partnerUserRef'))
    expect(references[0]).toBe(references[1])
  })

  test('behavior: omits an unknown visitor address and a missing return URL', async () => {
    const order = providerOrder({ returnUrl: undefined })
    const { url } = await provider().open({ order, clientAddress: undefined })
    expect(coinbase.requests[0]?.body).not.toHaveProperty('clientIp')
    expect(new URL(url).searchParams.has('redirectUrl')).toBe(false)
    expect(new URL(url).searchParams.has('quoteId')).toBe(false)
  })

  test("error: refuses a network without a Coinbase name, and reports Coinbase's refusals", async () => {
    const order = providerOrder({ chainId: 'eip155:31337' })
    const open = (wanted: ProviderOrder) =>
      refusalOf(() => provider().open({ order: wanted, clientAddress: undefined }))
    expect(await open(order)).toMatchObject({ code: 'onramp_asset_unsupported' })
    expect(coinbase.requests).toHaveLength(0)
    coinbase.setFault({ status: 400, body: { code: 3, message: order.address } })
    const refusal = await open(providerOrder())
    expect(refusal).toMatchObject({ code: 'onramp_refused' })
    expect(toldBy(refusal)).not.toContain(order.address)
  })
})

describe('readPayment', () => {
  const total = { amount: '100.00', currency: 'USD' }
  const unpaid = { paid: undefined, ended: undefined, isRehearsal: false }
  const hash = '0x31814ba2fef2a400a9816767370be09ca12d9e9753b972198fe330a0ecedcbf6'
  const completed_at = new Date(start).toISOString()

  test('default: follows a payment from nothing to a delivery', async () => {
    const { readPayment } = provider()
    expect(await readPayment(providerOrder())).toEqual({ ...unpaid, state: 'waiting' })
    const bought = coinbase.buy(await opened())
    expect(await readPayment(providerOrder())).toEqual({ ...unpaid, state: 'processing' })
    bought.status = 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS'
    bought.tx_hash = '0x'
    expect(await readPayment(providerOrder())).toEqual({ ...unpaid, state: 'processing' })
    bought.tx_hash = hash
    const paid = { ...unpaid, state: 'paid', paid: total }
    expect(await readPayment(providerOrder())).toEqual({ ...paid, delivery: { state: 'pending', hash } })
    bought.status = 'ONRAMP_TRANSACTION_STATUS_SUCCESS'
    expect(await readPayment(providerOrder())).toEqual({ ...paid, delivery: { state: 'delivered', hash } })
    const request = coinbase.requests.at(-1)
    expect(request?.path).toBe(`/onramp/v1/buy/user/${bought.partner_user_ref}/transactions`)
    expect(Object.fromEntries(request?.query ?? [])).toEqual({ pageSize: '20' })
  })

  test('behavior: waits for the hash of a delivery for a limited time', async () => {
    coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', completed_at })
    const read = async () => (await provider().readPayment(providerOrder())).delivery
    expect(await read()).toEqual({ state: 'pending', hash: undefined })
    time.now += 10 * 60_000
    expect(await read()).toEqual({ state: 'delivered', hash: undefined })
  })

  test('behavior: after a refusal, the visitor can use another card until the order ends', async () => {
    const failed = { status: 'ONRAMP_TRANSACTION_STATUS_FAILED', failure_reason: 'FAILURE_REASON_BUY_FAILED' } as const
    coinbase.buy(await opened(), failed)
    const read = () => provider().readPayment(providerOrder())
    expect(await read()).toEqual({ ...unpaid, state: 'declined' })
    time.now = start + 31 * 60_000
    expect(await read()).toEqual({ ...unpaid, state: 'ended', ended: 'declined' })
    coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: hash })
    coinbase.buy(await opened(), failed)
    expect(await read()).toMatchObject({ state: 'paid', delivery: { state: 'delivered', hash } })
  })

  test('behavior: a payment whose tokens Coinbase cannot send ends the order', async () => {
    const failure_reason = 'FAILURE_REASON_SEND_FAILED'
    coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_FAILED', failure_reason })
    expect(await provider().readPayment(providerOrder())).toMatchObject({
      state: 'ended',
      delivery: { state: 'failed' },
    })
  })

  test('behavior: an unpaid payment ends some time after the order, because of pages that were opened in time', async () => {
    const read = () => provider().readPayment(providerOrder())
    time.now = start + 30 * 60_000
    expect(await read()).toMatchObject({ state: 'waiting' })
    time.now += 1
    expect(await read()).toMatchObject({ state: 'ended', ended: 'expired' })
  })

  test('behavior: reports the amount that the visitor chose on the page', async () => {
    const payment_total = { value: '50.00', currency: 'USD' }
    coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: hash, payment_total })
    expect((await provider().readPayment(providerOrder())).paid).toEqual({ amount: '50.00', currency: 'USD' })
  })

  test.each([
    { change: { wallet_address: '0x0000000000000000000000000000000000000001' } },
    { change: { purchase_network: 'ethereum' } },
    { change: { purchase_currency: 'USDC' } },
  ])('behavior: ignores a transaction for something else under the same reference: $change', async ({ change }) => {
    coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: hash, ...change })
    expect(await provider().readPayment(providerOrder())).toMatchObject({ state: 'waiting' })
  })

  test('behavior: unknown or missing names do not hide a payment', async () => {
    for (const change of [
      { purchase_network: 'a-new-name' },
      { purchase_network: 'base-mainnet', purchase_currency: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4' },
      { purchase_network: '', purchase_currency: '', wallet_address: '' },
      { wallet_address: providerOrder().address.toLowerCase() },
    ]) {
      coinbase.transactions.length = 0
      coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: hash, ...change })
      expect((await provider().readPayment(providerOrder())).state).toBe('paid')
    }
  })

  test('behavior: cancels nothing', async () => {
    coinbase.buy(await opened())
    const asked = coinbase.requests.length
    expect(await provider().cancel(providerOrder())).toEqual({ ...unpaid, state: 'processing' })
    expect(coinbase.requests.slice(asked).map(({ method }) => method)).toEqual(['GET'])
  })

  test('error: refuses malformed responses', async () => {
    for (const transactions of [undefined, {}, [{ status: 'SUCCESS' }], [{}]]) {
      coinbase.setFault({ status: 200, body: { transactions } })
      const refusal = await refusalOf(() => provider().readPayment(providerOrder()))
      expect(refusal.code).toBe('onramp_provider_unavailable')
    }
    coinbase.setFault({ status: 404 })
    expect((await refusalOf(() => provider().readPayment(providerOrder()))).code).toBe('onramp_provider_unavailable')
  })
})
