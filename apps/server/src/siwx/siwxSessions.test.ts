import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siwxAccounts, siwxSessions, siwxUsedNonces } from './schema.ts'
import type { TestBrowser } from './testing/createTestBrowser.ts'
import {
  createSigner,
  createTestSiwx,
  otherOrigin,
  otherProjectId,
  otherSiteOrigin,
  siteOrigin,
  type TestSiwx,
} from './testing/createTestSiwx.ts'

const cookieName = '__Host-latchkey-siwx-0123456789abcdef0123456789abcdef-69baddde4d5828ba'
/** The same for the other site, and for the server's own origin. */
const otherCookieName = cookieName.replace('69baddde4d5828ba', 'b4981fa592968d8b')
const ownCookieName = cookieName.replace('69baddde4d5828ba', '137b9e5e4e13211c')
const day = 86_400_000
let world: TestSiwx
let lines: Record<string, unknown>[] = []
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  world = await createTestSiwx({ log })
})
afterAll(() => world?.stop())
beforeEach(() => {
  lines = []
})

/** Returns a thief's browser with the current cookies of a browser. */
function copyOf(browser: TestBrowser): TestBrowser {
  return world.browser({ cookies: new Map(browser.cookies) })
}

const tokenOf = (browser: TestBrowser) => browser.cookies.get(cookieName)

async function signedIn() {
  const ada = createSigner()
  const browser = world.browser()
  await browser.signIn(ada)
  expect(await browser.who()).toEqual([ada.address])
  return { ada, browser }
}

describe('a new token a day', () => {
  test('default: once on use; the previous one is valid until a minute after the first use of the new one', async () => {
    const { ada, browser } = await signedIn()
    const first = tokenOf(browser)
    world.clock.pass(day - 1)
    await browser.who()
    expect(tokenOf(browser)).toBe(first)
    const before = copyOf(browser)
    world.clock.pass(1)
    expect(await browser.who()).toEqual([ada.address])
    expect(tokenOf(browser)).not.toBe(first)
    const left = 7 * day - day
    expect(browser.written.get(cookieName)).toContain(`Max-Age=${left / 1000};`.replace(';', ''))

    // A request in flight, without a response for any time.
    world.clock.pass(600_000)
    expect(await before.who()).toEqual([ada.address])
    expect(tokenOf(before)).toBe(first)
    // The new token was used.
    expect(await browser.who()).toEqual([ada.address])
    world.clock.pass(60_000)
    expect(await before.who()).toEqual([ada.address])
    expect(lines).toEqual([])
  })

  test('behavior: threat 116: a later copy ends the sign-in for owner and thief', async () => {
    const { browser } = await signedIn()
    const thief = copyOf(browser)
    world.clock.pass(day)
    await browser.who()
    await browser.who()
    world.clock.pass(60_001)
    expect(await thief.who()).toEqual([])
    expect(await browser.who()).toEqual([])
    expect(lines).toMatchObject([
      {
        level: 40,
        msg: 'A replaced sign-in cookie was used again, ending the sign-in',
        session: expect.any(String),
      },
    ])
    expect(JSON.stringify(lines)).not.toContain(tokenOf(thief))
    const { database } = world.context
    const id = String(lines[0]?.session)
    expect(await database.select().from(siwxAccounts).where(eq(siwxAccounts.sessionId, id))).toEqual([])
    expect(await database.select().from(siwxSessions).where(eq(siwxSessions.id, id))).toMatchObject([{ isEnded: true }])
  })

  test('behavior: threat 116: if the thief is first, the sign-in ends when its owner returns', async () => {
    const { ada, browser } = await signedIn()
    const thief = copyOf(browser)
    world.clock.pass(day)
    await thief.who()
    expect(await thief.who()).toEqual([ada.address])
    world.clock.pass(60_001)
    expect(await browser.who()).toEqual([])
    expect(await thief.who()).toEqual([])
    expect(lines).toHaveLength(1)
  })

  test.each(['signs in', 'signs out', 'asks for a token'])(
    'behavior: threat 116: the thief’s access ends as well if its owner %s before anything else',
    async (act) => {
      const { ada, browser } = await signedIn()
      const thief = copyOf(browser)
      world.clock.pass(day)
      await thief.who()
      expect(await thief.who()).toEqual([ada.address])
      world.clock.pass(60_001)
      if (act === 'signs in') await browser.signIn(ada)
      else await browser.post(act === 'signs out' ? '/v1/siwx/revoke' : '/v1/siwx/token', {})
      expect(await thief.who()).toEqual([])
      expect(lines).toHaveLength(1)
      expect(await browser.who()).toEqual(act === 'signs in' ? [ada.address] : [])
    },
  )

  test('behavior: threat 116: a sign-in with the previous token carries no accounts along that would outlive the sign-out', async () => {
    const { browser } = await signedIn()
    const [thief, fork] = [copyOf(browser), copyOf(browser)]
    const [mallory, another] = [createSigner(), createSigner()]
    await thief.signIn(mallory)
    await fork.signIn(another)
    expect(await fork.who()).toEqual([another.address])
    await browser.post('/v1/siwx/revoke', {})
    expect(await browser.who()).toEqual([])
    expect(await thief.who()).toEqual([mallory.address])
    expect(await fork.who()).toEqual([another.address])
  })

  test('behavior: after a lost response the browser continues with its token, and gets a new one the next day', async () => {
    const { ada, browser } = await signedIn()
    world.clock.pass(day)
    await copyOf(browser).who()
    world.clock.pass(day - 1)
    expect(await browser.who()).toEqual([ada.address])
    const first = tokenOf(browser)
    world.clock.pass(1)
    await browser.who()
    expect(tokenOf(browser)).not.toBe(first)
    expect(await browser.who()).toEqual([ada.address])
    expect(lines).toEqual([])
  })

  test('behavior: twenty concurrent requests leave the browser with a valid token, in any order of responses', async () => {
    const { ada, browser } = await signedIn()
    world.clock.pass(day)
    const tabs = Array.from({ length: 20 }, () => copyOf(browser))
    const answers = await Promise.all(tabs.map((tab) => tab.who()))
    expect(answers).toEqual(tabs.map(() => [ada.address]))
    const renewed = tabs.filter((tab) => tokenOf(tab) !== tokenOf(browser))
    expect(renewed).toHaveLength(1)
    for (const tab of [...tabs, browser]) expect(await tab.who()).toEqual([ada.address])
    expect(lines).toEqual([])
  })
})

describe('an existing cookie', () => {
  test('error: threat 115: a cookie that the server did not issue is never adopted', async () => {
    const planted = 'A'.repeat(43)
    const browser = world.browser()
    browser.cookies.set(cookieName, planted)
    const ada = createSigner()
    await browser.signIn(ada)
    expect(tokenOf(browser)).not.toBe(planted)
    const attacker = world.browser()
    attacker.cookies.set(cookieName, planted)
    expect(await attacker.who()).toEqual([])
    expect(await browser.who()).toEqual([ada.address])
  })

  test('error: threat 115: an attacker’s planted cookie shows the attacker no account that signs in later', async () => {
    const [mallory, ada] = [createSigner(), createSigner()]
    const attacker = world.browser()
    await attacker.signIn(mallory)
    const victim = copyOf(attacker)
    world.clock.pass(1_000)
    await victim.signIn(ada)
    // Before the victim's browser returns, in the minute after, and later.
    const seen = [await attacker.who()]
    await victim.who()
    seen.push(await attacker.who())
    for (const moment of ['who', 'devices', 'token']) {
      const { body } =
        moment === 'token'
          ? await attacker.post('/v1/siwx/token', { address: ada.address })
          : await attacker.get(`/v1/siwx/${moment === 'who' ? 'sessions' : 'devices'}`)
      expect(JSON.stringify(body)).not.toContain(ada.address)
    }
    expect(seen.flat()).not.toContain(ada.address)
    // The attacker signs in again with the previous cookie, which creates another row.
    await attacker.signIn(mallory)
    expect(await attacker.who()).toEqual([mallory.address])
    expect(await victim.who()).toContain(ada.address)
  })

  test('error: threat 115: a sign-out with a planted cookie does not affect later accounts', async () => {
    const [mallory, ada] = [createSigner(), createSigner()]
    const attacker = world.browser()
    await attacker.signIn(mallory)
    const victim = copyOf(attacker)
    world.clock.pass(1_000)
    await victim.signIn(ada)
    await attacker.post('/v1/siwx/revoke', {})
    expect(await victim.who()).toEqual([ada.address])
    expect(await attacker.who()).toEqual([])
  })

  test('error: threat 115: an ended sign-in shows no accounts again', async () => {
    const { browser } = await signedIn()
    const before = copyOf(browser)
    await browser.post('/v1/siwx/revoke', {})
    expect(await before.who()).toEqual([])
    const ben = createSigner()
    await before.signIn(ben)
    expect(await before.who()).toEqual([ben.address])
    expect(await browser.who()).toEqual([])
  })
})

describe('two tabs', () => {
  test('default: a sign-in or a sign-out in one tab applies to the other', async () => {
    const { ada, browser } = await signedIn()
    const tab = browser.tab()
    expect(await tab.who()).toEqual([ada.address])
    world.clock.pass(1_000)
    const ben = createSigner()
    await tab.signIn(ben)
    expect(await browser.who()).toEqual([ben.address, ada.address])
    await browser.post('/v1/siwx/revoke', { address: ada.address })
    expect(await tab.who()).toEqual([ben.address])
  })

  test('behavior: both request a nonce before either signs in', async () => {
    const [ada, ben] = [createSigner(), createSigner()]
    const browser = world.browser()
    const tab = browser.tab()
    const [one, other] = [await browser.message(ada), await tab.message(ben)]
    expect((await browser.verify({ ...one, signature: await ada.signMessage(one) })).status).toBe(200)
    world.clock.pass(1_000)
    expect((await tab.verify({ ...other, signature: await ben.signMessage(other) })).status).toBe(200)
    expect(await browser.who()).toEqual([ben.address, ada.address])
  })

  test('behavior: a request in flight during the other tab’s sign-in sees the earlier accounts', async () => {
    const { ada, browser } = await signedIn()
    const onItsWay = copyOf(browser)
    world.clock.pass(1_000)
    const ben = createSigner()
    await browser.signIn(ben)
    expect(await onItsWay.who()).toEqual([ada.address])
    expect(tokenOf(onItsWay)).not.toBe(tokenOf(browser))
    // The response to the sign-in was lost. Earlier accounts are still signed in, and the visitor can sign in again.
    world.clock.pass(3_600_000)
    expect(await onItsWay.who()).toEqual([ada.address])
    await onItsWay.signIn(ben)
    expect(await onItsWay.who()).toEqual([ben.address])
    // The row with the lost cookie was deleted.
    expect((await onItsWay.get('/v1/siwx/devices')).body.devices).toMatchObject([{ current: true }])
    expect(await browser.who()).toEqual([])
  })
})

describe('another page', () => {
  test('error: threat 117: another origin of the project sees no accounts, and changes nothing', async () => {
    const { ada, browser } = await signedIn()
    const shop = browser.tab({ origin: otherOrigin })
    // Not even with the token under the name of the shop's cookie.
    shop.cookies.set(otherCookieName, tokenOf(browser) ?? '')
    expect(await shop.who()).toEqual([])
    for (const answer of [
      await shop.get('/v1/siwx/devices'),
      await shop.post('/v1/siwx/token', {}),
      await shop.get('/v1/me/addresses'),
    ]) {
      expect(answer).toMatchObject({ status: 401, code: 'siwx_session_required' })
    }
    await shop.post('/v1/siwx/revoke', {})
    expect(await browser.who()).toEqual([ada.address])
    // The copy is not detected there either, which would end the sign-in.
    world.clock.pass(2 * day)
    expect(await shop.who()).toEqual([])
    expect(await browser.who()).toEqual([ada.address])
  })

  test('error: threat 117: a browser request without an origin, from no page of the server’s own origin, sees no accounts', async () => {
    const { ada, browser } = await signedIn()
    const tab = browser.tab({ origin: undefined })
    expect(await tab.who()).toEqual([])
    tab.cookies.set(ownCookieName, tokenOf(browser) ?? '')
    for (const site of ['none', 'same-site', 'cross-site', 'same-origin']) {
      expect((await tab.get('/v1/siwx/sessions', { 'sec-fetch-site': site })).body).toEqual({ sessions: [] })
    }
    // The server is behind a path of the page's own origin.
    const proxied = await createTestSiwx({ config: { http: { publicUrl: `${siteOrigin}/api` } } })
    try {
      const page = proxied.browser()
      await page.signIn(ada)
      const own = await page.tab({ origin: undefined }).get('/v1/siwx/sessions', { 'sec-fetch-site': 'same-origin' })
      expect(own.body.sessions).toHaveLength(1)
      const shop = proxied.browser({ origin: otherOrigin })
      await shop.signIn(ada)
      const other = await shop.tab({ origin: undefined }).get('/v1/siwx/sessions', { 'sec-fetch-site': 'same-origin' })
      expect(other.body.sessions).toEqual([])
      // A browser that omits the origin, with sign-ins of both sites: the page of the server's own origin only sees its own.
      const ben = createSigner()
      await page.tab({ origin: otherOrigin }).signIn(ben)
      expect(await page.tab({ origin: undefined }).who()).toEqual([ada.address])
      expect(await page.tab({ origin: otherOrigin }).who()).toEqual([ben.address])
    } finally {
      await proxied.stop()
    }
  })

  test('error: another project sees no accounts, on the same page', async () => {
    const { ada, browser } = await signedIn()
    const elsewhere = world.browser({ projectId: otherProjectId, cookies: browser.cookies })
    expect(await elsewhere.who()).toEqual([])
    const cookie = cookieName.replace('0123456789abcdef0123456789abcdef', otherProjectId)
    elsewhere.cookies.set(cookie, tokenOf(browser) ?? '')
    expect(await elsewhere.who()).toEqual([])
    await elsewhere.signIn(createSigner())
    expect(await browser.who()).toEqual([ada.address])
    const far = world.browser({ projectId: otherProjectId, origin: otherSiteOrigin, cookies: browser.cookies })
    expect(await far.who()).toEqual([])
  })

  test('behavior: two sites of a project in one browser have separate sign-ins, and separate sign-outs', async () => {
    const { ada, browser } = await signedIn()
    const shop = browser.tab({ origin: otherOrigin })
    const ben = createSigner()
    expect((await shop.signIn(ben)).status).toBe(200)
    expect([await browser.who(), await shop.who()]).toEqual([[ada.address], [ben.address]])
    await shop.post('/v1/siwx/revoke', {})
    expect([await browser.who(), await shop.who()]).toEqual([[ada.address], []])
    await shop.signIn(ada)
    await browser.post('/v1/siwx/revoke', {})
    expect([await browser.who(), await shop.who()]).toEqual([[], [ada.address]])
    // No sign-in continues that no page can end.
    expect((await shop.get('/v1/siwx/devices')).body.devices).toMatchObject([{ current: true }])
  })

  test('behavior: without an origin, like a script with cookies: signed in for the site in the message', async () => {
    const { ada, browser } = await signedIn()
    const script = world.browser({ origin: undefined })
    expect((await script.signIn(ada)).status).toBe(200)
    expect([...script.cookies.keys()]).toContain(ownCookieName)
    expect(await script.who()).toEqual([ada.address])
    const ben = createSigner()
    expect((await script.signIn(ben)).status).toBe(200)
    expect(await script.who()).toEqual([ben.address, ada.address])
    expect((await script.get('/v1/siwx/devices')).status).toBe(200)
    expect((await script.post('/v1/siwx/token', {})).status).toBe(200)
    // It belongs to no page. Sign-ins of pages are separate, even in one cookie jar.
    for (const origin of [siteOrigin, otherOrigin]) expect(await script.tab({ origin }).who()).toEqual([])
    const both = browser.tab({ origin: undefined })
    await both.signIn(ben)
    expect([await browser.who(), await both.who()]).toEqual([[ada.address], [ben.address]])
    await both.post('/v1/siwx/revoke', {})
    expect([await browser.who(), await both.who()]).toEqual([[ada.address], []])
  })

  test('error: threat 115: two cookies with one name are ignored, in any order', async () => {
    const { ada, browser } = await signedIn()
    const planted = (await signedIn()).browser
    const [own, theirs] = [browser, planted].map((one) => `${cookieName}=${tokenOf(one)}`)
    const bare = world.browser()
    for (const cookie of [`${own}; ${theirs}`, `${theirs}; ${own}`, `${own}; ${own}`]) {
      expect((await bare.get('/v1/siwx/sessions', { cookie })).body).toEqual({ sessions: [] })
    }
    const found = await bare.get('/v1/siwx/sessions', { cookie: `a=b; ${own}; c=d` })
    expect(found.body.sessions).toMatchObject([{ address: ada.address }])
  })
})

describe('the end', () => {
  test('behavior: an account whose sign-in ended signs in again, next to the others', async () => {
    const [ada, ben] = [createSigner(), createSigner()]
    const browser = world.browser()
    await browser.signIn(ada, { expirationTime: new Date(world.clock.now() + 60_000).toISOString() })
    await browser.signIn(ben)
    world.clock.pass(60_000)
    expect(await browser.who()).toEqual([ben.address])
    expect((await browser.signIn(ada)).status).toBe(200)
    expect(await browser.who()).toEqual([ada.address, ben.address])
  })

  test('behavior: one account expires, the others stay', async () => {
    const { browser } = await signedIn()
    world.clock.pass(day)
    const ben = createSigner()
    await browser.signIn(ben)
    world.clock.pass(6 * day - 1)
    expect(await browser.who()).toHaveLength(2)
    world.clock.pass(1)
    expect(await browser.who()).toEqual([ben.address])
    world.clock.pass(day)
    expect(await browser.who()).toEqual([])
    expect(await browser.get('/v1/siwx/devices')).toMatchObject({ code: 'siwx_session_required' })
  })

  test('behavior: expired rows are deleted: nonces soon, sign-ins a day after their end', async () => {
    const { database } = world.context
    const counts = async () => ({
      nonces: await database.$count(siwxUsedNonces),
      accounts: await database.$count(siwxAccounts),
      sessions: await database.$count(siwxSessions),
    })
    for (const table of ['siwx_accounts', 'siwx_sessions', 'siwx_used_nonces']) {
      await database.execute(sql`delete from ${sql.identifier(table)}`)
    }
    world.clock.set(Math.ceil(world.clock.now() / 1_000) * 1_000)
    const { browser } = await signedIn()
    await world.siwx?.sweep()
    expect(await counts()).toEqual({ nonces: 1, accounts: 1, sessions: 1 })
    // A nonce is valid for five minutes, and stored for ten more.
    world.clock.pass(900_000)
    await world.siwx?.sweep()
    expect(await counts()).toMatchObject({ nonces: 1 })
    world.clock.pass(1_000)
    await world.siwx?.sweep()
    expect(await counts()).toEqual({ nonces: 0, accounts: 1, sessions: 1 })
    expect(await browser.who()).toHaveLength(1)
    world.clock.pass(8 * day - 902_000)
    await world.siwx?.sweep()
    expect(await counts()).toEqual({ nonces: 0, accounts: 1, sessions: 1 })
    world.clock.pass(2_000)
    await world.siwx?.sweep()
    expect(await counts()).toEqual({ nonces: 0, accounts: 0, sessions: 0 })
  })
})
