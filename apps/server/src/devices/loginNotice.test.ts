import { randomUUID } from 'node:crypto'
import { endLogin, inspectLoginNotice, startEmailLogin, verifyEmailCode, watchSession } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { devices, loginNotices, sessions } from '../auth/schema.ts'
import { sweepLogins } from '../auth/sweepLogins.ts'
import {
  createTestLogin,
  siteOrigin,
  type TestDevice,
  unknownToken,
  walletUrl,
} from '../auth/testing/createTestLogin.ts'
import { testIdentity } from '../auth/testing/testIdentity.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { deviceShares } from '../vaults/schema.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
beforeAll(async () => {
  login = await createTestLogin()
})
afterAll(() => login.stop())

const day = 86_400
const newEmail = () => `${randomUUID()}@example.com`
const noticesTo = (email: string) => login.mails.filter(({ to, template }) => to === email && template === 'newDevice')
const tokenFor = (email: string) => login.mailTo(email, 'newDevice').url.split('#')[1] ?? ''
const sessionsOf = (from: TestDevice) =>
  login.context.database.select().from(sessions).where(eq(sessions.jkt, from.jkt))
const deviceOf = async (from: TestDevice) =>
  (await login.context.database.select().from(devices).where(eq(devices.jkt, from.jkt)))[0]
const holdWallet = async (from: TestDevice) => {
  const device = await deviceOf(from)
  if (!device) throw new Error('This device was not found')
  const share = { walletId: randomUUID(), epoch: 1, sealedShare: new Uint8Array(40), kekId: 'k', createdAt: new Date() }
  await login.context.database.insert(deviceShares).values({ deviceId: device.id, ...share })
}

/** An account with one device, and an attacker who has just logged in to it with another key. */
async function intrude() {
  const email = newEmail()
  const own = await login.device()
  const { userId } = await login.login(own, email)
  login.pass(60)
  const thief = await login.device()
  await login.login(thief, email)
  return { email, own, thief, userId, token: tokenFor(email) }
}

describe('finding F2: threat 153: the notice of a new device', () => {
  test('default: a login with a new key is reported at once: site, device, and a link that ends it', async () => {
    const { email } = await intrude()
    expect(noticesTo(email)).toHaveLength(1)
    const { url, ...contents } = login.mailTo(email, 'newDevice')
    expect(contents).toEqual({ app: 'Example token', hostOrigin: siteOrigin, device: 'Chrome on macOS', days: 7 })
    expect(url).toMatch(new RegExp(`^${walletUrl}/w/login#[\\w-]{43}$`))
  })

  test('behavior: neither the first login of an account nor one with a known key is reported', async () => {
    const email = newEmail()
    const own = await login.device()
    await login.login(own, email)
    login.pass(60)
    await login.login(own, email)
    expect(noticesTo(email)).toEqual([])
  })

  test('behavior: a provider login is reported to the address that the provider verified; an account without one gets no notice', async () => {
    const email = newEmail()
    const person = testIdentity({ kind: 'google', email })
    await login.socialLogin(await login.device(), person)
    await login.socialLogin(await login.device(), person)
    expect(noticesTo(email)).toHaveLength(1)
    const nobody = testIdentity({ kind: 'x', email: null })
    await login.socialLogin(await login.device(), nobody)
    const before = login.mails.length
    await login.socialLogin(await login.device(), nobody)
    expect(login.mails).toHaveLength(before)
  })

  test('behavior: using up the emails of an address suppresses no notice', async () => {
    const email = newEmail()
    const person = testIdentity({ kind: 'google', email })
    await login.socialLogin(await login.device(), person)
    for (let count = 0; count < 12; count += 1) {
      await login.start(await login.device(), email)
      login.pass(31)
    }
    expect((await login.start(await login.device(), email)).code).toBe('email_cooldown')
    await login.socialLogin(await login.device(), person)
    expect(noticesTo(email)).toHaveLength(1)
  })

  test('behavior: no bomb: after twenty in a day further new keys are refused, so that no login is unreported', async () => {
    const email = newEmail()
    const person = testIdentity({ kind: 'google', email })
    const own = await login.device()
    await login.socialLogin(own, person)
    for (let count = 0; count < 20; count += 1) await login.socialLogin(await login.device(), person)
    expect(noticesTo(email)).toHaveLength(20)
    const next = await login.device()
    await expect(login.socialLogin(next, person)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await sessionsOf(next)).toEqual([])
    expect(noticesTo(email)).toHaveLength(20)
    // Known devices are not locked out.
    await login.socialLogin(own, person)
    login.pass(day + 1)
    await login.socialLogin(next, person)
    expect(noticesTo(email)).toHaveLength(21)
  })
})

describe('finding F2: threat 154: the link that ends a login', () => {
  test('default: it ends only the logins of that device, revokes it, and blocks its key for a day', async () => {
    const { email, own, thief, token, userId } = await intrude()
    expect((await own.call(endLogin, { body: { token } })).body).toEqual({ isEnrolled: false })
    expect((await thief.call(watchSession, {})).code).toBe('session_ended')
    expect((await sessionsOf(own))[0]?.revokedAt).toBeNull()
    expect((await deviceOf(thief))?.revokedAt).not.toBeNull()

    const attempt = async () => {
      login.pass(60)
      const { body } = await thief.call(startEmailLogin, {
        body: { projectId: testProjectId, email, hostOrigin: siteOrigin },
      })
      const { code } = login.mailTo(email, 'loginCode')
      return thief.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp: code } })
    }
    expect((await attempt()).code).toBe('login_ended')
    login.pass(day)
    expect((await attempt()).status).toBe(200)
    // The account does not know the key afterwards.
    expect(noticesTo(email)).toHaveLength(2)

    const entries = await readAudit(login.context, { userId, event: 'session.ended' })
    expect(entries.map(({ data }) => data)).toEqual([{ by: 'mail' }])
  })

  test('behavior: opening it changes nothing, any number of times', async () => {
    const { thief, token } = await intrude()
    const scanner = await login.device()
    for (let times = 0; times < 3; times += 1) {
      const { body } = await scanner.call(inspectLoginNotice, { body: { token } })
      expect(body).toMatchObject({ app: 'Example token', hostOrigin: siteOrigin, device: 'Chrome on macOS' })
    }
    expect((await sessionsOf(thief))[0]?.revokedAt).toBeNull()
  })

  test('error: used twice, invented, expired', async () => {
    const { token, own } = await intrude()
    expect((await own.call(endLogin, { body: { token } })).status).toBe(200)
    for (const endpoint of [endLogin, inspectLoginNotice]) {
      expect((await own.call(endpoint, { body: { token } })).code).toBe('link_invalid')
      expect((await own.call(endpoint, { body: { token: unknownToken() } })).code).toBe('link_invalid')
    }
    const late = await intrude()
    login.pass(7 * day + 1)
    expect((await late.own.call(endLogin, { body: { token: late.token } })).code).toBe('link_invalid')
    expect((await sessionsOf(late.thief))[0]?.revokedAt).toBeNull()
  })

  test('behavior: two concurrent uses end it once', async () => {
    const { token, own } = await intrude()
    const both = await Promise.all([1, 2].map(() => own.call(endLogin, { body: { token } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('behavior: a device with the wallet keeps its share: a mailbox is not enough to take the wallet from it', async () => {
    const { email, thief: second, token, own } = await intrude()
    await holdWallet(second)
    expect((await own.call(endLogin, { body: { token } })).body).toEqual({ isEnrolled: true })
    const device = await deviceOf(second)
    expect(device?.revokedAt).toBeNull()
    const { database } = login.context
    expect(await database.$count(deviceShares, eq(deviceShares.deviceId, device?.id ?? ''))).toBe(1)
    expect((await sessionsOf(second))[0]?.revokedAt).not.toBeNull()
    login.pass(day + 1)
    await login.login(second, email)
    expect(noticesTo(email)).toHaveLength(2)
  })

  test('behavior: no row contains the token, and notices are deleted a day after their link expired', async () => {
    const { token, userId } = await intrude()
    const { database } = login.context
    const rows = await database.select().from(loginNotices).where(eq(loginNotices.userId, userId))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    const { clock } = login.context
    await sweepLogins({ database, clock })
    expect(await database.$count(loginNotices, eq(loginNotices.userId, userId))).toBe(1)
    login.pass(8 * day + 1)
    await sweepLogins({ database, clock })
    expect(await database.$count(loginNotices, eq(loginNotices.userId, userId))).toBe(0)
  })
})
