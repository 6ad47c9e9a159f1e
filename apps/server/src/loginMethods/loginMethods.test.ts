import {
  listLoginMethods,
  refreshSession,
  removeLoginMethod,
  startEmailChange,
  startStepUp,
  undoEmailChange,
  verifyNewEmail,
  verifyOldEmail,
  verifyStepUp,
  watchSession,
} from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { passkeys } from '../auth/schema.ts'
import { createTestLogin, type TestDevice } from '../auth/testing/createTestLogin.ts'
import { testIdentity } from '../auth/testing/testIdentity.ts'
import { wallets } from '../vaults/schema.ts'
import { linkLoginMethod } from './linkLoginMethod.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
beforeAll(async () => {
  login = await createTestLogin()
})
afterAll(() => login.stop())

const day = 86_400
let people = 0
const loggedIn = async () => {
  people += 1
  const email = `person-${people}@example.com`
  const device = await login.device()
  const session = await login.login(device, email)
  login.pass(31)
  return { email, device, session }
}

const link = async (accessToken: string, identity: ProvenIdentity) => {
  const session = await login.sessionOf(accessToken)
  await login.context.database.transaction((tx) => linkLoginMethod(login.auth.parts, tx, { session, identity }))
}

const listOf = async (device: TestDevice) => (await device.call(listLoginMethods)).body.identities
const idOf = async (device: TestDevice, kind: string) =>
  (await listOf(device)).find((identity) => identity.kind === kind)?.id ?? ''
const remove = async (device: TestDevice, kind: string) =>
  device.call(removeLoginMethod, { body: { identityId: await idOf(device, kind) } })
const eventsOf = async (userId: string) => {
  const rows = await readAudit(login.context, { userId })
  return rows.map(({ event }) => event)
}
const mailsTo = (address: string) => login.mails.filter(({ to }) => to === address).map(({ template }) => template)

/** A wallet that another device of the user opened, and this one did not. */
const giveWallet = (userId: string) =>
  login.context.database.insert(wallets).values({
    id: crypto.randomUUID(),
    userId,
    address: `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '0')}`,
    accounts: [],
    vault: new Uint8Array(),
    vaultVersion: 1,
    custody: 'self',
    createdAt: new Date(),
  })

describe('login methods', () => {
  test('default', async () => {
    const { email, device, session } = await loggedIn()
    await link(session.accessToken, testIdentity({ kind: 'google', email: 'mira@gmail.example' }))
    login.pass(1)
    await link(session.accessToken, testIdentity({ kind: 'x', userName: 'mira_x' }))
    const { body } = await device.call(listLoginMethods)
    expect(body.identities.map(({ kind, label }) => [kind, label])).toEqual([
      ['email', email],
      ['google', 'mira@gmail.example'],
      ['x', 'mira_x'],
    ])
    // Of the configured ones.
    expect(body.available).toEqual(['github'])
    // Neither the provider's id of the user nor the issuer is returned.
    for (const identity of body.identities)
      expect(Object.keys(identity).sort()).toEqual(['addedAt', 'id', 'kind', 'label'])
    expect((await remove(device, 'x')).status).toBe(200)
    expect((await listOf(device)).map(({ kind }) => kind)).toEqual(['email', 'google'])
  })

  test('behavior: an added login method opens the account', async () => {
    const { email, session } = await loggedIn()
    const identity = testIdentity({ kind: 'github', userName: 'octo', email: 'octo@example.com' })
    await link(session.accessToken, identity)
    const next = await login.socialLogin(await login.device(), identity)
    // The login address is the label of the account. Without one, the provider's address would be.
    expect(next).toMatchObject({ userId: session.userId, email, socialProvider: 'github', userName: 'octo' })
    expect(await eventsOf(session.userId)).toContain('identity.added')
  })

  test('behavior: threat 53: a login method of another account is refused and stays unchanged', async () => {
    const identity = testIdentity({ email: 'theirs@example.com' })
    const theirs = await login.socialLogin(await login.device(), identity)
    const { device, session } = await loggedIn()
    await expect(link(session.accessToken, identity)).rejects.toMatchObject({ code: 'identity_taken' })
    expect((await listOf(device)).map(({ kind }) => kind)).toEqual(['email'])
    expect((await login.socialLogin(await login.device(), identity)).userId).toBe(theirs.userId)
    expect(await eventsOf(session.userId)).not.toContain('identity.added')
  })

  test('behavior: an existing one stays unchanged, without a notice', async () => {
    const { email, device, session } = await loggedIn()
    const identity = testIdentity()
    await link(session.accessToken, identity)
    await link(session.accessToken, { ...identity, userName: 'Mira' })
    expect((await listOf(device)).map(({ label }) => label)).toEqual([email, 'Mira'])
    expect(mailsTo(email).filter((template) => template === 'identityAdded')).toHaveLength(1)
  })

  test('behavior: if two accounts add one login method at once, one gets it', async () => {
    const identity = testIdentity()
    const both = [await loggedIn(), await loggedIn()]
    const outcomes = await Promise.allSettled(both.map(({ session }) => link(session.accessToken, identity)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'identity_taken' })
  })

  test('behavior: the step-up must still be fresh at the end', async () => {
    const { session } = await loggedIn()
    login.pass(300)
    await expect(link(session.accessToken, testIdentity())).rejects.toMatchObject({ code: 'step_up_required' })
  })

  test('behavior: a thief of the mailbox without the wallet can add and remove nothing', async () => {
    const { device, session } = await loggedIn()
    await link(session.accessToken, testIdentity())
    await giveWallet(session.userId)
    await expect(link(session.accessToken, testIdentity())).rejects.toMatchObject({ code: 'device_not_enrolled' })
    expect(await remove(device, 'google')).toMatchObject({ status: 403, code: 'device_not_enrolled' })
  })
})

describe('removing a login method', () => {
  test('default', async () => {
    const { email, device, session } = await loggedIn()
    const identity = testIdentity({ kind: 'github' })
    await link(session.accessToken, identity)
    const other = await login.device()
    await login.socialLogin(other, identity)
    const byMail = await login.device()
    await login.login(byMail, email)
    expect((await remove(device, 'github')).body).toEqual({})
    // Its logins end, the others continue.
    expect(await other.call(watchSession)).toMatchObject({ code: 'session_ended' })
    expect([await login.isAlive(device), await login.isAlive(byMail)]).toEqual([true, true])
    // From now on it opens a separate account.
    expect((await login.socialLogin(await login.device(), identity)).userId).not.toBe(session.userId)
    expect(await eventsOf(session.userId)).toContain('identity.removed')
  })

  test('behavior: the caller’s login continues without its login method', async () => {
    const identity = testIdentity({ userName: 'Mira' })
    const device = await login.device()
    const session = await login.socialLogin(device, identity)
    await link(session.accessToken, testIdentity({ kind: 'github', userName: 'octo' }))
    expect((await remove(device, 'google')).status).toBe(200)
    const refreshed = await device.call(refreshSession, { body: { refreshToken: session.refreshToken } })
    expect(refreshed.body).toMatchObject({ email: null, socialProvider: null, userName: null })
    device.use(refreshed.body.accessToken)
    expect((await device.call(startStepUp)).body).toMatchObject({ method: 'social', provider: 'github' })
  })

  test('behavior: the last one stays, even if two are removed at once', async () => {
    const { device, session } = await loggedIn()
    expect(await remove(device, 'email')).toMatchObject({ status: 409, code: 'identity_last' })
    await link(session.accessToken, testIdentity())
    const ids = (await listOf(device)).map(({ id }) => id)
    const replies = await Promise.all(ids.map((identityId) => device.call(removeLoginMethod, { body: { identityId } })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await listOf(device)).toHaveLength(1)
  })

  test('behavior: threat 40: a login method that was added today does not lock out the earlier one', async () => {
    const { email, device, session } = await loggedIn()
    login.pass(day)
    const later = await login.login(device, email)
    const added = testIdentity()
    await link(later.accessToken, added)
    const intruder = await login.device()
    await login.socialLogin(intruder, added)
    for (const asking of [device, intruder])
      expect(await remove(asking, 'email')).toMatchObject({ status: 403, code: 'frozen' })
    // A new one can be removed at once, which is the purpose of the notice.
    expect((await remove(device, 'google')).status).toBe(200)
    expect(await intruder.call(watchSession)).toMatchObject({ code: 'session_ended' })

    await link(later.accessToken, added)
    login.pass(day)
    expect((await login.socialLogin(device, added)).userId).toBe(session.userId)
    expect((await remove(device, 'email')).status).toBe(200)
  })

  test('behavior: another user’s is unknown', async () => {
    const theirs = await loggedIn()
    const { device, session } = await loggedIn()
    await link(session.accessToken, testIdentity())
    const identityId = await idOf(theirs.device, 'email')
    expect(await device.call(removeLoginMethod, { body: { identityId } })).toMatchObject({ code: 'identity_unknown' })
    expect(await listOf(theirs.device)).toHaveLength(1)
  })

  test('behavior: it needs a fresh step-up, and a passkey if there is one', async () => {
    const { device, session } = await loggedIn()
    await link(session.accessToken, testIdentity())
    await login.addPasskey(session.userId)
    expect(await remove(device, 'google')).toMatchObject({ status: 403, code: 'step_up_required' })
    await login.context.database.delete(passkeys).where(eq(passkeys.userId, session.userId))
    login.pass(300)
    expect(await remove(device, 'google')).toMatchObject({ status: 403, code: 'step_up_required' })
  })

  test('behavior: a concurrent login either ends with it or opens a separate account', async () => {
    for (let round = 0; round < 5; round++) {
      const { device, session } = await loggedIn()
      const identity = testIdentity({ kind: 'github' })
      await link(session.accessToken, identity)
      const identityId = await idOf(device, 'github')
      const others = await Promise.all(Array.from({ length: 3 }, () => login.device()))
      const [removed, ...logins] = await Promise.all([
        device.call(removeLoginMethod, { body: { identityId } }),
        ...others.map((other) => login.socialLogin(other, identity)),
      ])
      expect(removed.status).toBe(200)
      for (const [index, other] of others.entries()) {
        const isOwn = logins[index]?.userId !== session.userId
        expect(await login.isAlive(other)).toBe(isOwn)
      }
    }
  })

  test('behavior: a code that was already sent to the address becomes invalid', async () => {
    const { email, device, session } = await loggedIn()
    await link(session.accessToken, testIdentity())
    const { attemptId } = (await device.call(startStepUp)).body
    const { code } = login.mailTo(email, 'stepUpCode')
    expect((await remove(device, 'email')).status).toBe(200)
    expect(await device.call(verifyStepUp, { body: { attemptId, otp: code } })).toMatchObject({ code: 'code_expired' })
  })
})

describe('notices', () => {
  test('behavior: the earlier address is notified, not the added or remaining one', async () => {
    const { email, device, session } = await loggedIn()
    await link(session.accessToken, testIdentity({ kind: 'github', email: 'octo@example.com' }))
    expect(login.mailTo(email, 'identityAdded')).toEqual({
      app: 'Example token',
      device: 'Chrome on macOS',
      kind: 'github',
    })
    await remove(device, 'email')
    expect(login.mailTo(email, 'identityRemoved')).toMatchObject({ kind: 'email' })
    expect(mailsTo('octo@example.com')).toEqual([])
    // From now on it is the only address.
    login.pass(1)
    await link(session.accessToken, testIdentity({ kind: 'google', email: 'later@example.com' }))
    expect(mailsTo('octo@example.com')).toEqual(['identityAdded'])
    // Of several, the oldest: an added login method redirects no notice.
    await remove(device, 'google')
    expect(mailsTo('octo@example.com')).toEqual(['identityAdded', 'identityRemoved'])
    expect(mailsTo('later@example.com')).toEqual([])
  })

  test('behavior: an account without an address works as well, without notices', async () => {
    const device = await login.device()
    const { accessToken } = await login.socialLogin(device, testIdentity({ kind: 'x' }))
    const before = login.mails.length
    await link(accessToken, testIdentity({ kind: 'google' }))
    expect((await remove(device, 'x')).status).toBe(200)
    expect(login.mails.length).toBe(before)
  })
})

describe('an address for an account that has none', () => {
  const begin = async () => {
    people += 1
    const newEmail = `First-${people}@example.com`
    const contact = `contact-${people}@example.com`
    const identity = testIdentity({ email: contact })
    const device = await login.device()
    const session = await login.socialLogin(device, identity)
    login.pass(31)
    return { newEmail, contact, identity, device, session }
  }

  test('default', async () => {
    const { newEmail, contact, identity, device, session } = await begin()
    const other = await login.device()
    await login.socialLogin(other, identity)
    const { body } = await device.call(startEmailChange, { body: { email: newEmail } })
    expect(body.action).toBe('VERIFY_SECONDARY_OTP')
    const { changeId } = body
    const otp = login.mailTo(newEmail, 'emailChangeNewCode').code
    // There is no old address with a code.
    expect(await device.call(verifyOldEmail, { body: { changeId, otp } })).toMatchObject({ code: 'attempt_unknown' })
    expect((await device.call(verifyNewEmail, { body: { changeId, otp } })).body).toEqual({ newEmail })
    // The owner loses nothing: no login ends, nothing is frozen, nothing can be undone. The contact is notified.
    expect([await login.isAlive(device), await login.isAlive(other)]).toEqual([true, true])
    expect(login.mailTo(contact, 'identityAdded')).toMatchObject({ kind: 'email' })
    expect(mailsTo(newEmail)).toEqual(['emailChangeNewCode'])
    expect(await eventsOf(session.userId)).toContain('identity.added')
    login.pass(31)
    const byMail = await login.login(await login.device(), newEmail)
    expect(byMail).toMatchObject({ userId: session.userId, email: newEmail })
    login.pass(31)
    expect((await device.call(startStepUp)).body.method).toBe('code')
    expect(await device.call(verifyNewEmail, { body: { changeId, otp } })).toMatchObject({ code: 'attempt_unknown' })
  })

  test('behavior: it needs a fresh step-up', async () => {
    const { newEmail, device } = await begin()
    login.pass(300)
    const late = await device.call(startEmailChange, { body: { email: newEmail } })
    expect(late).toMatchObject({ status: 403, code: 'step_up_required' })
    expect(mailsTo(newEmail)).toEqual([])
  })

  test('behavior: the address of another account is refused, visible only to the owner of its mailbox', async () => {
    const taken = await loggedIn()
    const { device } = await begin()
    const { body } = await device.call(startEmailChange, { body: { email: taken.email } })
    const otp = login.mailTo(taken.email, 'emailChangeNewCode').code
    const done = await device.call(verifyNewEmail, { body: { changeId: body.changeId, otp } })
    expect(done).toMatchObject({ status: 409, code: 'email_taken' })
    login.pass(31)
    expect((await login.login(await login.device(), taken.email)).userId).toBe(taken.session.userId)
  })

  test('behavior: of two windows that add one each, the first to finish counts', async () => {
    const { newEmail, identity, device } = await begin()
    const other = await login.device()
    await login.socialLogin(other, identity)
    const starts = []
    for (const [asking, email] of [
      [device, newEmail],
      [other, `other-${newEmail}`],
    ] as const) {
      starts.push({ asking, email, changeId: (await asking.call(startEmailChange, { body: { email } })).body.changeId })
    }
    const replies = []
    for (const { asking, email, changeId } of starts) {
      const otp = login.mailTo(email, 'emailChangeNewCode').code
      replies.push((await asking.call(verifyNewEmail, { body: { changeId, otp } })).code)
    }
    // The later start ended the earlier one.
    expect(replies).toEqual(['attempt_unknown', undefined])
    expect((await listOf(device)).map(({ kind }) => kind)).toEqual(['google', 'email'])
  })
})

describe('after a change of the address', () => {
  /** A thief with the mailbox and an open device takes over the account. */
  const hijack = async (owned: ProvenIdentity) => {
    const { email, device, session } = await loggedIn()
    await link(session.accessToken, owned)
    login.pass(31)
    const newEmail = `hijacker-${people}@example.com`
    const { body } = await device.call(startEmailChange, { body: { email: newEmail } })
    const { changeId } = body
    const primary = login.mailTo(email, 'emailChangeOldCode').code
    await device.call(verifyOldEmail, { body: { changeId, otp: primary } })
    const secondary = login.mailTo(newEmail, 'emailChangeNewCode').code
    expect((await device.call(verifyNewEmail, { body: { changeId, otp: secondary } })).status).toBe(200)
    const undoToken = login.mailTo(email, 'emailChanged').undoUrl.split('#')[1] ?? ''
    return { email, newEmail, device, session, undoToken }
  }

  test('behavior: threat 40: nothing can be removed for 24 hours', async () => {
    const { newEmail, device, session } = await hijack(testIdentity())
    expect(await remove(device, 'email')).toMatchObject({ status: 403, code: 'frozen' })
    login.pass(day + 1)
    const again = await login.login(device, newEmail)
    expect(again.userId).toBe(session.userId)
    expect((await remove(device, 'email')).status).toBe(200)
  })

  test('behavior: threat 65: an undo removes later login methods, and restores a removed address', async () => {
    const owned = testIdentity({ kind: 'github' })
    const { email, newEmail, device, session, undoToken } = await hijack(owned)
    const planted = testIdentity()
    await link(session.accessToken, planted)
    login.pass(day + 1)
    await login.login(device, newEmail)
    expect((await remove(device, 'email')).status).toBe(200)

    const page = await login.device()
    const undone = await page.call(undoEmailChange, { body: { token: undoToken }, proof: null })
    expect(undone.body).toEqual({ email })
    expect(await device.call(watchSession)).toMatchObject({ code: 'session_ended' })
    const owner = await login.device()
    expect((await login.login(owner, email)).userId).toBe(session.userId)
    expect((await listOf(owner)).map(({ kind }) => kind)).toEqual(['github', 'email'])
    expect((await login.socialLogin(await login.device(), owned)).userId).toBe(session.userId)
    expect((await login.socialLogin(await login.device(), planted)).userId).not.toBe(session.userId)
  })
})
