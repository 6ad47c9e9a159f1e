import { expect, test } from 'vitest'
import { loadPhone } from './loadPhone.ts'
import { readPhone } from './readPhone.ts'
import { toKeys } from './toKeys.ts'

// The first public key of every local node.
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const whole = {
  relayUrl: 'ws://127.0.0.1:7100/relay',
  projectId: 'local',
  chains: [{ id: 31337, name: 'Harbor', rpcUrl: 'http://127.0.0.1:8545' }],
  accounts: [{ name: 'Ada', privateKey }, { privateKey }],
}

test('default', () => {
  expect(readPhone(JSON.stringify(whole))).toEqual({
    ok: true,
    config: {
      ...whole,
      chains: [{ id: 31337, name: 'Harbor', rpcUrl: 'http://127.0.0.1:8545', nativeSymbol: 'ETH' }],
      accounts: {
        keys: [
          { name: 'Ada', privateKey },
          { name: 'Account 2', privateKey },
        ],
      },
      families: {},
      tokens: [],
      imageOrigins: [],
    },
  })
})

const solana = {
  accounts: [{ privateKey }],
  networks: [{ chain: 'solana:9dhSvmE3DVgcbAUcuK4TrTR9HaFhjmPX', name: 'Pier', rpcUrl: 'http://127.0.0.1:8899' }],
}

test('behavior: reads other families, with defaults for missing keys', () => {
  expect(readPhone(JSON.stringify({ ...whole, families: { solana } }))).toMatchObject({
    config: {
      families: {
        solana: {
          accounts: [{ name: 'Account 1', privateKey }],
          networks: [{ ...solana.networks[0], nativeSymbol: 'SOL' }],
          tokens: {},
        },
      },
    },
  })
})

test('behavior: derives keys from a recovery phrase', async () => {
  const { accounts: _, ...rest } = whole
  const mnemonic = 'test test test test test test test test test test test junk'
  const reading = readPhone(JSON.stringify({ ...rest, mnemonic, count: 2 }))
  if (!reading.ok) throw new Error(reading.problems.join())
  const keys = await toKeys(reading.config)
  expect(keys.map(({ name }) => name)).toEqual(['Account 1', 'Account 2'])
  expect(keys[0].privateKey).toBe(privateKey)
}, 30_000)

test.each([
  ['relayUrl', { relayUrl: 'http://127.0.0.1:7100/relay' }],
  ['projectId', { projectId: ' ' }],
  ['chains', { chains: [] }],
  ['chains.0.id', { chains: [{ ...whole.chains[0], id: '1' }] }],
  ['chains.0.rpcUrl', { chains: [{ ...whole.chains[0], rpcUrl: 'ws://127.0.0.1' }] }],
  ['accounts', { accounts: [] }],
  ['accounts.1.privateKey', { accounts: [{ privateKey }, { privateKey: '0x12' }] }],
  ['count', { mnemonic: 'a b', count: 0 }],
  ['tokens.0', { tokens: [{ symbol: 'LNTN' }] }],
  ['families.solana.networks.1', { families: { solana: { ...solana, networks: [...solana.networks, {}] } } }],
  ['families.bip122.networks.0', { families: { bip122: { ...solana, networks: solana.networks } } }],
  ['imageOrigins.0', { imageOrigins: ['app'] }],
])('error: %s is named', (key, change) => {
  const reading = readPhone(JSON.stringify({ ...whole, ...change }))
  expect(reading.ok ? [] : reading.problems.map((problem) => problem.split(':')[0])).toEqual([key])
})

test('error: a text that is not an object names every required key', () => {
  expect(readPhone('[]')).toMatchObject({ ok: false, problems: { length: 4 } })
  expect(readPhone('{')).toEqual({ ok: false, problems: ['phone.json: not JSON'] })
})

test.each([
  [async () => new Response(JSON.stringify(whole)), true],
  [async () => new Response('', { status: 404 }), false],
  [async () => new Response('', { status: 503 }), false],
  [async () => new Response('<!doctype html>'), false],
  [() => Promise.reject(new TypeError('Failed to fetch')), false],
])('behavior: handles the answers of a host %#', async (fetch, ok) => {
  expect((await loadPhone({ fetch: fetch as typeof globalThis.fetch })).ok).toBe(ok)
})
