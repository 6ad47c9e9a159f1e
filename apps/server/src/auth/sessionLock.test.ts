import { randomUUID } from 'node:crypto'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestOrigin, type TestDevice, type TestOrigin, walletOrigin } from '../testing/createTestOrigin.ts'
import { createTestEnrolment, createTestShares, createTestWallet } from '../testing/createTestVault.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { createSessionLock } from './sessionLock.ts'

const minute = 60_000
let now = Date.UTC(2030, 0, 1)
let origin: TestOrigin
beforeAll(async () => {
  origin = await createTestOrigin({ clock: { now: () => now } })
})
afterAll(() => origin.stop())

const read = async (device: TestDevice) => {
  await device.renew()
  return device.call('GET', '/v1/wallet')
}
const setUp = async () => {
  const email = `${randomUUID()}@example.com`
  const device = await origin.signIn({ email })
  const wallet = await createTestWallet(device)
  expect((await device.call('POST', '/v1/wallet', wallet)).status).toBe(200)
  return { email, device, wallet }
}
/** A step-up, as it is after its code or assertion. */
const stepUp = async (device: TestDevice) => {
  const { sessions } = origin.services.auth.parts
  const { sid } = JSON.parse(Buffer.from(device.accessToken.split('.')[1] ?? '', 'base64url').toString())
  await origin.context.database.transaction((tx) => sessions.refreshAuthTime(tx, { sessionId: sid, method: 'otp' }))
  await sessions.announce([sid])
}

/** Endpoints that serve a locked login. Add an endpoint only with a comment about the reason. */
const served = [
  'GET /v1/devices',
  'GET /v1/wallet',
  'GET /v1/wallet/new',
  'POST /v1/auth/session/end',
  'POST /v1/auth/session/lock',
  'POST /v1/auth/session/watch',
  'POST /v1/auth/step-up/social/start',
  'POST /v1/auth/step-up/start',
  'POST /v1/auth/step-up/verify',
  'POST /v1/oauth/confirm',
  'POST /v1/passkeys/step-up/finish',
  'POST /v1/passkeys/step-up/start',
  'POST /v1/wallet/export/offline',
]

describe('an idle login', () => {
  test('finding F3: threat 155: returns no share after the idle time, reports why, and returns it after a step-up', async () => {
    const { device, wallet } = await setUp()
    expect((await read(device)).json).toMatchObject({
      locked: false,
      locksIn: 900,
      share: { epoch: 1, share: wallet.device.share },
    })
    now += 10 * minute
    expect((await read(device)).json).toMatchObject({ locked: false, locksIn: 300 })
    // The page locks after fifteen minutes. The server waits for the last report of use, which can be a minute old.
    now += 6 * minute + 1000
    const locked = await read(device)
    expect(locked).toMatchObject({ status: 200, json: { locked: true, locksIn: 0, share: null } })
    expect(locked.json).toMatchObject({ address: wallet.address })
    await stepUp(device)
    expect((await read(device)).json).toMatchObject({
      locked: false,
      locksIn: 900,
      share: { epoch: 1, share: wallet.device.share },
    })
  })

  test('finding F3: threat 155: use delays the lock; reading the wallet does not count, and a locked login cannot report use', async () => {
    const { device } = await setUp()
    for (let round = 0; round < 4; round++) {
      now += 12 * minute
      await device.renew()
      expect((await device.call('POST', '/v1/auth/session/use')).status).toBe(200)
    }
    expect((await read(device)).json).toMatchObject({ locked: false, locksIn: 900 })
    for (let round = 0; round < 6; round++) {
      now += 3 * minute
      await read(device)
    }
    expect((await read(device)).json).toMatchObject({ locked: true, share: null })
    const late = await device.call('POST', '/v1/auth/session/use')
    expect(late).toMatchObject({ status: 403, json: { code: 'step_up_required' } })
    expect((await read(device)).json).toMatchObject({ locked: true, share: null })
  })

  test('finding F3: threat 155: a lock call acts at once, ends the freshness of the login, and affects only this login', async () => {
    const { email, device, wallet } = await setUp()
    const other = await origin.signIn({ email })
    await other.call('POST', '/v1/wallet/device', await createTestEnrolment(other, wallet, createTestShares(1)))
    expect((await device.call('POST', '/v1/auth/session/lock')).status).toBe(200)
    expect((await device.call('POST', '/v1/auth/session/lock')).status).toBe(200)
    expect((await read(device)).json).toMatchObject({ locked: true, share: null })
    expect((await read(other)).json).toMatchObject({ locked: false, share: { epoch: 1 } })
    const exported = await device.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })
    expect(exported).toMatchObject({ status: 403, json: { code: 'step_up_required' } })
    await stepUp(device)
    expect((await device.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).status).toBe(200)
  })

  test('finding F3: threat 155: a locked login reaches only the listed endpoints', async () => {
    const { device } = await setUp()
    await device.call('POST', '/v1/auth/session/lock')
    const endpoints = origin.app.endpoints.filter(({ auth }) => auth === 'session')
    const addressOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
    expect(
      endpoints
        .filter(({ whenLocked }) => whenLocked === 'served')
        .map(addressOf)
        .sort(),
    ).toEqual(served)
    expect(endpoints.length).toBeGreaterThan(served.length + 20)
    for (const endpoint of endpoints) {
      if (served.includes(addressOf(endpoint))) continue
      const answer = await device.call(endpoint.method, endpoint.path, {})
      expect(answer, addressOf(endpoint)).toMatchObject({ status: 403, json: { code: 'step_up_required' } })
    }
  })

  test('behavior: a project without auto-lock only locks by call', () => {
    const session = { projectId: testProjectId, activeAt: new Date(0), lockedAt: null }
    const projects = [{ id: testProjectId, wallet: { autoLock: 'off' } }] as never
    const lock = createSessionLock({ config: { projects }, clock: { now: () => 365 * 24 * 60 * minute } })
    expect(lock.isLocked(session)).toBe(false)
    expect(lock.locksIn(session)).toBe(null)
    expect(lock.isLocked({ ...session, lockedAt: new Date(0) })).toBe(true)
  })
})

describe('an export during an outage of the server', () => {
  const report = () => ({ reportId: randomUUID(), kind: 'mnemonic', at: new Date(now).toISOString() })

  test('finding F8: threat 156: the report is recorded once, emailed to the owner, and accepted from a locked login', async () => {
    const { device } = await setUp()
    await device.call('POST', '/v1/auth/session/lock')
    const body = report()
    for (let round = 0; round < 3; round++) {
      expect((await device.call('POST', '/v1/wallet/export/offline', body)).status).toBe(200)
    }
    expect((await read(device)).json).toMatchObject({ exportedAt: new Date(now).toISOString() })
    await stepUp(device)
    const { entries } = (await device.call('GET', '/v1/audit')).json as unknown as { entries: { event: string }[] }
    expect(entries.filter(({ event }) => event === 'wallet.exported.offline')).toMatchObject([
      { data: { kind: 'mnemonic', report: body.reportId } },
    ])
  })

  test('behavior: a login without an export reports none', async () => {
    const { email } = await setUp()
    const thief = await origin.signIn({ email })
    const answer = await thief.call('POST', '/v1/wallet/export/offline', report())
    expect(answer).toMatchObject({ status: 403, json: { code: 'device_not_enrolled' } })
  })

  test('finding F8: threat 156: the server proves that it answers, with the nonce and for its own origin', async () => {
    const nonce = randomUUID().replaceAll('-', '')
    const answer = await origin.app.request(`${walletOrigin}/v1/health?nonce=${nonce}`)
    const { token, keys } = (await answer.json()) as { token: string; keys: never[] }
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      algorithms: ['ES256'],
      typ: 'latchkey-health+jwt',
      issuer: walletOrigin,
      currentDate: new Date(now),
    })
    expect(payload).toMatchObject({ nonce })
    // The proof is not an access token.
    await expect(
      origin.services.auth.authenticate(new Request(walletOrigin, { headers: { authorization: `DPoP ${token}` } }), {
        need: 'session',
        url: walletOrigin,
      }),
    ).rejects.toThrow()
  })
})
