import { maxSavedAddresses, type SavedAddress } from '@latchkey/protocol/api'
import { count, sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../siwx/testing/createTestBrowser.ts'
import { createMeLimits } from './createMeLimits.ts'
import { savedAddresses } from './schema.ts'
import { type MeWorld, startMeWorld } from './testing/startMeWorld.ts'

let world: MeWorld
beforeAll(async () => {
  world = await startMeWorld()
})
afterAll(() => world?.context.stop())

const path = '/v1/me/addresses'
const freshAddress = () => privateKeyToAccount(generatePrivateKey()).address
const save = async (browser: TestBrowser, label: string, address: string = freshAddress(), query = '') => {
  const { status, code, body } = await browser.post(`${path}${query}`, { address, label })
  return { status, code, saved: body as SavedAddress }
}
const list = async (browser: TestBrowser, query = '', headers = {}) => {
  const { status, code, body } = await browser.get(`${path}${query}`, headers)
  return { status, code, addresses: body.addresses as SavedAddress[] }
}
const labels = async (browser: TestBrowser, query = '', headers = {}) =>
  (await list(browser, query, headers)).addresses.map(({ label }) => label)
const remove = (browser: TestBrowser, id: string) => browser.post(`${path}/${id}/remove`, {})
const refusal = ({ status, code }: { status: number; code: string | undefined }) => [status, code]

test('default: an address is saved, listed, and removed', async () => {
  const { browser } = await world.visitor()
  expect((await list(browser)).addresses).toEqual([])
  const address = freshAddress()
  const { status, saved } = await save(browser, ' Al\u202eice ', address.toLowerCase())
  expect(status).toBe(200)
  expect(saved).toEqual({
    id: expect.any(String),
    ...{ address, label: 'Alice' },
    ...{ createdAt: expect.any(String), updatedAt: saved.createdAt },
  })
  expect((await list(browser)).addresses).toEqual([saved])
  expect(await remove(browser, saved.id)).toMatchObject({ status: 200, body: {} })
  expect((await list(browser)).addresses).toEqual([])
  expect(refusal(await remove(browser, saved.id))).toEqual([404, 'saved_address_unknown'])
})

test('behavior: the same address again gets another label, in any notation', async () => {
  const { browser } = await world.visitor()
  const address = freshAddress()
  const first = await save(browser, 'Alice', address)
  world.pass(5)
  const again = await save(browser, 'Bob', address.toLowerCase())
  expect(again.saved).toMatchObject({ id: first.saved.id, address, label: 'Bob', createdAt: first.saved.createdAt })
  expect(Date.parse(again.saved.updatedAt)).toBe(Date.parse(first.saved.updatedAt) + 5_000)
  expect(await labels(browser)).toEqual(['Bob'])
  const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  await save(browser, 'One', segwit.toUpperCase())
  await save(browser, 'Two', segwit)
  expect(await labels(browser)).toEqual(['Bob', 'Two'])
})

test('behavior: addresses of every family, including one’s own, sorted by the rules of a language', async () => {
  const { browser, account } = await world.visitor()
  await save(browser, 'Zebra 10', 'So11111111111111111111111111111111111111112')
  await save(browser, 'Ö', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
  await save(browser, 'zebra 9')
  const own = await save(browser, 'me', account.address)
  expect(own.status).toBe(200)
  expect(await labels(browser, '', { 'accept-language': 'de' })).toEqual(['me', 'Ö', 'zebra 9', 'Zebra 10'])
  expect(await labels(browser, '', { 'accept-language': 'sv-SE,sv;q=0.9' })).toEqual(['me', 'zebra 9', 'Zebra 10', 'Ö'])
})

describe('access', () => {
  test('behavior: threat 138: another account never reads, changes or removes them', async () => {
    const [ada, eve] = [await world.visitor(), await world.visitor()]
    const address = freshAddress()
    const saved = await save(ada.browser, 'Bank', address)
    expect(await labels(eve.browser)).toEqual([])
    expect(refusal(await remove(eve.browser, saved.saved.id))).toEqual([404, 'saved_address_unknown'])
    await save(eve.browser, 'Evil', address)
    expect((await list(ada.browser)).addresses).toEqual([saved.saved])
    // Nor by naming the owner's account.
    for (const account of [ada.account.address, `eip155:31337:${ada.account.address}`]) {
      const query = `?account=${account}`
      expect(refusal(await list(eve.browser, query))).toEqual([401, 'siwx_session_required'])
      expect(refusal(await save(eve.browser, 'Evil', address, query))).toEqual([401, 'siwx_session_required'])
      const removed = await eve.browser.post(`${path}/${saved.saved.id}/remove${query}`, {})
      expect(refusal(removed)).toEqual([401, 'siwx_session_required'])
    }
    expect((await list(ada.browser)).addresses).toEqual([saved.saved])
  })

  test('behavior: two accounts in one browser have separate lists; by default the last one to sign in counts', async () => {
    const { browser, account: first } = await world.visitor()
    await save(browser, 'of the first')
    const second = privateKeyToAccount(generatePrivateKey())
    await world.signIn(browser, second)
    expect(await labels(browser)).toEqual([])
    await save(browser, 'of the second')
    expect(await labels(browser, `?account=${first.address}`)).toEqual(['of the first'])
    expect(await labels(browser, `?account=eip155:31337:${first.address.toLowerCase()}`)).toEqual(['of the first'])
    expect(await labels(browser, `?account=eip155:31337:${second.address}`)).toEqual(['of the second'])
  })

  test('behavior: they are available in another browser and on another network of the family, but not in another project', async () => {
    const { browser, account } = await world.visitor()
    await save(browser, 'Bank')
    const [elsewhere, other] = [world.browser(), world.browser({ isOther: true })]
    await world.signIn(elsewhere, account, 'eip155:31338')
    expect(await labels(elsewhere)).toEqual(['Bank'])
    await world.signIn(other, account)
    expect(await labels(other)).toEqual([])
  })

  test('behavior: a contract on another network is another owner', async () => {
    const { browser, account } = await world.visitor()
    await world.makeContract(account)
    await save(browser, 'Safe')
    const elsewhere = world.browser()
    await world.signIn(elsewhere, account, 'eip155:31338')
    await world.makeContract(account, 'eip155:31338')
    expect(await labels(elsewhere)).toEqual([])
    expect(await labels(browser)).toEqual(['Safe'])
  })

  test('error: without a sign-in, or after its end, requests are refused at once, for copies of the cookies as well', async () => {
    expect(refusal(await list(world.browser()))).toEqual([401, 'siwx_session_required'])
    expect(refusal(await save(world.browser(), 'Bank'))).toEqual([401, 'siwx_session_required'])
    const { browser } = await world.visitor()
    const saved = await save(browser, 'Bank')
    const copy = world.browser({ cookies: browser.cookies })
    expect((await browser.post('/v1/siwx/revoke', {})).status).toBe(200)
    for (const gone of [browser, copy]) {
      expect(refusal(await list(gone))).toEqual([401, 'siwx_session_required'])
      expect(refusal(await save(gone, 'Bank'))).toEqual([401, 'siwx_session_required'])
      expect(refusal(await remove(gone, saved.saved.id))).toEqual([401, 'siwx_session_required'])
    }
  })
})

describe('limits', () => {
  const fill = async ({ browser }: { browser: TestBrowser }, left: number) => {
    const saved = await save(browser, 'first')
    await world.context.database.execute(sql`
      insert into saved_addresses (id, project_id, owner, address, address_key, label, created_at, updated_at)
      select gen_random_uuid(), project_id, owner, address, address_key || ':' || number, 'filling', created_at, updated_at
      from saved_addresses, generate_series(1, ${maxSavedAddresses - 1 - left}::integer) number where id = ${saved.saved.id}::uuid`)
    return saved.saved
  }

  test('behavior: threat 138: concurrent requests stay within the limit, and existing labels can change', async () => {
    const visitor = await world.visitor()
    const first = await fill(visitor, 3)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => save(visitor.browser, `new ${index}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(7).fill(409)])
    expect(answers.filter(({ status }) => status === 409).map(({ code }) => code)).toEqual(
      Array(7).fill('saved_addresses_full'),
    )
    expect((await list(visitor.browser)).addresses).toHaveLength(maxSavedAddresses)
    expect((await save(visitor.browser, 'renamed', first.address)).saved.label).toBe('renamed')
    // Removing one makes room for another.
    await remove(visitor.browser, first.id)
    expect((await save(visitor.browser, 'another')).status).toBe(200)
    expect(refusal(await save(visitor.browser, 'one more'))).toEqual([409, 'saved_addresses_full'])
    const other = await world.visitor()
    expect((await save(other.browser, 'of somebody else')).status).toBe(200)
  })

  test('behavior: concurrent saves of one address give one entry', async () => {
    const { browser } = await world.visitor()
    const address = freshAddress()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => save(browser, `label ${index}`, address)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ saved }) => saved.id)).size).toBe(1)
    const { addresses } = await list(browser)
    expect(addresses).toHaveLength(1)
    expect(answers.map(({ saved }) => saved.label)).toContain(addresses[0]?.label)
  })
})

test('behavior: one IP address saves a limited number per hour, over all accounts', async () => {
  const [one, other] = [world.browser(), world.browser()]
  const [address, place] = [freshAddress(), { 'x-forwarded-for': '198.51.100.7' }]
  const ask = (browser: TestBrowser) => browser.post(path, { address, label: 'Bank' }, place)
  await world.signIn(one, privateKeyToAccount(generatePrivateKey()))
  await world.signIn(other, privateKeyToAccount(generatePrivateKey()))
  // As if 990 requests had been counted already.
  const counted = createMeLimits({ context: world.context })
  for (let count = 0; count < 990; count++) await counted.consume('address', place['x-forwarded-for'])
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(one)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(refusal(await ask(other))).toEqual([429, 'rate_limited'])
  expect((await save(other, 'Bank')).status).toBe(200)
  world.pass(3_600)
  expect((await ask(other)).status).toBe(200)
})

test.each([
  [
    'an address with a wrong checksum',
    { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' },
    [400, 'malformed_address'],
  ],
  [
    'a mistyped address of Bitcoin',
    { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' },
    [400, 'malformed_address'],
  ],
  ['no address', { address: 'alice.eth' }, [422, 'invalid_body']],
  ['no label', { label: undefined }, [422, 'invalid_body']],
  ['a label of nothing that is seen', { label: '\u200b\u202e' }, [422, 'invalid_body']],
  ['a label of 61 characters', { label: 'x'.repeat(61) }, [422, 'invalid_body']],
  ['a label of a million', { label: 'x'.repeat(1_000_000) }, [413, 'payload_too_large']],
  ['a label that is no text', { label: 7 }, [422, 'invalid_body']],
])('error: %s', async (_, change, expected) => {
  const { browser } = await world.visitor()
  const before = await countAll()
  const good = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', label: 'Alice' }
  expect(refusal(await browser.post(path, { ...good, ...change }))).toEqual(expected)
  expect(await countAll()).toBe(before)
})

test('error: unknown ids', async () => {
  const { browser } = await world.visitor()
  for (const id of ['x', '%00', "'", crypto.randomUUID(), crypto.randomUUID().toUpperCase()]) {
    expect(refusal(await remove(browser, id))).toEqual([404, 'saved_address_unknown'])
  }
  expect(refusal(await remove(browser, 'x'.repeat(101)))).toEqual([400, 'malformed_request'])
})

async function countAll(): Promise<number> {
  const [row] = await world.context.database.select({ rows: count() }).from(savedAddresses)
  return row?.rows ?? 0
}
