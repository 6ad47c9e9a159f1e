import type { Feature } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { type ServerConfigInput, serverConfigSchema } from '../platform/config/ServerConfig.ts'
import { listFeatures } from './listFeatures.ts'

const chain: ServerConfigInput['chains'][number] = {
  ...{ chainId: 'eip155:31337', name: 'Local One', upstreams: [{ url: 'http://127.0.0.1:9' }] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const router = { uniswapSwapRouter02: `0x${'2'.repeat(40)}` }
const key = { privateKey: `0x${'1'.repeat(64)}` }

/** Returns a feature for a partial configuration. */
function find(id: Feature['id'], parts: Partial<ServerConfigInput> = {}): Feature | undefined {
  const config = serverConfigSchema.parse({
    projects: [{ id: '0'.repeat(32), name: 'Test', origins: [] }],
    chains: [chain],
    ...parts,
  })
  const [project] = config.projects
  if (!project) throw new Error('no project')
  return listFeatures({ config, project }).find((feature) => feature.id === id)
}
const off = (id: Feature['id']) => ({ id, isEnabled: false, config: [] })

test('default: names have the zone, and the maximum per address', () => {
  const names = { zone: 'latchkey.eth', signer: key, perAddress: 3 }
  expect(find('names', { names })).toEqual({ id: 'names', isEnabled: true, config: ['latchkey.eth', '3'] })
  expect(find('names')).toEqual(off('names'))
})

test('behavior: swaps need a chain with a router, and name the sources of quotes', () => {
  expect(find('swap')).toEqual(off('swap'))
  const chains = [{ ...chain, contracts: router }]
  expect(find('swap', { chains })).toEqual({ id: 'swap', isEnabled: true, config: ['latchkey'] })
  expect(find('swap', { chains, convert: { enabled: false } })).toEqual(off('swap'))
  expect(find('swap', { chains, convert: { zeroex: { apiKey: 'a-key' } } })?.config).toEqual(['latchkey', 'zeroex'])
  // Another router does not serve a network without ours.
  expect(find('swap', { convert: { zeroex: { apiKey: 'a-key' } } })).toEqual(off('swap'))
})

test('behavior: smart accounts need the server’s keys and a network', () => {
  const smartAccounts = { executor: key }
  expect(find('smart_accounts', { smartAccounts })).toEqual(off('smart_accounts'))
  const chains = [{ ...chain, smartAccounts: {} }]
  expect(find('smart_accounts', { chains })).toEqual(off('smart_accounts'))
  expect(find('smart_accounts', { chains, smartAccounts })).toEqual({ ...off('smart_accounts'), isEnabled: true })
})

test('behavior: the onramp names the ids of its providers', () => {
  expect(find('onramp')).toEqual(off('onramp'))
  const secret = { secret: 'a secret of sixteen' }
  const onramp = { coinbase: { keyId: 'id', key: secret, webhook: secret } }
  expect(find('onramp', { onramp })).toEqual({ id: 'onramp', isEnabled: true, config: ['coinbase'] })
})

test('behavior: whether visitors can sign in with a wallet', () => {
  expect(find('siwx')).toEqual(off('siwx'))
  expect(find('siwx', { siwx: {} })).toEqual({ ...off('siwx'), isEnabled: true })
})

test('behavior: email is offered if there is a wallet, and the configured providers', () => {
  expect(find('social_login')).toEqual(off('social_login'))
  const wallet = { publicUrl: 'http://wallet.localhost', folder: 'x' }
  expect(find('social_login', { wallet })).toEqual({ id: 'social_login', isEnabled: true, config: ['email'] })
  const client = { clientId: 'id', clientSecret: 'secret' }
  const social = { discord: client, google: client }
  expect(find('social_login', { wallet, social })?.config).toEqual(['email', 'google', 'discord'])
})
