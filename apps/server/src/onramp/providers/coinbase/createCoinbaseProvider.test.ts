import {
  type AccountId,
  bitcoinNetworks,
  nativeEvmAddress,
  nativeSolanaAddress,
  solanaNetworks,
} from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { refusalOf } from '../testing/refusalOf.ts'
import { decimals, usdc, useCoinbaseWorld } from './testing/useCoinbaseWorld.ts'

const { coinbase, provider, question } = useCoinbaseWorld()

describe('readOptions', () => {
  test('default: returns the options that this server supports, in the terms of the kit', async () => {
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

  test('behavior: requests once per country, and no state in another country', async () => {
    const { readOptions } = provider()
    await Promise.all([readOptions({ country: 'DE' }), readOptions({ country: 'DE' })])
    await readOptions({ country: 'DE' })
    await readOptions({ country: 'US' })
    expect(coinbase.requests.map(({ query }) => String(query))).toEqual(['country=DE', 'country=US&subdivision=NY'])
  })

  test('behavior: a network that does not respond removes only its own tokens', async () => {
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

  test.each(['JP', 'XX'])('error: sells nothing in %s', async (country) => {
    expect(await refusalOf(() => provider().readOptions({ country }))).toMatchObject({ code: 'onramp_country_blocked' })
  })

  test('error: a US without its state is a configuration error', async () => {
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

  test('behavior: accepts the shape of the guide as well', async () => {
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
