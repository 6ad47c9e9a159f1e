import { normalizeName } from '@latchkey/clear-signing/names'
import type { ChainId } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestEnvironment } from '../testing/createTestEnvironment.ts'
import { localOne } from '../testing/testNetworks.ts'
import { coinTypesOf } from './coinTypesOf.ts'
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

/** Resolves with a server that answers so; also says what it was asked. */
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

test('behavior: a picture comes from the app’s own server or not at all', async () => {
  const withAvatar = async (avatar: string) =>
    (await resolve(record('ada.eth', { '60': ada }, { avatar }))).outcome as { image: string | null }
  expect((await withAvatar('data:image/png;base64,iVBORw0KGgo=')).image).toBe(
    'https://api.test/v1/profile/account/ada.eth/avatar',
  )
  for (const avatar of ['https://tracker.example/me.png', 'data:image/svg+xml;base64,PHN2Zy8+', 'ipfs://x', ''])
    expect((await withAvatar(avatar)).image).toBeNull()
})

test('error: nobody has the name, or it has no address here', async () => {
  expect((await resolve([])).outcome).toBe('name_not_found')
  const refusal = { status: 'FAILED', code: 'name_not_found', reasons: [] }
  expect((await resolve(refusal, { status: 404 })).outcome).toBe('name_not_found')
  expect((await resolve(record('ada.eth', {}))).outcome).toBe('name_not_found')
  expect((await resolve(record('ada.eth', { '0': ada }))).outcome).toBe('name_not_found')
  const solana = await resolve(record('ada.eth', { '60': ada }), { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  expect(solana).toEqual({ outcome: 'name_not_found', asked: [] })
})

test('error: what can be no name is asked of nobody', async () => {
  // Cyrillic letters among Latin ones, a whole word of letters that pass for Latin ones, what turns or hides the rest.
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

test('error: a server that cannot say, or says what cannot be, is never believed', async () => {
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

test('behavior: plain names need no tables, and are what the tables make of them', async () => {
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

test('default: coin types by ENSIP-11', () => {
  expect(coinTypesOf('eip155:1')).toEqual(['60'])
  expect(coinTypesOf('eip155:10')).toEqual(['2147483658', '60'])
  expect(coinTypesOf('eip155:2147483648')).toEqual([])
  expect(coinTypesOf('bip122:000000000019d6689c085ae165831e93')).toEqual([])
})
