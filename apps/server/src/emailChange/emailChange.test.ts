import {
  resendEmailChange,
  startEmailChange,
  startEmailLogin,
  undoEmailChange,
  verifyEmailCode,
  verifyNewEmail,
  verifyOldEmail,
  watchSession,
} from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { emailChanges, sessions, users } from '../auth/schema.ts'
import {
  createTestLogin,
  siteOrigin,
  type TestDevice,
  unknownToken,
  walletUrl,
  wrongCode,
} from '../auth/testing/createTestLogin.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { sweepEmailChanges } from './sweepEmailChanges.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
beforeAll(async () => {
  login = await createTestLogin()
})
afterAll(() => login.stop())

const day = 86_400

let people = 0
async function loggedIn() {
  people += 1
  const email = `old-${people}@example.com`
  const newEmail = `New-${people}@example.com`
  const device = await login.device()
  const session = await login.login(device, email)
  login.pass(30)
  return { email, newEmail, device, session }
}

/** Makes a complete change. */
async function change({ device, email, newEmail }: { device: TestDevice; email: string; newEmail: string }) {
  const { body } = await device.call(startEmailChange, { body: { email: newEmail } })
  const { changeId } = body
  const oldCode = login.mailTo(email, 'emailChangeOldCode').code
  const primary = await device.call(verifyOldEmail, { body: { changeId, otp: oldCode } })
  expect(primary.status).toBe(200)
  const newCode = login.mailTo(newEmail, 'emailChangeNewCode').code
  const done = await device.call(verifyNewEmail, { body: { changeId, otp: newCode } })
  return { done, undoToken: login.mails.findLast(({ to }) => to === email) }
}

const undoTokenOf = (email: string) => login.mailTo(email, 'emailChanged').undoUrl.split('#')[1] ?? ''

const stepUp = async (device: TestDevice, email: string) => {
  // A new login is fresh as well.
  login.pass(30)
  return login.login(device, email)
}

describe('a change of the address', () => {
  test('behavior: threat 65: a login that has just ended elsewhere cannot change the address', async () => {
    const { device, email, newEmail, session } = await loggedIn()
    const { changeId } = (await device.call(startEmailChange, { body: { email: newEmail } })).body
    const { database } = login.context
    // By another process, whose announcement has not arrived: here the login still counts as active.
    await database.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.userId, session.userId))
    const otp = login.mailTo(email, 'emailChangeOldCode').code
    expect(await device.call(verifyOldEmail, { body: { changeId, otp } })).toMatchObject({ code: 'session_ended' })
    const [change] = await database.select().from(emailChanges).where(eq(emailChanges.id, changeId))
    expect(change?.step).toBe('primary')
  })

  test('behavior: threat 65: with a passkey, a fresh login with a code starts no change', async () => {
    const { device, newEmail, session } = await loggedIn()
    await login.addPasskey(session.userId)
    const refused = await device.call(startEmailChange, { body: { email: newEmail } })
    expect(refused).toMatchObject({ status: 403, code: 'step_up_required' })
  })

  test('default', async () => {
    const { email, newEmail, device, session } = await loggedIn()
    const other = await login.device()
    await login.login(other, email)
    login.pass(30)
    const { done } = await change({ device, email, newEmail })
    expect(done.body).toEqual({ newEmail })

    // The old address gets a notice, with a link that undoes it.
    const notice = login.mailTo(email, 'emailChanged')
    expect(notice).toMatchObject({ app: 'Example token', newEmail, hours: 72 })
    expect(notice.undoUrl).toMatch(new RegExp(`^${walletUrl}/w/undo#[A-Za-z0-9_-]{43}$`))
    // This login continues, all others ended.
    expect(await login.isAlive(device)).toBe(true)
    expect(await other.call(watchSession)).toMatchObject({ code: 'session_ended' })
    // From now on the new address belongs to the account.
    login.pass(30)
    const next = await login.login(await login.device(), newEmail.toLowerCase())
    expect(next.userId).toBe(session.userId)
    expect(next.email).toBe(newEmail)
    const events = await readAudit(login.context, { userId: session.userId })
    expect(events.map(({ event }) => event)).toContain('email.changed')
  })

  test('behavior: threat 40: email-change-freeze: export and removal are frozen for 24 hours', async () => {
    const { email, newEmail, device, session } = await loggedIn()
    await change({ device, email, newEmail })
    const [user] = await login.context.database.select().from(users).where(eq(users.id, session.userId))
    const seconds = ((user?.frozenUntil?.getTime() ?? 0) - login.context.clock.now()) / 1000
    expect(seconds).toBe(24 * 3600)
  })

  test('behavior: threat 65: email-change: both codes are needed, in order, in this login', async () => {
    const { email, newEmail, device } = await loggedIn()
    const { body } = await device.call(startEmailChange, { body: { email: newEmail } })
    const { changeId } = body
    const oldCode = login.mailTo(email, 'emailChangeOldCode').code
    expect(login.mails.some(({ to }) => to === newEmail)).toBe(false)
    const skipped = await device.call(verifyNewEmail, { body: { changeId, otp: oldCode } })
    expect(skipped.code).toBe('attempt_unknown')
    const wrong = await device.call(verifyOldEmail, { body: { changeId, otp: wrongCode(oldCode) } })
    expect(wrong.code).toBe('code_wrong')
    // Another login of the same user cannot use the codes.
    login.pass(30)
    const other = await login.device()
    await login.login(other, email)
    const foreign = await other.call(verifyOldEmail, { body: { changeId, otp: oldCode } })
    expect(foreign.code).toBe('attempt_unknown')

    expect((await device.call(verifyOldEmail, { body: { changeId, otp: oldCode } })).status).toBe(200)
    expect(await device.call(verifyOldEmail, { body: { changeId, otp: oldCode } })).toMatchObject({
      code: 'attempt_unknown',
    })
    const newCode = login.mailTo(newEmail, 'emailChangeNewCode').code
    const codes = []
    for (let index = 0; index < 5; index++) {
      codes.push((await device.call(verifyNewEmail, { body: { changeId, otp: wrongCode(newCode) } })).code)
    }
    expect(codes).toEqual(['code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_expired'])
    const dead = await device.call(verifyNewEmail, { body: { changeId, otp: newCode } })
    expect(dead.code).toBe('code_expired')
    login.pass(30)
    expect((await device.call(resendEmailChange, { body: { changeId } })).status).toBe(200)
    const again = login.mailTo(newEmail, 'emailChangeNewCode').code
    expect((await device.call(verifyNewEmail, { body: { changeId, otp: again } })).status).toBe(200)
  })

  test('behavior: threat 65: it needs a step-up', async () => {
    const { newEmail, device } = await loggedIn()
    login.pass(300)
    const late = await device.call(startEmailChange, { body: { email: newEmail } })
    expect(late).toMatchObject({ status: 403, code: 'step_up_required' })
  })

  test('behavior: threat 65: the old address undoes it, and every later change', async () => {
    const { email, newEmail, device, session } = await loggedIn()
    await change({ device, email, newEmail })
    // The hijacker continues: a second change, whose undo link they have.
    login.pass(1)
    const second = `Third-${people}@example.com`
    login.pass(30)
    await change({ device, email: newEmail, newEmail: second })

    const page = await login.device()
    const undone = await page.call(undoEmailChange, { body: { token: undoTokenOf(email) }, proof: null })
    expect(undone.body).toEqual({ email })
    expect(await device.call(watchSession)).toMatchObject({ code: 'session_ended' })
    login.pass(30)
    const owner = await login.login(await login.device(), email)
    expect(owner.userId).toBe(session.userId)
    // The link works once, and the hijacker's own link is invalid.
    for (const token of [undoTokenOf(email), undoTokenOf(newEmail), unknownToken()]) {
      const refused = await page.call(undoEmailChange, { body: { token }, proof: null })
      expect(refused).toMatchObject({ status: 404, code: 'link_invalid' })
    }
    const [user] = await login.context.database.select().from(users).where(eq(users.id, session.userId))
    expect(user?.frozenUntil?.getTime()).toBeGreaterThan(login.context.clock.now())
  })

  test('behavior: threat 65: while it can be undone the old address opens no new account, afterwards it does', async () => {
    const { email, newEmail, device, session } = await loggedIn()
    await change({ device, email, newEmail })
    login.pass(30)
    const owner = await login.device()
    const { body } = await owner.call(startEmailLogin, {
      body: { projectId: testProjectId, email, hostOrigin: siteOrigin },
    })
    const verify = await owner.call(verifyEmailCode, {
      body: { attemptId: body.attemptId, otp: login.mailTo(email, 'loginCode').code },
    })
    expect(verify).toMatchObject({ status: 409, code: 'email_moved' })
    const token = undoTokenOf(email)
    login.pass(72 * 3600)
    const late = await owner.call(undoEmailChange, { body: { token }, proof: null })
    expect(late.code).toBe('link_invalid')
    const fresh = await login.login(owner, email)
    expect(fresh.userId).not.toBe(session.userId)
  })

  test('behavior: an address of another account is refused, visible only to the owner of its mailbox', async () => {
    const taken = await loggedIn()
    const { email, device } = await loggedIn()
    const { done } = await change({ device, email, newEmail: taken.email })
    expect(done).toMatchObject({ status: 409, code: 'email_taken' })
    await stepUp(device, email)
    login.pass(30)
    const own = await device.call(startEmailChange, { body: { email: email.toUpperCase() } })
    expect(own).toMatchObject({ status: 422, code: 'invalid_body', message: 'This is your address already' })
  })

  test('behavior: a cooldown of the new address keeps the step, and resend sends the code', async () => {
    const { email, newEmail, device } = await loggedIn()
    const { body } = await device.call(startEmailChange, { body: { email: newEmail } })
    // A stranger has just requested a login for the new address.
    await login.start(await login.device(), newEmail)
    const { code } = login.mailTo(email, 'emailChangeOldCode')
    const refused = await device.call(verifyOldEmail, { body: { changeId: body.changeId, otp: code } })
    expect(refused).toMatchObject({ status: 429, code: 'email_cooldown' })
    expect(refused.message).toMatch(/^Please try again after \d+ seconds$/)
    login.pass(30)
    expect((await device.call(resendEmailChange, { body: { changeId: body.changeId } })).status).toBe(200)
    const otp = login.mailTo(newEmail, 'emailChangeNewCode').code
    expect((await device.call(verifyNewEmail, { body: { changeId: body.changeId, otp } })).status).toBe(200)
  })

  test('behavior: threat 29: the table contains no address', async () => {
    const rows = await login.context.database.select().from(emailChanges)
    const dump = rows
      .flatMap(({ oldSealed, newSealed, oldIndex, newIndex, codeHash }) => [
        oldSealed,
        newSealed,
        oldIndex,
        newIndex,
        codeHash,
      ])
      .map((bytes) => Buffer.from(bytes ?? []).toString('latin1'))
      .join()
    expect(rows.length).toBeGreaterThan(0)
    expect(dump.toLowerCase()).not.toContain('example.com')
  })

  test('behavior: an unfinished one is deleted after a day, a finished one when it can no longer be undone', async () => {
    const { newEmail, device } = await loggedIn()
    await device.call(startEmailChange, { body: { email: newEmail } })
    const other = await loggedIn()
    expect((await change(other)).done.status).toBe(200)
    const { database, clock } = login.context
    const left = async () => {
      await sweepEmailChanges({ database, now: new Date(clock.now()) })
      return (await database.select().from(emailChanges)).map(({ step }) => step)
    }
    expect(await left()).toContain('primary')
    login.pass(day + 1)
    const afterADay = await left()
    expect(afterADay).toContain('done')
    expect(afterADay).not.toContain('primary')
    login.pass(3 * day)
    expect(await left()).toEqual([])
  })
})
