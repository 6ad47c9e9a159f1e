import { normalizeName } from '@latchkey/clear-signing/names'
import { type ChainId, toCoinType } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestEnvironment } from '../testing/createTestEnvironment.ts'
import { localOne } from '../testing/testNetworks.ts'
import { findNameAddress } from './findNameAddress.ts'
import { nameOf } from './nameOf.ts'
import { resolveName } from './resolveName.ts'

const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ben = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const one = 'eip155:31337'
const load = <Chunk>(chunk: () => Promise<Chunk>) => chunk()

const record = (name: string, addresses: Record<string, string>, attributes = {}): Name => ({
  ...{ name, registered_at: null, updated_at: null, attributes },
  addresses: Object.fromEntries(
    Object.entries(addresses).map(([coinType, address]) => [coinType, { address, created_at: null }]),
  ),
})

/** Resolves with a server that gives this answer; also returns the requests. */
async function resolve(answer: unknown, { name = 'ada.eth', chainId = one as ChainId, status = 200 } = {}) {
  const environment = createTestEnvironment({ fetch: () => Response.json(answer, { status }) })
  const config = {
    ...{ projectId: '0'.repeat(32), apiUrl: 'https://api.test/', networks: [localOne] as const },
    metadata: { name: 'Test', url: 'https://site.test' },
  }
  const outcome = await resolveName({ context: { config, environment, load }, name, chainId }).catch(
    (error: { code: string }) => error.code,
  )
  return { outcome, asked: environment.requests.map(({ url }) => new URL(url).pathname) }
}

test('default: the address for the network, else the one for Ethereum', async () => {
  const answer = record('ada.eth', { '60': ada, [0x80000000 + 31337]: ben })
  const { outcome, asked } = await resolve(answer, { name: ' Ada.ETH ' })
  expect(outcome).toEqual({ name: 'ada.eth', address: ben, image: null })
  expect(asked).toEqual(['/v1/profile/account/ada.eth'])
  expect((await resolve(answer, { chainId: 'eip155:8453' })).outcome).toMatchObject({ address: ada })
  expect((await resolve(answer, { chainId: 'eip155:1' })).outcome).toMatchObject({ address: ada })
})

test('behavior: an image comes only from the app’s own server', async () => {
  const withAvatar = async (avatar: string) =>
    (await resolve(record('ada.eth', { '60': ada }, { avatar }))).outcome as { image: string | null }
  expect((await withAvatar('data:image/png;base64,iVBORw0KGgo=')).image).toBe(
    'https://api.test/v1/profile/account/ada.eth/avatar',
  )
  for (const avatar of ['https://tracker.example/me.png', 'data:image/svg+xml;base64,PHN2Zy8+', 'ipfs://x', ''])
    expect((await withAvatar(avatar)).image).toBeNull()
})

test('error: the name does not exist, or has no address here', async () => {
  expect((await resolve([])).outcome).toBe('name_not_found')
  const refusal = { status: 'FAILED', code: 'name_not_found', reasons: [] }
  expect((await resolve(refusal, { status: 404 })).outcome).toBe('name_not_found')
  expect((await resolve(record('ada.eth', {}))).outcome).toBe('name_not_found')
  expect((await resolve(record('ada.eth', { '0': ada }))).outcome).toBe('name_not_found')
  const solana = await resolve(record('ada.eth', { '60': ada }), { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  expect(solana).toEqual({ outcome: 'name_not_found', asked: [] })
})

test('error: an invalid name leads to no request', async () => {
  // Cyrillic letters among Latin ones, a whole word of confusable letters, and characters that reverse or hide others.
  const texts = [
    'аdа.eth',
    'раураӏ.eth',
    'ada\u202e.eth',
    'ada',
    'ada..eth',
    '.eth',
    'a b.eth',
    '',
    `${'a'.repeat(300)}.eth`,
  ]
  for (const name of texts)
    expect({ name, ...(await resolve([], { name })) }).toEqual({ name, outcome: 'name_not_found', asked: [] })
})

test('error: failures and invalid answers of the server are never trusted', async () => {
  const good = record('ada.eth', { '60': ada })
  const wrong: unknown[] = [
    record('ben.eth', { '60': ada }),
    record('ada.eth', { '60': ada.toLowerCase() }),
    record('ada.eth', { '60': ada.replace('d8dA', 'd8da') }),
    record('ada.eth', { '60': `0x${'0'.repeat(40)}` }),
    record('ada.eth', { '60': `0x${'0'.repeat(39)}4` }),
    record('ada.eth', { '60': '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' }),
    record('ada.eth', { '60': 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }),
    { ...good, addresses: undefined },
    [good],
    null,
  ]
  for (const answer of wrong) expect((await resolve(answer)).outcome).toBe('name_resolve_failed')
  const busy = { status: 'FAILED', code: 'rate_limited', reasons: [] }
  for (const status of [429, 500, 503]) expect((await resolve(busy, { status })).outcome).toBe('name_resolve_failed')
})

test('behavior: plain names need no tables, and equal the result of the tables', async () => {
  const character = fc.constantFrom(...'abzAZ09-_.$', 'ſ', 'K', 'é', '\u00ad', '’')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: character, maxLength: 14 }), async (text) => {
      const name = normalizeName(text)
      expect(await nameOf({ text, load })).toBe(name?.includes('.') ? name : undefined)
    }),
    { numRuns: 2000 },
  )
  let loads = 0
  const counted = <Chunk>(chunk: () => Promise<Chunk>) => {
    loads++
    return chunk()
  }
  expect(await nameOf({ text: 'Some-1.ada.ETH', load: counted })).toBe('some-1.ada.eth')
  expect(loads).toBe(0)
  expect(await nameOf({ text: 'Zoë.eth', load: counted })).toBe('zoë.eth')
  expect(loads).toBe(1)
})

test('threat: a contract’s address on a network where it was not proved', async () => {
  const base = 'eip155:8453'
  const proved = (coinType: number | string, everywhere: boolean | undefined, address = ada) =>
    ({ ...record('ada.eth', {}), addresses: { [coinType]: { address, created_at: null, everywhere } } }) as Name
  const outcomeOf = async (answer: Name, chainId: ChainId) => (await resolve(answer, { chainId })).outcome
  const onBase = String(toCoinType(base))
  // A Safe under Ethereum's coin type, and one under Base's.
  expect(await outcomeOf(proved('60', false), base)).toBe('name_not_found')
  expect(await outcomeOf(proved('60', false), 'eip155:1')).toMatchObject({ address: ada })
  expect(await outcomeOf(proved(onBase, false), 'eip155:1')).toBe('name_not_found')
  expect(await outcomeOf(proved(onBase, false), base)).toMatchObject({ address: ada })
  // An address that a key proved under Base's coin type also applies to Ethereum.
  expect(await outcomeOf(proved(onBase, true), 'eip155:1')).toMatchObject({ address: ada })
  expect(await outcomeOf(proved(onBase, true), one)).toMatchObject({ address: ada })
  // If one record has a scope, records without one apply to no other network.
  const both = proved('60', undefined)
  both.addresses[onBase] = { address: ben, created_at: null, everywhere: false }
  expect(await outcomeOf(both, 'eip155:10')).toBe('name_not_found')
})

test('default: the record of the network, then one for all networks, then Ethereum’s if no scope is known', () => {
  const at = (second: number) => `2026-11-20T00:00:0${second}.000Z`
  const find = (chainId: ChainId, addresses: Name['addresses']) => findNameAddress({ addresses, chainId })
  const op = { address: 'op', created_at: at(5), everywhere: true }
  const base = { address: 'base', created_at: at(3), everywhere: true }
  const ether = { address: 'ether', created_at: at(9), everywhere: true }
  const safe = { address: 'safe', created_at: at(1), everywhere: false }
  const keys = { 2147483658: op, 2147492101: base }
  expect(find('eip155:10', { ...keys, 60: ether })).toBe('op')
  expect(find('eip155:137', { ...keys, 60: ether })).toBe('ether')
  // The oldest, as in the server's answers to the network.
  expect(find('eip155:137', keys)).toBe('base')
  expect(find('eip155:137', { ...keys, 60: safe })).toBe('base')
  expect(find('eip155:1', { ...keys, 60: safe })).toBe('safe')
  expect(find('eip155:137', { 60: { address: 'ens', created_at: null } })).toBe('ens')
  expect(find('eip155:137', { 2147483658: { address: 'ens', created_at: null } })).toBeUndefined()
  for (const chainId of ['eip155:2147483648', 'bip122:000000000019d6689c085ae165831e93'] as const)
    expect(find(chainId, { ...keys, 60: ether })).toBeUndefined()
})
