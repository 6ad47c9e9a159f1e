import { randomUUID } from 'node:crypto'
import type { SiwxDevice } from '@latchkey/protocol/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from './testing/createTestBrowser.ts'
import { createSigner, createTestSiwx, otherOrigin, otherProjectId, type TestSiwx } from './testing/createTestSiwx.ts'

let world: TestSiwx
beforeAll(async () => {
  world = await createTestSiwx()
})
afterAll(() => world?.stop())

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const devicesOf = async (browser: TestBrowser) => (await browser.get('/v1/siwx/devices')).body.devices as SiwxDevice[]
const endIn = (browser: TestBrowser, id: string | undefined) => browser.post('/v1/siwx/devices/revoke', { id })

test('default: lists the browsers of this browser’s accounts, newest first, and signs out there', async () => {
  const [ada, ben] = [createSigner(), createSigner()]
  const laptop = world.browser()
  const start = world.clock.now()
  await laptop.signIn(ada)
  world.clock.pass(3_600_000)
  const mobile = world.browser({ userAgent: phone })
  await mobile.signIn(ada)
  await mobile.signIn(ben)
  const at = (time: number) => new Date(time).toISOString()
  const week = 168 * 3_600_000
  const accounts = [{ address: ada.address, chainId: 'eip155:31337' }]
  expect(await devicesOf(laptop)).toEqual([
    {
      ...{ id: expect.any(String), current: false, name: 'Safari on iPhone', accounts },
      ...{
        createdAt: at(start + 3_600_000),
        lastSeenAt: at(start + 3_600_000),
        expiresAt: at(start + 3_600_000 + week),
      },
    },
    {
      ...{ id: expect.any(String), current: true, name: 'Chrome on Windows', accounts },
      ...{ createdAt: at(start), lastSeenAt: at(start + 3_600_000), expiresAt: at(start + week) },
    },
  ])
  const [other, own] = await devicesOf(laptop)
  expect(await endIn(laptop, other?.id)).toMatchObject({ status: 200, body: {} })
  // Ben, whose wallet is not here, stays signed in.
  expect(await mobile.who()).toEqual([ben.address])
  expect(await devicesOf(laptop)).toHaveLength(1)
  expect(await endIn(laptop, other?.id)).toMatchObject({ status: 404, code: 'siwx_device_unknown' })
  expect(await endIn(laptop, own?.id)).toMatchObject({ status: 200 })
  expect(await laptop.who()).toEqual([])
  expect(await laptop.get('/v1/siwx/devices')).toMatchObject({ status: 401, code: 'siwx_session_required' })
})

test('error: threat 116: accounts and devices of others are never listed, and never ended', async () => {
  const [ada, mallory] = [createSigner(), createSigner()]
  const [hers, his] = [world.browser(), world.browser()]
  await hers.signIn(ada)
  await his.signIn(mallory)
  const [device] = await devicesOf(hers)
  expect(JSON.stringify(await devicesOf(his))).not.toContain(ada.address)
  expect(await devicesOf(his)).toHaveLength(1)
  for (const id of [device?.id, randomUUID(), 'x', '', "'; drop table siwx_sessions", '0'.repeat(36)]) {
    expect([id, await endIn(his, id)]).toMatchObject([id, { status: 404, code: 'siwx_device_unknown' }])
  }
  expect(await hers.who()).toEqual([ada.address])
})

test('behavior: lists other origins of the project, but not other projects', async () => {
  const ada = createSigner()
  const here = world.browser()
  await here.signIn(ada)
  const shop = world.browser({ origin: otherOrigin })
  await shop.signIn(ada)
  const elsewhere = world.browser({ projectId: otherProjectId })
  await elsewhere.signIn(ada)
  expect(await devicesOf(here)).toHaveLength(2)
  const [device] = await devicesOf(elsewhere)
  expect(await endIn(here, device?.id)).toMatchObject({ status: 404 })
  const other = (await devicesOf(here)).find(({ current }) => !current)
  await endIn(here, other?.id)
  expect(await shop.who()).toEqual([])
  expect(await elsewhere.who()).toEqual([ada.address])
})

test('behavior: an ended sign-in is not listed, and one without a user agent has no name', async () => {
  const ada = createSigner()
  const old = world.browser()
  await old.signIn(ada)
  world.clock.pass(100 * 3_600_000)
  const fresh = world.browser({ userAgent: 'curl/8' })
  await fresh.signIn(ada)
  expect(await devicesOf(fresh)).toMatchObject([{ name: null, current: true }, { current: false }])
  world.clock.pass(68 * 3_600_000)
  expect(await devicesOf(fresh)).toMatchObject([{ current: true }])
})

test('error: no account is signed in', async () => {
  for (const answer of [await world.browser().get('/v1/siwx/devices'), await endIn(world.browser(), randomUUID())]) {
    expect(answer).toMatchObject({ status: 401, code: 'siwx_session_required' })
  }
})
