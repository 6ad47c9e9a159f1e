import {
  type AccountId,
  bitcoinNetworks,
  nativeEvmAddress,
  nativeSolanaAddress,
  solanaNetworks,
} from '@latchkey/protocol'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderOrder, ProviderQuestion } from '../OnrampProvider.ts'
import { providerOrder } from '../testing/providerOrder.ts'
import { refusalOf, toldBy } from '../testing/refusalOf.ts'
import { createCoinbaseProvider } from './createCoinbaseProvider.ts'
import { type CoinbaseStandIn, startCoinbaseStandIn } from './testing/startCoinbaseStandIn.ts'
import { createCdpKey } from './testing/verifyCdpToken.ts'

const webhookSecret = 'a-webhook-secret-of-tests'
const ed25519 = createCdpKey({ kind: 'Ed25519', id: 'organizations/one/apiKeys/two' })
const es256 = createCdpKey({ kind: 'ES256', id: 'e7d0a9a4-0000-4000-8000-000000000000' })
const start = Date.parse('2026-01-01T00:00:00Z')
let now = start
const clock = { now: () => now }
let coinbase: CoinbaseStandIn

beforeAll(async () => {
  coinbase = await startCoinbaseStandIn({ keys: [ed25519, es256], webhookSecret, now: clock.now })
})
afterAll(() => coinbase.stop())
beforeEach(() => {
  now = start
  coinbase.setFault(undefined)
  coinbase.requests.length = 0
  coinbase.transactions.length = 0
})

const usdc = 'eip155:8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const decimals: Readonly<Record<string, number>> = {
  [usdc]: 6,
  [`eip155:1:${nativeEvmAddress}`]: 18,
  [`eip155:8453:${nativeEvmAddress}`]: 18,
  [`${solanaNetworks.mainnet}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`]: 6,
  [`${bitcoinNetworks.mainnet}:native`]: 8,
}

type Options = Partial<Parameters<typeof createCoinbaseProvider>[0]>

const provider = (change: Options = {}) =>
  createCoinbaseProvider({
    url: coinbase.url,
    payUrl: coinbase.url,
    keyId: ed25519.id,
    key: ed25519.secret,
    webhookSecret,
    country: 'US',
    subdivision: 'NY',
    decimalsOf: async (asset) => decimals[asset],
    clock,
    ...change,
  })

const question = (change: Partial<ProviderQuestion> = {}): ProviderQuestion => ({
  chainId: 'eip155:8453',
  asset: usdc as AccountId,
  symbol: 'USDC',
  currency: 'USD',
  amount: '100',
  method: 'card',
  country: undefined,
  ...change,
})

const opened = async (order: ProviderOrder = providerOrder()) => {
  const { url } = await provider().open({ order, clientAddress: '203.0.113.7' })
  return url
}

describe('readOptions', () => {
  test('default: what this server knows, in the words of the kit', async () => {
    const { paymentCurrencies, purchaseCurrencies } = await provider().readOptions({ country: undefined })
    expect(paymentCurrencies).toEqual([
      {
        id: 'USD',
        payment_method_limits: [
          { id: 'card', min: '2', max: '500' },
          { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
        ],
      },
      { id: 'EUR', payment_method_limits: [{ id: 'card', min: '2', max: '500' }] },
    ])
    const sold = purchaseCurrencies.map(({ id, networks }) => [id, networks.map(({ asset }) => asset)])
    expect(sold).toEqual([
      ['USDC', [usdc, `${solanaNetworks.mainnet}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`]],
      ['ETH', [`eip155:1:${nativeEvmAddress}`, `eip155:8453:${nativeEvmAddress}`]],
      ['BTC', [`${bitcoinNetworks.mainnet}:native`]],
    ])
    expect(purchaseCurrencies[0]?.networks[0]).toEqual({
      name: 'eip155:8453',
      display_name: 'Base',
      chain_id: '8453',
      contract_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      asset: usdc,
      decimals: 6,
    })
    expect(Object.fromEntries(coinbase.requests[0]?.query ?? [])).toEqual({ country: 'US', subdivision: 'NY' })
  })

  test('behavior: asked once for each country, without a state in another', async () => {
    const { readOptions } = provider()
    await Promise.all([readOptions({ country: 'DE' }), readOptions({ country: 'DE' })])
    await readOptions({ country: 'DE' })
    await readOptions({ country: 'US' })
    expect(coinbase.requests.map(({ query }) => String(query))).toEqual(['country=DE', 'country=US&subdivision=NY'])
  })

  test('behavior: a network that does not answer takes its own tokens off the list', async () => {
    const decimalsOf = async (asset: AccountId) => {
      if (asset.startsWith('eip155:8453')) throw new Error('no answer')
      return decimals[asset]
    }
    const { purchaseCurrencies } = await provider({ decimalsOf }).readOptions({ country: 'DE' })
    expect(purchaseCurrencies.flatMap(({ networks }) => networks.map(({ name }) => name))).toEqual([
      solanaNetworks.mainnet,
      'eip155:1',
      bitcoinNetworks.mainnet,
    ])
  })

  test.each(['JP', 'XX'])('error: nothing is sold in %s', async (country) => {
    expect(await refusalOf(() => provider().readOptions({ country }))).toMatchObject({ code: 'onramp_country_blocked' })
  })

  test('error: a US without its state is a mistake of the configuration', async () => {
    const asked = () => provider({ subdivision: undefined }).readOptions({ country: undefined })
    expect(await refusalOf(asked)).toMatchObject({ code: 'onramp_provider_unavailable' })
  })
})

describe('quote', () => {
  test('default', async () => {
    const { amounts, reference } = await provider().quote(question())
    const usd = (amount: string) => ({ amount, currency: 'USD' })
    expect(amounts).toEqual({
      coinbaseFee: usd('2.50'),
      networkFee: usd('0.25'),
      paymentSubtotal: usd('97.25'),
      paymentTotal: usd('100.00'),
      purchaseAmount: { amount: '97.250000', currency: 'USDC' },
    })
    expect(reference).toMatch(/^[0-9a-f-]{36}$/)
    expect(coinbase.requests.at(-1)?.body).toEqual({
      purchase_currency: '2b92315d-eab7-5bef-84fa-089a131333f5',
      purchase_network: 'base',
      payment_amount: '100.00',
      payment_currency: 'USD',
      payment_method: 'CARD',
      country: 'US',
      subdivision: 'NY',
    })
  })

  test.each([
    {
      asked: { asset: 'eip155:8453:0x0000000000000000000000000000000000000001' as AccountId },
      code: 'onramp_asset_unsupported',
    },
    { asked: { chainId: 'eip155:1' as const }, code: 'onramp_asset_unsupported' },
    {
      asked: { asset: `${solanaNetworks.mainnet}:${nativeSolanaAddress}` as AccountId },
      code: 'onramp_asset_unsupported',
    },
    { asked: { currency: 'GBP' }, code: 'onramp_currency_unsupported' },
    { asked: { currency: 'EUR', method: 'ach_bank_account' as const }, code: 'onramp_currency_unsupported' },
    { asked: { amount: '1.99' }, code: 'onramp_amount_limits' },
    { asked: { amount: '500.01' }, code: 'onramp_amount_limits' },
    { asked: { amount: '100.001' }, code: 'onramp_amount_limits' },
    { asked: { country: 'JP' }, code: 'onramp_country_blocked' },
  ])('error: $code for $asked', async ({ asked, code }) => {
    expect(await refusalOf(() => provider().quote(question(asked)))).toMatchObject({ code })
    expect(coinbase.requests.every(({ path }) => path.endsWith('/options'))).toBe(true)
  })

  const fiat = (value: string, currency = 'USD') => ({ value, currency })
  const quoted = {
    coinbase_fee: fiat('2.50'),
    network_fee: fiat('0.25'),
    payment_subtotal: fiat('97.25'),
    payment_total: fiat('100.00'),
    purchase_amount: fiat('97.25', 'USDC'),
    quote_id: 'one',
  }

  test('behavior: the shape of the guide is taken, too', async () => {
    const seller = provider()
    await seller.readOptions({ country: undefined })
    const renamed = Object.fromEntries(
      Object.entries(quoted).map(([name, part]) =>
        typeof part === 'string' ? [name, part] : [name, { amount: part.value, currency: part.currency }],
      ),
    )
    coinbase.setFault({ status: 200, body: { data: renamed } })
    expect((await seller.quote(question())).amounts.purchaseAmount).toEqual({ amount: '97.25', currency: 'USDC' })
  })

  test.each([
    { change: { payment_total: fiat('100.00', 'EUR') }, code: 'onramp_currency_unsupported' },
    { change: { payment_total: fiat('100.01') }, code: 'onramp_provider_unavailable' },
    { change: { payment_subtotal: fiat('100.01') }, code: 'onramp_provider_unavailable' },
    { change: { purchase_amount: fiat('97.25', 'USDT') }, code: 'onramp_provider_unavailable' },
    { change: { purchase_amount: fiat('0.00', 'USDC') }, code: 'onramp_amount_too_small' },
    { change: { purchase_amount: fiat('-1', 'USDC') }, code: 'onramp_provider_unavailable' },
    { change: { purchase_amount: { currency: 'USDC' } }, code: 'onramp_provider_unavailable' },
    { change: { quote_id: '' }, code: 'onramp_provider_unavailable' },
  ])('error: $code where Coinbase answers $change', async ({ change, code }) => {
    const seller = provider()
    await seller.readOptions({ country: undefined })
    coinbase.setFault({ status: 200, body: { ...quoted, ...change } })
    expect(await refusalOf(() => seller.quote(question()))).toMatchObject({ code })
  })
})

describe('open', () => {
  test('default: a page of one use, for one address, token and visitor', async () => {
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

  test('behavior: each visit has a page of its own, under the same reference', async () => {
    const first = await opened()
    const second = await opened()
    expect(first).not.toBe(second)
    now += 5 * 60_000 + 1
    expect([await coinbase.visit(first), await coinbase.visit(await opened())]).toEqual([403, 200])
    const references = [first, second].map((url) => new URL(url).searchParams.get('partnerUserRef'))
    expect(references[0]).toBe(references[1])
  })

  test('behavior: nothing is said of a visitor who is not known, or a page to return to that there is not', async () => {
    const order = providerOrder({ returnUrl: undefined })
    const { url } = await provider().open({ order, clientAddress: undefined })
    expect(coinbase.requests[0]?.body).not.toHaveProperty('clientIp')
    expect(new URL(url).searchParams.has('redirectUrl')).toBe(false)
    expect(new URL(url).searchParams.has('quoteId')).toBe(false)
  })

  test('error: what Coinbase has no name for, and what it refuses', async () => {
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

  test('default: from nothing to a delivery', async () => {
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

  test('behavior: a delivery is waited with for its hash, but not for ever', async () => {
    coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', completed_at })
    const read = async () => (await provider().readPayment(providerOrder())).delivery
    expect(await read()).toEqual({ state: 'pending', hash: undefined })
    now += 10 * 60_000
    expect(await read()).toEqual({ state: 'delivered', hash: undefined })
  })

  test('behavior: a refusal leaves room for another card, until the order is over', async () => {
    const failed = { status: 'ONRAMP_TRANSACTION_STATUS_FAILED', failure_reason: 'FAILURE_REASON_BUY_FAILED' } as const
    coinbase.buy(await opened(), failed)
    const read = () => provider().readPayment(providerOrder())
    expect(await read()).toEqual({ ...unpaid, state: 'declined' })
    now = start + 31 * 60_000
    expect(await read()).toEqual({ ...unpaid, state: 'ended', ended: 'declined' })
    coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: hash })
    coinbase.buy(await opened(), failed)
    expect(await read()).toMatchObject({ state: 'paid', delivery: { state: 'delivered', hash } })
  })

  test('behavior: what was bought and cannot be sent is over', async () => {
    const failure_reason = 'FAILURE_REASON_SEND_FAILED'
    coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_FAILED', failure_reason })
    expect(await provider().readPayment(providerOrder())).toMatchObject({
      state: 'ended',
      delivery: { state: 'failed' },
    })
  })

  test('behavior: unpaid, it ends a while after the order, for pages that were opened in time', async () => {
    const read = () => provider().readPayment(providerOrder())
    now = start + 30 * 60_000
    expect(await read()).toMatchObject({ state: 'waiting' })
    now += 1
    expect(await read()).toMatchObject({ state: 'ended', ended: 'expired' })
  })

  test('behavior: what the visitor chose to pay on the page is told as it is', async () => {
    const payment_total = { value: '50.00', currency: 'USD' }
    coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: hash, payment_total })
    expect((await provider().readPayment(providerOrder())).paid).toEqual({ amount: '50.00', currency: 'USD' })
  })

  test.each([
    { change: { wallet_address: '0x0000000000000000000000000000000000000001' } },
    { change: { purchase_network: 'ethereum' } },
    { change: { purchase_network: 'somewhere-new' } },
    { change: { purchase_currency: 'USDC' } },
  ])(
    'behavior: a purchase of something else under the same reference is none of the order: $change',
    async ({ change }) => {
      coinbase.buy(await opened(), { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: hash, ...change })
      expect(await provider().readPayment(providerOrder())).toMatchObject({ state: 'waiting' })
    },
  )

  test('behavior: nothing can be cancelled', async () => {
    coinbase.buy(await opened())
    const asked = coinbase.requests.length
    expect(await provider().cancel(providerOrder())).toEqual({ ...unpaid, state: 'processing' })
    expect(coinbase.requests.slice(asked).map(({ method }) => method)).toEqual(['GET'])
  })

  test('error: answers that are none', async () => {
    for (const transactions of [undefined, {}, [{ status: 'SUCCESS' }], [{}]]) {
      coinbase.setFault({ status: 200, body: { transactions } })
      const refusal = await refusalOf(() => provider().readPayment(providerOrder()))
      expect(refusal.code).toBe('onramp_provider_unavailable')
    }
    coinbase.setFault({ status: 404 })
    expect((await refusalOf(() => provider().readPayment(providerOrder()))).code).toBe('onramp_provider_unavailable')
  })
})

describe('signatures of requests', () => {
  const read = (change: Options) => provider(change).readPayment(providerOrder())

  test.each([
    { kind: 'Ed25519', key: ed25519, alg: 'EdDSA', secret: ed25519.secret },
    { kind: 'ES256', key: es256, alg: 'ES256', secret: es256.secret },
    { kind: 'ES256 in a variable', key: es256, alg: 'ES256', secret: es256.secret.replaceAll('\n', '\\n') },
  ])('default: $kind', async ({ key, alg, secret }) => {
    expect(await read({ keyId: key.id, key: secret })).toMatchObject({ state: 'waiting' })
    const [request] = coinbase.requests
    const token = request?.authorization.slice('Bearer '.length) ?? ''
    const { nonce, ...header } = decodeProtectedHeader(token)
    expect(header).toEqual({ alg, kid: key.id, typ: 'JWT' })
    expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    const seconds = start / 1000
    expect(decodeJwt(token)).toEqual({
      iss: 'cdp',
      sub: key.id,
      aud: ['cdp_service'],
      iat: seconds,
      nbf: seconds,
      exp: seconds + 120,
      uris: [`GET ${new URL(coinbase.url).host}${request?.path}`],
    })
    await read({ keyId: key.id, key: secret })
    expect(coinbase.requests[1]?.authorization).not.toBe(request?.authorization)
  })

  test('error: another key, another id, and a clock that is wrong', async () => {
    const other = createCdpKey({ kind: 'Ed25519', id: ed25519.id })
    const wrong: Options[] = [
      { key: other.secret },
      { keyId: 'somebody' },
      { clock: { now: () => start - 121_000 } },
      { clock: { now: () => start + 60_000 } },
    ]
    for (const change of wrong) {
      const refusal = await refusalOf(() => read(change))
      expect(refusal).toMatchObject({
        code: 'onramp_provider_unavailable',
        details: 'coinbase refused the key (HTTP 401)',
      })
      expect(toldBy(refusal)).not.toContain(change.key ?? ed25519.secret)
    }
  })

  test('error: what is no key is told at the start, and not shown', async () => {
    const cut = ed25519.secret.slice(0, 40)
    const mistyped = `A${ed25519.secret.slice(1)}`
    for (const key of [cut, mistyped, 'nonsense', es256.secret.slice(0, 60), '']) {
      const refusal = await refusalOf(() =>
        provider({ key: key === mistyped && ed25519.secret[0] === 'A' ? cut : key }),
      )
      expect(refusal.code).toBe('config_invalid')
      if (key !== '') expect(toldBy(refusal)).not.toContain(key)
    }
  })
})

describe('faults', () => {
  test('error: each is told without the key, the order or the visitor', async () => {
    const order = providerOrder()
    const asks = [
      () => provider().readPayment(order),
      () => provider().open({ order, clientAddress: '203.0.113.7' }),
      () => provider().quote(question()),
      () => provider().readOptions({ country: 'DE' }),
    ]
    const faults = [
      { fault: { status: 401 }, details: /refused the key/ },
      { fault: { status: 403 }, details: /refused the key/ },
      { fault: { status: 500, body: ed25519.secret }, details: /failed/ },
      { fault: { status: 503, headers: { 'retry-after': '9' } }, details: /failed/ },
      { fault: { status: 302, headers: { location: `${coinbase.url}/elsewhere` } }, details: /cannot be reached/ },
      { fault: 'malformed', details: /an answer that is none/ },
    ] as const
    for (const { fault, details } of faults) {
      coinbase.setFault(fault)
      for (const ask of asks) {
        const refusal = await refusalOf(ask)
        expect(refusal).toMatchObject({ code: 'onramp_provider_unavailable', retryable: true })
        expect(refusal.details).toMatch(details)
        for (const secret of [ed25519.secret, order.id, order.address, '203.0.113.7'])
          expect(toldBy(refusal)).not.toContain(secret)
      }
    }
    expect(coinbase.requests.some(({ path }) => path === '/elsewhere')).toBe(false)
  })

  test('error: asked for a pause, it says how long', async () => {
    coinbase.setFault({ status: 429, headers: { 'retry-after': '7' } })
    const refusal = await refusalOf(() => provider().readPayment(providerOrder()))
    expect(refusal).toMatchObject({ code: 'onramp_provider_unavailable', retryAfter: 7 })
  })

  test('error: no answer in time, and nobody there', async () => {
    coinbase.setFault('slow')
    const slow = await refusalOf(() => provider({ patience: 50 }).readPayment(providerOrder()))
    expect(slow.details).toMatch(/in time/)
    const gone = await refusalOf(() => provider({ url: 'http://127.0.0.1:9' }).readPayment(providerOrder()))
    expect(gone.details).toMatch(/cannot be reached/)
  })
})

describe('readEvent', () => {
  const bought = () => opened().then((url) => coinbase.buy(url, { status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' }))
  const read = ({ headers, body }: { headers: Headers; body: string }) => provider().readEvent({ headers, body, now })
  const refused = async (message: { headers: Headers; body: string }) => (await refusalOf(() => read(message))).code

  test.each(['both', 'v0', 'v1'] as const)('default: signed as %s', async (scheme) => {
    const transaction = await bought()
    const event = await read(coinbase.message(transaction, { scheme }))
    expect(event.orders).toEqual([{ reference: transaction.partner_user_ref }])
    const { reference } = await provider().open({ order: providerOrder(), clientAddress: undefined })
    expect(event.orders).toEqual([{ reference }])
  })

  test('behavior: sent again, a message has the same id; another one has another', async () => {
    const transaction = await bought()
    const first = await read(coinbase.message(transaction))
    now += 1000
    expect((await read(coinbase.message(transaction))).id).toBe(first.id)
    transaction.status = 'ONRAMP_TRANSACTION_STATUS_SUCCESS'
    expect((await read(coinbase.message(transaction))).id).not.toBe(first.id)
  })

  test('behavior: about a purchase of nobody', async () => {
    const transaction = { ...(await bought()), partner_user_ref: '' }
    expect((await read(coinbase.message(transaction))).orders).toEqual([])
  })

  test('error: forged, old, from the future, or for other headers', async () => {
    const transaction = await bought()
    const message = coinbase.message(transaction)
    expect(await refused({ headers: new Headers(), body: message.body })).toBe('onramp_webhook_invalid')
    expect(await refused({ ...message, body: message.body.replace('IN_PROGRESS', 'SUCCESS') })).toBe(
      'onramp_webhook_invalid',
    )
    const old = coinbase.message(transaction, { at: now - 301_000 })
    const early = coinbase.message(transaction, { at: now + 301_000 })
    for (const other of [old, early]) expect(await refused(other)).toBe('onramp_webhook_invalid')
    for (const at of [now - 299_000, now + 299_000]) await read(coinbase.message(transaction, { at }))

    const changed = new Headers(message.headers)
    changed.set('x-event-type', 'onramp.transaction.success')
    expect(await refused({ ...message, headers: changed })).toBe('onramp_webhook_invalid')
    const fewer = new Headers(message.headers)
    fewer.delete('x-event-id')
    expect(await refused({ ...message, headers: fewer })).toBe('onramp_webhook_invalid')
  })

  test('error: a header of a signature that is none', async () => {
    const { headers, body } = coinbase.message(await bought())
    const signature = headers.get('x-hook0-signature') ?? ''
    const time = /t=(\d+)/.exec(signature)?.[1]
    const others = [
      '',
      't=1',
      `t=${time}`,
      `t=${time},v1=`,
      `t=${time},v0=${'0'.repeat(64)}`,
      `t=${time},v1=${'0'.repeat(63)}é`,
      signature.replace(/t=\d+/, 't=soon'),
      signature.replace(/t=\d+/, `t=${Number(time) + 1}`),
      signature.replace(/h=[^,]*/, 'h='),
      signature.replace(/h=[^,]*/, `h=${Array(30).fill('x-event-id').join(' ')}`),
      `${signature},v1=${'0'.repeat(64)}`,
      `${signature},${'x'.repeat(5000)}`,
    ]
    for (const other of others) {
      const odd = new Headers(headers)
      odd.set('x-hook0-signature', other.replace('é', 'e'))
      expect(await refused({ headers: odd, body }), other).toBe('onramp_webhook_invalid')
    }
  })

  test('error: another secret, and a body that says nothing', async () => {
    const transaction = await bought()
    const other = provider({ webhookSecret: 'another-secret-of-tests' })
    const { headers, body } = coinbase.message(transaction)
    const refusal = await refusalOf(() => other.readEvent({ headers, body, now }))
    expect(refusal.code).toBe('onramp_webhook_invalid')
    expect(toldBy(refusal)).not.toContain('another-secret-of-tests')
    expect(await refused(coinbase.message({ ...transaction, partner_user_ref: 'x'.repeat(201) }))).toBe(
      'onramp_webhook_invalid',
    )
  })
})
