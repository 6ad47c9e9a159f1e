import { expect, test } from 'vitest'
import { findConfigConflicts } from './findConfigConflicts.ts'
import { type ServerConfigInput, serverConfigSchema } from './ServerConfig.ts'

const publicUrl = 'https://api.example.com'
const operators: ServerConfigInput['operators'] = ['eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045']
const wallet = { publicUrl: 'https://wallet.example.com', folder: 'x' }
const mail = { url: 'smtp://mail.example.com', from: 'a@example.com' }

function conflicts(config: Partial<ServerConfigInput>): string[] {
  const chain = {
    ...{ chainId: 'eip155:31337' as const, name: 'Local One', upstreams: [{ url: 'http://127.0.0.1:9' }] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  return findConfigConflicts(serverConfigSchema.parse({ chains: [chain], http: { publicUrl }, mail, ...config }))
}

test.each<[string, Partial<ServerConfigInput>]>([
  ['without it', {}],
  ['with a key in a file', { siwx: { keyFile: 'siwx.key' }, operators }],
  ['with a key in a variable', { siwx: { keyVariable: 'SIWX_KEY' } }],
  ['with the wallet’s key', { siwx: {}, wallet: { ...wallet, keyFile: 'wallet.key' } }],
  ['on this machine', { siwx: { keyFile: 'siwx.key' }, http: { publicUrl: 'http://localhost:7101' } }],
  ['with the wallet’s variable', { siwx: {}, wallet: { ...wallet, keyVariable: 'WALLET_KEY' } }],
])('default: %s', (_, config) => {
  expect(conflicts(config)).toEqual([])
})

test('error: a missing key gives one sentence with the setting to add', () => {
  expect(conflicts({ siwx: {} })).toEqual([
    'siwx.keyFile: found nothing, and no key of the wallet; expected the path of the key file for sign-ins (created if it is missing). Set it, or siwx.keyVariable.',
  ])
})

test('error: two keys, no address, operators who cannot sign in', () => {
  expect(conflicts({ siwx: { keyFile: 'siwx.key', keyVariable: 'SIWX_KEY' } })).toEqual([
    'siwx.keyVariable: found together with siwx.keyFile; expected one of the two. Remove one.',
  ])
  expect(conflicts({ siwx: { keyFile: 'siwx.key' }, http: {} })).toEqual([
    'http.publicUrl: found nothing; signing in (siwx) needs to know where browsers reach this server, for its cookies. Set it, such as "https://api.example.com".',
  ])
  expect(conflicts({ operators })).toEqual([
    'operators: found accounts, but signing in is not configured; expected siwx, with which they sign in. Add "siwx": {}, or remove operators.',
  ])
})

test('error: an address without encryption that is not localhost', () => {
  const siwx = { keyFile: 'siwx.key' }
  for (const plain of ['http://api.example.com', 'http://api.example.com:7101/path', 'http://localhost.example.com']) {
    expect(conflicts({ siwx, http: { publicUrl: plain } })).toEqual([
      `http.publicUrl: found "${plain}"; expected https, because signing in (siwx) sets cookies, which others can read and replace on plain http. Change it.`,
    ])
    expect(conflicts({ http: { publicUrl: plain } })).toEqual([])
  }
})
