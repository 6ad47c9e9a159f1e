import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from '../siwx/testing/createTestBrowser.ts'
import { type MeWorld, startMeWorld } from './testing/startMeWorld.ts'

let world: MeWorld
beforeAll(async () => {
  world = await startMeWorld()
})
afterAll(() => world?.context.stop())

const path = '/v1/me/settings'
const none = { theme: null, language: null }
const dark = { theme: 'dark', language: 'de-CH' }
const light = { theme: 'light', language: null }
const read = async (browser: TestBrowser, query = '') => (await browser.get(`${path}${query}`)).body
const save = async (browser: TestBrowser, settings: unknown, version: unknown, query = '') => {
  const { status, code, body } = await browser.post(`${path}${query}`, { settings, version })
  return status === 200 ? body : [status, code]
}

test('default: settings are those of the last change, and changes are numbered', async () => {
  const { browser } = await world.visitor()
  expect(await read(browser)).toEqual({ settings: none, version: 0 })
  expect(await save(browser, dark, 0)).toEqual({ settings: dark, version: 1 })
  expect(await save(browser, light, 1)).toEqual({ settings: light, version: 2 })
  expect(await read(browser)).toEqual({ settings: light, version: 2 })
})

test('behavior: threat 138: a change based on an outdated number is refused', async () => {
  const { browser } = await world.visitor()
  expect(await save(browser, dark, 1)).toEqual([409, 'settings_conflict'])
  expect(await save(browser, dark, 0)).toEqual({ settings: dark, version: 1 })
  for (const version of [0, 2, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 1e300]) {
    expect(await save(browser, light, version), String(version)).toEqual([409, 'settings_conflict'])
  }
  expect(await read(browser)).toEqual({ settings: dark, version: 1 })
})

test('behavior: threat 138: of many concurrent changes one counts', async () => {
  const { browser } = await world.visitor()
  for (const version of [0, 1]) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save(browser, { theme: null, language: `de-${index}X` }, version)),
    )
    const won = answers.filter((answer) => !Array.isArray(answer))
    expect(won).toHaveLength(1)
    expect(answers.filter(Array.isArray)).toEqual(Array(7).fill([409, 'settings_conflict']))
    expect(await read(browser)).toEqual(won[0])
    expect(won[0]).toMatchObject({ version: version + 1 })
  }
})

test('behavior: threat 138: they belong to the account only, in every browser and on every network of its key, in its project', async () => {
  const [ada, eve] = [await world.visitor(), await world.visitor()]
  await save(ada.browser, dark, 0)
  expect(await read(eve.browser)).toEqual({ settings: none, version: 0 })
  const query = `?account=${ada.account.address}`
  expect(await read(eve.browser, query)).toMatchObject({ code: 'siwx_session_required' })
  expect(await save(eve.browser, light, 1, query)).toEqual([401, 'siwx_session_required'])
  expect(await save(world.browser(), light, 1)).toEqual([401, 'siwx_session_required'])
  const [elsewhere, other] = [world.browser(), world.browser({ isOther: true })]
  await world.signIn(elsewhere, ada.account, 'eip155:31338')
  expect(await read(elsewhere)).toEqual({ settings: dark, version: 1 })
  await world.signIn(other, ada.account)
  expect(await read(other)).toEqual({ settings: none, version: 0 })
  // Two accounts in one browser.
  await world.signIn(eve.browser, ada.account)
  expect(await read(eve.browser)).toEqual({ settings: dark, version: 1 })
  expect(await read(eve.browser, `?account=${eve.account.address}`)).toEqual({ settings: none, version: 0 })
  expect(await read(ada.browser)).toEqual({ settings: dark, version: 1 })
})

test('error: after a sign-out they are inaccessible at once', async () => {
  const { browser } = await world.visitor()
  await save(browser, dark, 0)
  const copy = world.browser({ cookies: browser.cookies })
  await browser.post('/v1/siwx/revoke', {})
  for (const gone of [browser, copy]) {
    expect(await read(gone)).toMatchObject({ code: 'siwx_session_required' })
    expect(await save(gone, light, 1)).toEqual([401, 'siwx_session_required'])
  }
})

test.each([
  ['a theme that is none', { theme: 'blue', language: null }, 0],
  ['a language that is none', { theme: null, language: '../../etc' }, 0],
  ['a long language', { theme: null, language: `en${'-abcdefgh'.repeat(5)}` }, 0],
  ['half of them', { theme: null }, 0],
  ['nothing', null, 0],
  ['a version that is no number', dark, '0'],
  ['no version', dark, undefined],
])('error: %s', async (_, settings, version) => {
  const { browser } = await world.visitor()
  expect(await save(browser, settings, version)).toEqual([422, 'invalid_body'])
  expect(await read(browser)).toEqual({ settings: none, version: 0 })
})

test('behavior: unknown settings are not stored', async () => {
  const { browser } = await world.visitor()
  expect(await save(browser, { ...dark, admin: true }, 0)).toEqual({ settings: dark, version: 1 })
  expect(await read(browser)).toEqual({ settings: dark, version: 1 })
})
