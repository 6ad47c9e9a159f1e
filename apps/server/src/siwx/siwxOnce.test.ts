import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siwxAccounts, siwxSessions, siwxUsedNonces } from './schema.ts'
import { createSigner, createTestSiwx, type TestSiwx } from './testing/createTestSiwx.ts'

const ether = {
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:9' }],
}
let world: TestSiwx
beforeAll(async () => {
  const chains = [31337, 31338, 31339].map((id) => ({ chainId: `eip155:${id}`, name: `Chain ${id}`, ...ether }))
  world = await createTestSiwx({ config: { chains } as never })
})
afterAll(() => world?.stop())

const countAll = async () => {
  const { database } = world.context
  return {
    nonces: await database.$count(siwxUsedNonces),
    accounts: await database.$count(siwxAccounts),
    sessions: await database.$count(siwxSessions),
  }
}

test('error: threat 109: if twenty browsers send one message at once, one signs in', async () => {
  const ada = createSigner()
  const browser = world.browser()
  const signed = await browser.message(ada)
  const signature = await ada.signMessage(signed)
  const before = await countAll()
  // Each has the cookie of the nonce, like a thief of all data.
  const tabs = Array.from({ length: 20 }, () => world.browser({ cookies: new Map(browser.cookies) }))
  const answers = await Promise.all(tabs.map((tab) => tab.verify({ ...signed, signature })))
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'siwx_nonce_used')).toHaveLength(19)
  const { nonces, accounts, sessions } = before
  expect(await countAll()).toEqual({ nonces: nonces + 1, accounts: accounts + 1, sessions: sessions + 1 })
  expect(await tabs[0]?.verify({ ...signed, signature })).toMatchObject({ status: 401, code: 'siwx_nonce_used' })
})

test('error: threat 109: two accounts with one nonce on two networks at once: one signs in', async () => {
  for (let round = 0; round < 5; round++) {
    const signers = [createSigner(), createSigner(), createSigner()]
    const browser = world.browser()
    const { nonce } = await browser.nonce()
    const messages = await Promise.all(
      signers.map(async (signer, index) => {
        const signed = await browser.message(signer, { nonce, chainId: `eip155:${31337 + index}` })
        return { ...signed, signature: await signer.signMessage(signed) }
      }),
    )
    const cookies = () => new Map(browser.cookies)
    const answers = await Promise.all(messages.map((message) => world.browser({ cookies: cookies() }).verify(message)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  }
})

test('behavior: twenty concurrent sign-ins with one cookie: each has a place, and none is incomplete', async () => {
  const browser = world.browser()
  await browser.signIn(createSigner())
  const before = await countAll()
  const signers = Array.from({ length: 20 }, createSigner)
  const tabs = signers.map(() => world.browser({ cookies: new Map(browser.cookies) }))
  const answers = await Promise.all(tabs.map((tab, index) => tab.signIn(signers[index] as (typeof signers)[number])))
  expect(answers.map(({ status }) => status)).toEqual(signers.map(() => 200))
  for (const [index, tab] of tabs.entries()) expect(await tab.who()).toContain(signers[index]?.address)
  // One used the existing row. The others, with the previous token, got new rows.
  const after = await countAll()
  expect(after.nonces - before.nonces).toBe(20)
  expect(after.sessions - before.sessions).toBe(19)
})

test.each(['siwx_accounts', 'siwx_sessions'])(
  'behavior: a failure in the middle, at %s, leaves no changes, and the nonce unused',
  async (table) => {
    const { database } = world.context
    const ada = createSigner()
    const browser = world.browser()
    const signed = await browser.message(ada)
    const signature = await ada.signMessage(signed)
    const before = await countAll()
    await database.execute(sql`
      create function break_down() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`)
    await database.execute(
      sql`create trigger break_down before insert on ${sql.identifier(table)} for each row execute function break_down()`,
    )
    try {
      expect(await browser.verify({ ...signed, signature })).toMatchObject({ status: 500, code: 'internal' })
      expect(await browser.who()).toEqual([])
      expect(await countAll()).toEqual(before)
    } finally {
      await database.execute(sql`drop function break_down cascade`)
    }
    expect((await browser.verify({ ...signed, signature })).status).toBe(200)
    expect(await browser.who()).toEqual([ada.address])
  },
)

test('behavior: the same with an existing sign-in: all accounts stay, and the token as well', async () => {
  const { database } = world.context
  const [ada, ben] = [createSigner(), createSigner()]
  const browser = world.browser()
  await browser.signIn(ada)
  const cookies = new Map(browser.cookies)
  await database.execute(sql`
    create function break_down() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`)
  await database.execute(
    sql`create trigger break_down before update on siwx_sessions for each row execute function break_down()`,
  )
  try {
    expect(await browser.signIn(ben)).toMatchObject({ status: 500 })
  } finally {
    await database.execute(sql`drop function break_down cascade`)
  }
  expect(browser.cookies).toEqual(cookies)
  expect(await browser.who()).toEqual([ada.address])
})
