import { beforeAll, expect, test } from 'vitest'
import { createOnrampKit, offeredKit } from '../testing/createOnrampKit.ts'
import { onrampAssets } from '../testing/createOnrampServer.ts'
import { settle } from '../testing/createTestEnvironment.ts'
import { localTwo } from '../testing/testNetworks.ts'

beforeAll(() => import('./createOnrampEngine.ts'))

test('default: the tokens that can be bought on the app’s networks, and a quote for one', async () => {
  const { onramp, server, state, environment, networks } = await createOnrampKit()
  expect([server.asked, onramp.listAssets()]).toEqual([[], []])
  await Promise.all([onramp.load(), onramp.load()])
  expect(server.count('/v1/onramp/options')).toBe(1)
  expect(state().options).toMatchObject({ status: 'ready', isSample: false })
  // The token of an unsupported network is left out; the current network comes first.
  expect(onramp.listAssets().map(({ id }) => id)).toEqual([onrampAssets.usdc, onrampAssets.ether])
  expect(state().form).toMatchObject({ asset: { symbol: 'USDC', networkName: 'Local One' }, currency: 'USD' })
  networks.setState((before) => ({ ...before, active: localTwo }))
  expect(onramp.listAssets().map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
  expect(state().form.asset?.symbol).toBe('ETH')
  onramp.edit({ asset: onramp.listAssets()[1], amount: '$100.00' })
  expect(state().pricing.status).toBe('loading')
  await environment.advance(299)
  expect(server.count('/v1/onramp/quotes')).toBe(0)
  await environment.advance(1)
  expect(state().pricing).toMatchObject({ status: 'ready', quotes: [{ quoteId: 'quote-1' }], isSample: false })
  expect(server.asked.at(-1)?.body).toEqual({
    ...{ purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '100.00' },
    ...{ network: 'eip155:31337', paymentMethod: 'card' },
  })
})

test.each([
  ['', []],
  ['9.99', ['onramp_amount_limits']],
  ['10', []],
  ['7500.00', []],
  ['7500.01', ['onramp_amount_limits']],
  ['12.345', ['amount_too_precise']],
  ['ten', ['invalid_amount']],
  ['-10', ['invalid_amount']],
  ['1e3', ['invalid_amount']],
  ['0', ['invalid_amount']],
  ['12,5', []],
  ['100000000000000000000000000', ['onramp_amount_limits']],
])('behavior: the amount %s has these issues: %o', async (amount, codes) => {
  const { onramp, state, server, environment } = await createOnrampKit()
  await onramp.load()
  onramp.edit({ amount })
  expect(state().issues.map(({ code }) => code)).toEqual(codes)
  await environment.advance(300)
  expect(server.count('/v1/onramp/quotes')).toBe(amount === '' || codes.length > 0 ? 0 : 1)
})

test('behavior: each payment method has its own limits; an unsupported currency is reported', async () => {
  const { onramp, state } = await createOnrampKit()
  await onramp.load()
  onramp.edit({ amount: '20000' })
  expect(state().issues).toMatchObject([{ field: 'amount', code: 'onramp_amount_limits' }])
  onramp.edit({ method: 'ach_bank_account' })
  expect(state().issues).toEqual([])
  onramp.edit({ currency: 'XTS' })
  expect(state().issues).toMatchObject([{ field: 'currency', code: 'onramp_currency_unsupported' }])
})

test('behavior: input from before the engine loaded counts', async () => {
  const { onramp, state, environment } = await createOnrampKit()
  onramp.edit({ amount: '50' })
  await onramp.load()
  await environment.advance(300)
  expect(state().pricing.quotes).toMatchObject([{ paymentTotal: { amount: '50', currency: 'USD' } }])
})

test('behavior: a late answer is dropped', async () => {
  const { onramp, state, server, environment } = await createOnrampKit()
  await onramp.load()
  let answer = () => {}
  server.fates.set('/v1/onramp/quotes', [new Promise<void>((resolve) => (answer = resolve))])
  onramp.edit({ amount: '100' })
  await environment.advance(300)
  onramp.edit({ amount: '200' })
  expect(state().pricing.quotes).toEqual([])
  await environment.advance(300)
  answer()
  await settle()
  expect(state().pricing.quotes).toMatchObject([{ paymentTotal: { amount: '200' } }])
})

test('behavior: quotes are renewed 5 s before they expire while the view is visible, and expire otherwise', async () => {
  const { onramp, state, server, environment } = await createOnrampKit()
  await onramp.load()
  const unwatch = onramp.watch()
  onramp.edit({ amount: '100' })
  await environment.advance(300)
  server.now = environment.now
  await environment.advance(54_600)
  expect(server.count('/v1/onramp/quotes')).toBe(1)
  await environment.advance(200)
  expect(state().pricing.quotes).toMatchObject([{ quoteId: 'quote-2' }])
  environment.setVisible(false)
  await environment.advance(60_000)
  expect(server.count('/v1/onramp/quotes')).toBe(2)
  expect(state().pricing).toMatchObject({ status: 'failed', quotes: [], error: { code: 'onramp_quote_expired' } })
  environment.setVisible(true)
  await settle()
  expect(state().pricing).toMatchObject({ status: 'ready', quotes: [{ quoteId: 'quote-3' }] })
  unwatch()
  await settle()
  await environment.advance(70_000)
  expect(server.count('/v1/onramp/quotes')).toBe(3)
})

test('error: a quote for another request is refused', async () => {
  const { onramp, state, server, environment } = await createOnrampKit()
  await onramp.load()
  for (const change of [
    { asset: onrampAssets.ether },
    { network: 'eip155:1' as const },
    { paymentTotal: { amount: '1000', currency: 'USD' } },
    { paymentTotal: { amount: '100', currency: 'EUR' } },
    { paymentMethod: 'ach_bank_account' as const },
  ]) {
    server.quote = change
    onramp.edit({ amount: '100' })
    await environment.advance(300)
    expect(state().pricing).toMatchObject({ status: 'failed', quotes: [], error: { code: 'response_invalid' } })
  }
})

test('error: without a server there are samples, which cannot be paid (spec 7.22, 7.24, 9.12 and 9.13)', async () => {
  const { onramp, state, server, environment, popup } = await createOnrampKit()
  await onramp.load()
  server.fates.set('/v1/', 'unheard')
  await environment.advance(61_000)
  await onramp.load()
  expect(state().options).toMatchObject({ status: 'ready', isSample: true, error: undefined })
  expect(state().options.value?.paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
  const [usdc, ether] = onramp.listAssets()
  onramp.watch()
  onramp.edit({ asset: usdc, amount: '100' })
  await environment.advance(300)
  expect(state().pricing).toMatchObject({ status: 'ready', isSample: true })
  const [quote] = state().pricing.quotes
  expect(quote?.purchaseAmount).toEqual({ amount: '100', currency: 'USDC' })
  await expect(onramp.start({ quoteId: quote?.quoteId ?? '' })).rejects.toMatchObject({ code: 'onramp_sample' })
  expect([popup.opened(), server.count('/v1/generators')]).toEqual([0, 0])
  // The price of other tokens is unknown.
  for (const change of [{ asset: ether }, { asset: usdc, currency: 'EUR' }]) {
    onramp.edit(change)
    await environment.advance(300)
    expect(state().pricing).toMatchObject({ status: 'ready', isSample: true, quotes: [] })
  }
  // The server answers again, and replaces the samples.
  server.fates.clear()
  onramp.edit({ currency: 'USD' })
  await environment.advance(600)
  await environment.advance(600)
  expect(state()).toMatchObject({ options: { isSample: false }, pricing: { isSample: false, quotes: [{}] } })
})

test('error: before the first answer of the server, the samples are well-known tokens', async () => {
  const { onramp, state, server } = await createOnrampKit()
  server.fates.set('/v1/', { status: 502 })
  await onramp.load()
  expect(state().options).toMatchObject({ status: 'ready', isSample: true })
  expect(onramp.listAssets().map(({ symbol, chainId }) => [symbol, chainId])).toEqual([
    ['ETH', 'eip155:31337'],
    ['ETH', 'eip155:31338'],
  ])
})

test.each([
  [404, 'onramp_unavailable', 'onramp_unavailable'],
  [403, 'onramp_country_blocked', 'onramp_country_blocked'],
  [503, 'onramp_provider_unavailable', 'onramp_provider_unavailable'],
  [500, 'internal', 'internal'],
  [404, undefined, 'network_request_failed'],
])('error: %i %s does not lead to samples', async (status, code, told) => {
  const { onramp, state, server, environment } = await createOnrampKit()
  const fate = { status, ...(code && { code }) }
  server.fates.set('/v1/onramp/options', [fate])
  await onramp.load()
  expect(state().options).toMatchObject({ status: 'failed', isSample: false, value: undefined, error: { code: told } })
  await onramp.load()
  server.fates.set('/v1/onramp/quotes', [fate])
  onramp.edit({ amount: '100' })
  await environment.advance(300)
  expect(state().pricing).toMatchObject({ status: 'failed', isSample: false, quotes: [], error: { code: told } })
})

test('behavior: the reason of a provider without a quote is shown', async () => {
  const { state, server, onramp, environment } = await offeredKit()
  server.refusals = [{ code: 'onramp_sold_out' }]
  onramp.refresh()
  await environment.idle()
  expect(state().pricing).toMatchObject({ status: 'ready', quotes: [], refusals: [{ code: 'onramp_sold_out' }] })
})
