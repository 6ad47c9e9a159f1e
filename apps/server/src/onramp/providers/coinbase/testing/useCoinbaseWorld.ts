import { type AccountId, bitcoinNetworks, nativeEvmAddress, solanaNetworks } from '@latchkey/protocol'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ProviderOrder, ProviderQuestion } from '../../OnrampProvider.ts'
import { providerOrder } from '../../testing/providerOrder.ts'
import { createCoinbaseProvider } from '../createCoinbaseProvider.ts'
import { type CoinbaseStandIn, startCoinbaseStandIn } from './startCoinbaseStandIn.ts'
import { createCdpKey } from './verifyCdpToken.ts'

const webhookSecret = 'a-webhook-secret-of-tests'

/** Start time of each test, Unix milliseconds. */
export const start = Date.parse('2026-01-01T00:00:00Z')

/** USDC on Base. */
export const usdc = 'eip155:8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' as AccountId

/** Decimals of the tokens that this server has. */
export const decimals: Readonly<Record<string, number>> = {
  [usdc]: 6,
  [`eip155:1:${nativeEvmAddress}`]: 18,
  [`eip155:8453:${nativeEvmAddress}`]: 18,
  [`${solanaNetworks.mainnet}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`]: 6,
  [`${bitcoinNetworks.mainnet}:native`]: 8,
}

/** Options of the provider that a test can change. */
export type ProviderOptions = Partial<Parameters<typeof createCoinbaseProvider>[0]>

/**
 * Sets up the stand-in for Coinbase, and providers that call it, for the tests of a file. Each test starts at the same time,
 * without transactions.
 */
export function useCoinbaseWorld() {
  const keys = {
    ed25519: createCdpKey({ kind: 'Ed25519', id: 'organizations/one/apiKeys/two' }),
    es256: createCdpKey({ kind: 'ES256', id: 'e7d0a9a4-0000-4000-8000-000000000000' }),
  }
  /** Unix milliseconds; tests advance it. */
  const time = { now: start }
  const clock = { now: () => time.now }
  const coinbase = {} as CoinbaseStandIn

  beforeAll(async () => {
    Object.assign(coinbase, await startCoinbaseStandIn({ keys: Object.values(keys), webhookSecret, now: clock.now }))
  })
  afterAll(() => coinbase.stop())
  beforeEach(() => {
    time.now = start
    coinbase.setFault(undefined)
    coinbase.requests.length = 0
    coinbase.transactions.length = 0
  })

  const provider = (change: ProviderOptions = {}) =>
    createCoinbaseProvider({
      url: coinbase.url,
      payUrl: coinbase.url,
      keyId: keys.ed25519.id,
      key: keys.ed25519.secret,
      webhookSecret,
      country: 'US',
      subdivision: 'NY',
      decimalsOf: async (asset) => decimals[asset],
      clock,
      ...change,
    })
  return {
    ...keys,
    time,
    coinbase,
    provider,
    /** Request to buy USDC on Base for 100 dollars. */
    question: (change: Partial<ProviderQuestion> = {}): ProviderQuestion => ({
      chainId: 'eip155:8453',
      asset: usdc,
      symbol: 'USDC',
      currency: 'USD',
      amount: '100',
      method: 'card',
      country: undefined,
      ...change,
    }),
    /** Opens the page of an order. */
    opened: async (order: ProviderOrder = providerOrder()) =>
      (await provider().open({ order, clientAddress: '203.0.113.7' })).url,
  }
}
