import { getWallet, listDevices, startEmailLogin, verifyEmailCode } from '@latchkey/protocol/wallet'
import { expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.ts'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { testProjectId } from '../testing/createTestFrame.ts'
import { createTestServer } from '../testing/createTestServer.ts'
import { createApi } from './createApi.ts'
import { createDpop } from './createDpop.ts'
import { createLoginState } from './createLoginState.ts'

function setup() {
  const clock = createTestClock()
  const server = createTestServer(clock)
  const device = createTestDevice()
  const open = () => {
    const { store, locked } = device
    const dpop = createDpop({ store, locked, now: clock.now, randomUUID: () => crypto.randomUUID() })
    const api = createApi({ baseUrl: 'https://wallet.example', fetch: server.fetch, dpop })
    let ended = 0
    const session = createLoginState({
      api,
      store,
      locked,
      now: clock.now,
      projectId: testProjectId,
      ended: () => {
        ended += 1
      },
    })
    const signIn = async () => {
      const body = { projectId: testProjectId, email: 'a@b.example', hostOrigin: 'https://app.example' }
      const { attemptId } = await api.request(startEmailLogin, { body })
      await session.start(await api.request(verifyEmailCode, { body: { attemptId, otp: '123456' } }))
    }
    return { api, session, signIn, ended: () => ended }
  }
  return { clock, server, device, open }
}
const refreshes = (calls: string[]) => calls.filter((path) => path.endsWith('/refresh')).length

test('default', async () => {
  const { open, server, clock } = setup()
  const { session, signIn } = open()
  await signIn()
  expect(await session.request(getWallet, {})).toStrictEqual({ exists: false })
  expect(refreshes(server.calls)).toBe(0)
  const later = open()
  expect(await later.session.restore()).toBe(true)
  // A reload uses the access token while it is valid.
  await later.session.request(getWallet, {})
  expect(refreshes(server.calls)).toBe(0)
  clock.advance(11 * 60_000)
  const last = open()
  expect(await last.session.restore()).toBe(true)
  await last.session.request(getWallet, {})
  expect(refreshes(server.calls)).toBe(1)
})

test('behavior: many callers share one refresh', async () => {
  const { open, server, clock } = setup()
  const { session, signIn } = open()
  await signIn()
  clock.advance(11 * 60_000)
  await Promise.all(Array.from({ length: 8 }, () => session.request(getWallet, {})))
  expect(refreshes(server.calls)).toBe(1)
})

test('behavior: threat 48: two-tabs: tabs that refresh at once use each token once, and stay logged in', async () => {
  const { open, server, clock } = setup()
  const first = open()
  await first.signIn()
  const tabs = [first, ...Array.from({ length: 4 }, open)]
  for (const tab of tabs.slice(1)) await tab.session.restore()
  for (let round = 0; round < 5; round++) {
    clock.advance(11 * 60_000)
    await Promise.all(tabs.map(({ session }) => session.request(listDevices, {})))
    // One of them stores the network in the meantime, which must not overwrite a newer token.
    await Promise.all([tabs[0]?.session.setChain('eip155:1'), tabs[1]?.session.request(listDevices, {})])
  }
  expect(refreshes(server.calls)).toBe(25)
  expect(server.state.sessions.map(({ ended }) => ended)).toStrictEqual([false])
  expect(tabs.map(({ ended }) => ended())).toStrictEqual([0, 0, 0, 0, 0])
})

test('behavior: one key for all tabs of a device', async () => {
  const { open, server } = setup()
  const tabs = [open(), open(), open()]
  for (const tab of tabs) server.state.users.length || (await tab.signIn())
  await Promise.all(tabs.map(({ session }) => session.restore()))
  await Promise.all(tabs.map(({ session }) => session.request(listDevices, {})))
  expect(server.state.devices.length).toBe(1)
})

test('behavior: a login that the server ended ends here, once', async () => {
  const { open, server, device } = setup()
  const { session, signIn, ended } = open()
  await signIn()
  for (const one of server.state.sessions) one.ended = true
  await expect(session.request(getWallet, {})).rejects.toMatchObject({ code: 'session_ended' })
  await expect(session.request(getWallet, {})).rejects.toMatchObject({ code: 'session_ended' })
  expect(ended()).toBe(1)
  expect(session.current()).toBe(null)
  expect(await device.store.get('sessions', testProjectId)).toBe(undefined)
})

test('behavior: logging out works without the server', async () => {
  const { open, server, device } = setup()
  const { session, signIn } = open()
  await signIn()
  server.fail('/v1/auth/session/end', 'before')
  await session.end()
  expect(await device.store.get('sessions', testProjectId)).toBe(undefined)
})

test('behavior: spec 5.20, 8.34 and 9.1: the message of a refusal is ours; the cooldown is the specification’s', async () => {
  const { open } = setup()
  const { api, signIn } = open()
  await signIn()
  const body = { projectId: testProjectId, email: 'a@b.example', hostOrigin: 'https://app.example' }
  await expect(api.request(startEmailLogin, { body })).rejects.toMatchObject({
    code: 'email_cooldown',
    message: 'Please try again after 30 seconds',
    retryAfter: 30,
  })
})

test('behavior: a refused proof is repeated once, by the clock of the server', async () => {
  const { open, server } = setup()
  const { session, signIn } = open()
  await signIn()
  for (const code of ['proof_invalid', 'session_not_yet_valid'] as const) {
    server.fail('/v1/wallet', code)
    expect(await session.request(getWallet, {})).toStrictEqual({ exists: false })
  }
})

test('error: a clock that is ahead, and stays so', async () => {
  const { open, server } = setup()
  const { session, signIn } = open()
  await signIn()
  for (let count = 0; count < 2; count++) server.fail('/v1/wallet', 'session_not_yet_valid')
  await expect(session.request(getWallet, {})).rejects.toMatchObject({
    code: 'session_not_yet_valid',
    message: 'Session Expired',
  })
  expect(session.current()).not.toBeNull()
})

test('error: the network', async () => {
  const { open, server } = setup()
  const { session, signIn } = open()
  await signIn()
  server.fail('/v1/wallet', 'before', 3)
  await expect(session.request(getWallet, {})).rejects.toMatchObject({ code: 'network_request_failed' })
})
