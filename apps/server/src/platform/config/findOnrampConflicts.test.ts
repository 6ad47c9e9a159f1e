import { expect, test } from 'vitest'
import { findOnrampConflicts } from './findOnrampConflicts.ts'
import { type ServerConfigInput, serverConfigSchema } from './ServerConfig.ts'

const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const secret = 'a secret of sixteen'
const key = { privateKey: `0x${'1'.repeat(64)}` }
type Onramp = NonNullable<ServerConfigInput['onramp']>
const treasury: Onramp['treasury'] = { eip155: key, assets: [`eip155:31337:${native}`] }
const sandbox: Onramp['sandbox'] = { url: 'http://localhost:7107', key: { secret } }

function conflicts(
  onramp: Onramp,
  http: ServerConfigInput['http'] = { publicUrl: 'https://api.example.com' },
  testnet = true,
): string[] {
  const chain = {
    ...{ chainId: 'eip155:31337' as const, name: 'Local One', testnet, upstreams: [{ url: 'http://127.0.0.1:9' }] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const bitcoin = {
    ...{ chainId: 'bip122:000000000019d6689c085ae165831e93' as const, name: 'Bitcoin' },
    upstreams: [{ url: 'http://127.0.0.1:9' }],
  }
  return findOnrampConflicts(serverConfigSchema.parse({ chains: [chain, bitcoin], http, onramp }))
}

test('default', () => {
  expect(conflicts({ treasury, sandbox })).toEqual([])
})

test.each<[string, Onramp, string]>([
  ['nobody takes payments', { treasury }, 'onramp: found no provider'],
  ['nobody pays out', { sandbox }, 'onramp.treasury: found nothing'],
  ['a network that there is not', { sandbox, treasury: { eip155: key, assets: [`eip155:1:${native}`] } }, 'assets[0]'],
  ['a family without a key', { sandbox, treasury: { assets: [`eip155:31337:${native}`] } }, 'onramp.treasury.eip155'],
  [
    'a family that cannot be paid out',
    { sandbox, treasury: { eip155: key, assets: ['bip122:000000000019d6689c085ae165831e93:native'] } },
    'expected a token of Ethereum',
  ],
  [
    'a token twice',
    { sandbox, treasury: { eip155: key, assets: [`eip155:31337:${native}`, `eip155:31337:0x${'E'.repeat(40)}`] } },
    'a second time',
  ],
  ['a rate of nothing', { sandbox, treasury: { ...treasury, rates: { EUR: '0' } } as never }, 'rates.EUR'],
  ['a rate of usd', { sandbox, treasury: { ...treasury, rates: { USD: '1' } } as never }, 'rates.USD'],
  ['a secret that is missing', { treasury, sandbox: { ...sandbox, key: {} } as never }, 'onramp.sandbox.key.secret'],
  [
    'a secret twice',
    { treasury, sandbox: { ...sandbox, key: { secret, secretVariable: 'KEY' } } as never },
    'onramp.sandbox.key.secretVariable',
  ],
  [
    'payments in the clear',
    { treasury, sandbox: { ...sandbox, url: 'http://cards.example' } as never },
    'expected https',
  ],
  ['a hook in the clear', { treasury, sandbox, gate: { hook: { url: 'http://example.com' } } }, 'onramp.gate.hook.url'],
  ['countries that nobody says', { treasury, sandbox, gate: { allowedCountries: ['US'] } }, 'onramp.gate'],
  ['blocked ones that nobody says', { treasury, sandbox, gate: { blockedCountries: ['KP'] } }, 'blockedCountries'],
  ['limits that nobody meets', { treasury, sandbox, limits: { card: { min: '9000.00' } } }, 'onramp.limits.card.min'],
])('error: %s', (_, onramp, sentence) => {
  expect(conflicts(onramp).join('\n')).toContain(sentence)
})

test('error: a card processor that cannot reach the server', () => {
  expect(conflicts({ treasury, sandbox }, {}).join()).toContain('onramp.sandbox.webhookUrl: found nothing')
})

test('error: test cards that buy tokens with real value', () => {
  expect(conflicts({ treasury, sandbox }, undefined, false).join()).toContain(
    'onramp.sandbox: found together with onramp.treasury.assets of eip155:31337, which is not a test network',
  )
})
