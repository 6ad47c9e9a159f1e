import { refreshSession, startStepUp, watchSession } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { confirmIdentity } from './confirmIdentity.ts'
import { finishLogin } from './finishLogin.ts'
import { openLoginMethod } from './loginMethodStore.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'
import { readUserLabel } from './readUserLabel.ts'
import { requireStepUpOf } from './requireStepUpOf.ts'
import { identities, sessions } from './schema.ts'
import { createTestLogin, siteOrigin, strictProjectId } from './testing/createTestLogin.ts'
import { testIdentity } from './testing/testIdentity.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
beforeAll(async () => {
  login = await createTestLogin()
})
afterAll(() => login.stop())

const identitiesOf = (userId: string) =>
  login.context.database.select().from(identities).where(eq(identities.userId, userId))

describe('a login with a provider', () => {
  test('default', async () => {
    const identity = testIdentity({ email: 'Mira@example.com', userName: 'Mira' })
    const device = await login.device()
    const session = await login.socialLogin(device, identity)
    expect(session).toMatchObject({ email: 'Mira@example.com', socialProvider: 'google', userName: 'Mira' })
    // The login still has these values after a refresh.
    const refreshed = await device.call(refreshSession, { body: { refreshToken: session.refreshToken } })
    expect(refreshed.body).toMatchObject({ email: 'Mira@example.com', socialProvider: 'google', userName: 'Mira' })
    expect((await login.sessionOf(refreshed.body.accessToken)).amr).toEqual(['social'])
    const events = await readAudit(login.context, { userId: session.userId })
    expect(events.map(({ event }) => event)).toEqual(['oauth.ok', 'session.issued'])
    expect(events[0]?.data).toMatchObject({ provider: 'google', site: siteOrigin })
  })

  test('behavior: the same issuer and id are one account, with any other claims of the provider', async () => {
    const identity = testIdentity({ email: 'one@example.com', userName: 'One' })
    const first = await login.socialLogin(await login.device(), identity)
    const second = await login.socialLogin(await login.device(), {
      ...identity,
      email: 'two@example.com',
      userName: 'Two',
    })
    expect(second).toMatchObject({ userId: first.userId, email: 'two@example.com', userName: 'Two' })
    // A missing address is kept, because withdrawn consent must not stop the notices.
    const third = await login.socialLogin(await login.device(), { ...identity, email: null, userName: null })
    expect(third).toMatchObject({ userId: first.userId, email: 'two@example.com', userName: 'Two' })
  })

  test('behavior: threat 53: another provider, issuer, id or project is another account', async () => {
    const identity = testIdentity({ subject: '42', email: 'same@example.com' })
    const device = await login.device()
    const first = await login.socialLogin(device, identity)
    const others: [ProvenIdentity, string][] = [
      [{ ...identity, subject: '43' }, testProjectId],
      [{ ...identity, issuer: 'https://other.example.com' }, testProjectId],
      [{ ...identity, kind: 'github' }, testProjectId],
      [identity, strictProjectId],
    ]
    const users = [first.userId]
    for (const [other, projectId] of others) users.push((await login.socialLogin(device, other, { projectId })).userId)
    expect(new Set(users).size).toBe(5)
    // The table does not reveal either that two projects share a person.
    const rows = (await Promise.all(users.map(identitiesOf))).flat()
    expect(new Set(rows.map(({ subjectIndex }) => Buffer.from(subjectIndex).toString('hex'))).size).toBe(5)
  })

  test('behavior: two windows that log in for the first time concurrently get one account', async () => {
    const identity = testIdentity()
    const devices = await Promise.all(Array.from({ length: 4 }, () => login.device()))
    const all = await Promise.all(devices.map((device) => login.socialLogin(device, identity)))
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(1)
    expect(await identitiesOf(all[0]?.userId ?? '')).toHaveLength(1)
  })

  test('behavior: threat 29: the table does not contain the id, address or name', async () => {
    const identity = testIdentity({ subject: 'subject-canary', email: 'canary@example.com', userName: 'canary-name' })
    const { userId } = await login.socialLogin(await login.device(), identity)
    const [row] = await identitiesOf(userId)
    if (!row) throw new Error('The identity is not there')
    const dump = Object.values(row)
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join()
    expect(dump).toContain(userId)
    expect(dump).not.toContain('canary')
    // Sealed for this row only.
    expect(await openLoginMethod({ row, sealer: login.sealer })).toEqual(identity)
    const moved = { ...row, id: crypto.randomUUID() }
    await expect(openLoginMethod({ row: moved, sealer: login.sealer })).rejects.toThrow()
  })

  test('behavior: a login with a passkey or an address names no provider', async () => {
    const email = 'by-mail@example.com'
    const byMail = await login.login(await login.device(), email)
    expect(byMail).toMatchObject({ email, socialProvider: null, userName: null })
    const social = testIdentity({ userName: 'x-name', kind: 'x' })
    const { userId, deviceId } = await login.socialLogin(await login.device(), social)
    const device = await login.device()
    const tokens = await login.context.database.transaction((tx) =>
      login.auth.parts.sessions.issue(tx, {
        ...{ userId, deviceId, identityId: null, projectId: testProjectId, hostOrigin: siteOrigin, jkt: device.jkt },
        methods: ['passkey'],
      }),
    )
    expect(tokens).toMatchObject({ email: null, socialProvider: null, userName: null })
  })

  test('behavior: an account is labeled with an address, else a name, else nothing', async () => {
    const labelOf = async (identity: ProvenIdentity) => {
      const { userId } = await login.socialLogin(await login.device(), identity)
      return readUserLabel(login.context.database, { userId, sealer: login.sealer })
    }
    expect(await labelOf(testIdentity({ email: 'a@example.com', userName: 'a' }))).toBe('a@example.com')
    expect(await labelOf(testIdentity({ userName: 'octo' }))).toBe('octo')
    expect(await labelOf(testIdentity())).toBeUndefined()
  })

  test('error: an origin that the project does not list', async () => {
    const device = await login.device()
    const place = {
      projectId: testProjectId,
      hostOrigin: 'https://evil.example',
      jkt: device.jkt,
      deviceName: 'x',
      language: 'en',
    }
    const refused = login.context.database.transaction((tx) =>
      finishLogin(login.auth.parts, tx, { login: place, identity: testIdentity(), methods: ['social'] }),
    )
    await expect(refused).rejects.toMatchObject({ code: 'origin_not_allowed' })
  })
})

describe('step-up of an account without a login address', () => {
  const confirm = async (accessToken: string, identity: ProvenIdentity) => {
    const session = await login.sessionOf(accessToken)
    const at = await login.context.database.transaction((tx) =>
      confirmIdentity(login.auth.parts, tx, { session, identity }),
    )
    await login.auth.parts.sessions.announce([session.sessionId])
    return at
  }

  test('default', async () => {
    // The provider's verified address is a contact, so a code sent there proves nothing.
    const identity = testIdentity({ kind: 'github', email: 'contact@example.com' })
    const device = await login.device()
    const { accessToken } = await login.socialLogin(device, identity)
    login.pass(301)
    const { clock, database } = login.context
    const isFresh = async () => {
      const check = requireStepUpOf({ db: database, session: await login.sessionOf(accessToken), clock })
      return check.then(
        () => true,
        () => false,
      )
    }
    expect(await isFresh()).toBe(false)
    expect((await device.call(startStepUp)).body).toEqual({
      method: 'social',
      provider: 'github',
      attemptId: null,
      resendAt: null,
    })
    expect(login.mails.some(({ to }) => to === 'contact@example.com')).toBe(false)
    expect((await confirm(accessToken, identity)).getTime()).toBe(clock.now())
    expect(await isFresh()).toBe(true)
    expect((await login.sessionOf(accessToken)).amr).toEqual(['social'])
  })

  test('behavior: threat 53: only a login method of the account itself confirms, with any address', async () => {
    const own = testIdentity({ email: 'shared@example.com' })
    const { accessToken } = await login.socialLogin(await login.device(), own)
    const other = testIdentity({ email: 'shared@example.com' })
    await login.socialLogin(await login.device(), other)
    login.pass(301)
    const { authTime } = await login.sessionOf(accessToken)
    const stranger = testIdentity({ email: 'shared@example.com' })
    for (const identity of [other, stranger, { ...own, subject: own.subject.toUpperCase() }]) {
      await expect(confirm(accessToken, identity)).rejects.toMatchObject({ code: 'social_refused' })
    }
    expect((await login.sessionOf(accessToken)).authTime).toEqual(authTime)
  })

  test('behavior: once there is a passkey, a provider does not replace it', async () => {
    const identity = testIdentity()
    const device = await login.device()
    const { accessToken, userId } = await login.socialLogin(device, identity)
    await login.addPasskey(userId)
    expect((await device.call(startStepUp)).body).toMatchObject({ method: 'passkey', provider: null })
    await expect(confirm(accessToken, identity)).rejects.toMatchObject({ code: 'attempt_unknown' })
  })

  test('behavior: a login that has just ended is not confirmed', async () => {
    const identity = testIdentity()
    const device = await login.device()
    const { accessToken, userId } = await login.socialLogin(device, identity)
    const session = await login.sessionOf(accessToken)
    // By another process, whose announcement has not arrived.
    await login.context.database.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, userId))
    const confirming = login.context.database.transaction((tx) =>
      confirmIdentity(login.auth.parts, tx, { session, identity }),
    )
    await expect(confirming).rejects.toMatchObject({ code: 'session_ended' })
    await login.auth.parts.sessions.announce([session.sessionId])
    expect(await device.call(watchSession)).toMatchObject({ code: 'session_ended' })
  })

  test('error: without an offered provider there is no method of confirmation', async () => {
    const device = await login.device()
    await login.socialLogin(device, testIdentity({ kind: 'discord' }))
    expect(await device.call(startStepUp)).toMatchObject({ status: 404, code: 'social_unavailable' })
  })
})
