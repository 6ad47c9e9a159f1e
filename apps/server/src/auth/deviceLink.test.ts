import {
  approveDevice,
  inspectDeviceLink,
  verifyEmailCode,
  waitForDevice,
  watchSession,
} from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { authAttempts } from './schema.ts'
import {
  createTestLogin,
  siteOrigin,
  strictProjectId,
  type TestDevice,
  unknownToken,
  walletUrl,
  wrongCode,
} from './testing/createTestLogin.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
beforeAll(async () => {
  login = await createTestLogin()
})
afterAll(() => login.stop())

let people = 0

/** Starts a login that waits for approval. Returns it with the token of the link in the email. */
async function waiting(device?: TestDevice, known?: string) {
  people += 1
  const email = known ?? `link-${people}@example.com`
  const asking = device ?? (await login.device())
  const { body } = await login.start(asking, email, { projectId: strictProjectId })
  const { url } = login.mailTo(email, 'deviceLink')
  const number = body.matchNumber ?? ''
  const other = String((Number(number) + 1) % 100).padStart(2, '0')
  return { email, device: asking, ...body, url, token: url.split('#')[1] ?? '', number, other }
}

/** A caller without a key here, like the page of the link in another browser. */
const approve = async ({ token, number }: { token: string; number: string }, from?: TestDevice) =>
  (from ?? (await login.device())).call(approveDevice, { body: { token, number }, ...(from ? {} : { proof: null }) })

const stateOf = async (id: string) => {
  const [row] = await login.context.database.select().from(authAttempts).where(eq(authAttempts.id, id))
  return row
}

describe('a device link', () => {
  test('default', async () => {
    const { email, device, action, attemptId, url, token, number } = await waiting()
    expect(action).toBe('VERIFY_DEVICE')
    expect(url).toBe(`${walletUrl}/w/device#${token}`)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(number).toMatch(/^\d{2}$/)

    const page = await login.device()
    const about = await page.call(inspectDeviceLink, { body: { token }, proof: null })
    expect(about.body).toMatchObject({ app: 'Strict token', hostOrigin: siteOrigin, device: 'Chrome on macOS' })

    const wait = device.call(waitForDevice, { body: { attemptId } })
    expect((await approve({ token, number })).body).toEqual({ next: 'code' })
    expect((await wait).body).toMatchObject({ status: 'approved' })
    const { code } = login.mailTo(email, 'loginCode')
    const done = await device.call(verifyEmailCode, { body: { attemptId, otp: code } })
    expect(done.status).toBe(200)

    // The device is known now, so the code is enough, but only from this key.
    login.pass(30)
    expect((await login.start(device, email, { projectId: strictProjectId })).body.action).toBe('VERIFY_OTP')
    login.pass(30)
    const stranger = await login.device()
    expect((await login.start(stranger, email, { projectId: strictProjectId })).body.action).toBe('VERIFY_DEVICE')
  })

  test('behavior: in the same browser the login finishes at once', async () => {
    const { device, attemptId, token, number, email } = await waiting()
    const wait = device.call(waitForDevice, { body: { attemptId } })
    expect((await approve({ token, number }, device)).body).toEqual({ next: 'connected' })
    const { body } = await wait
    if (body.status !== 'connected') throw new Error(body.status)
    expect(body.session.email).toBe(email)
    device.use(body.session.accessToken)
    const controller = new AbortController()
    const watching = device.call(watchSession, { signal: controller.signal })
    controller.abort()
    expect((await watching).status).toBe(200)
    device.use(undefined)
    expect(await device.call(waitForDevice, { body: { attemptId } })).toMatchObject({ code: 'code_expired' })
  })

  test('behavior: of two concurrent waiters one gets the login', async () => {
    const { device, attemptId, token, number } = await waiting()
    const waits = [1, 2].map(() => device.call(waitForDevice, { body: { attemptId } }))
    expect((await approve({ token, number }, device)).body).toEqual({ next: 'connected' })
    const answers = await Promise.all(waits)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ code: 'code_expired' })
  })

  test('behavior: threat 43: scanner-get: opening the link changes nothing', async () => {
    const { device, attemptId, token, number, email } = await waiting()
    const before = await stateOf(attemptId)
    const scanner = await login.device()
    for (let index = 0; index < 5; index++) {
      expect((await scanner.call(inspectDeviceLink, { body: { token }, proof: null })).status).toBe(200)
    }
    expect(await stateOf(attemptId)).toEqual(before)
    expect(login.mails.filter(({ to }) => to === email)).toHaveLength(1)
    const controller = new AbortController()
    const wait = device.call(waitForDevice, { body: { attemptId }, signal: controller.signal })
    controller.abort()
    expect((await wait).body).toEqual({ status: 'pending' })
    // A scanner that posts without the number fails as well.
    expect((await approve({ token, number })).body).toEqual({ next: 'code' })
  })

  test('behavior: threat 44: link-fixation: without the number on the waiting screen the link approves nothing', async () => {
    const attacker = await waiting()
    // The victim receives the forwarded link and sees no number: three guesses.
    const guesses = []
    for (let index = 0; index < 3; index++) {
      guesses.push((await approve({ token: attacker.token, number: attacker.other })).code)
    }
    expect(guesses).toEqual(['number_wrong', 'number_wrong', 'link_invalid'])
    expect(await approve({ token: attacker.token, number: attacker.number })).toMatchObject({ code: 'link_invalid' })
    const wait = await attacker.device.call(waitForDevice, { body: { attemptId: attacker.attemptId } })
    expect(wait).toMatchObject({ status: 400, code: 'code_expired' })
  })

  test('behavior: threat 44: concurrent guesses count as well, three in total', async () => {
    const { token, other, attemptId } = await waiting()
    const guesses = await Promise.all(Array.from({ length: 9 }, () => approve({ token, number: other })))
    expect(guesses.filter(({ code }) => code === 'number_wrong')).toHaveLength(2)
    expect(await stateOf(attemptId)).toMatchObject({ state: 'dead', numberTries: 3 })
  })

  test('behavior: threat 44: an approved attempt is bound to the key that started it', async () => {
    const { attemptId, token, number, email } = await waiting()
    const thief = await login.device()
    // A proof of another key approves the device, but does not get its login.
    expect((await approve({ token, number }, thief)).body).toEqual({ next: 'code' })
    const { code } = login.mailTo(email, 'loginCode')
    expect(await thief.call(waitForDevice, { body: { attemptId } })).toMatchObject({ code: 'attempt_unknown' })
    const verify = await thief.call(verifyEmailCode, { body: { attemptId, otp: code } })
    expect(verify).toMatchObject({ code: 'attempt_unknown' })
  })

  test('behavior: a link works once and for fifteen minutes, and the code only after the link', async () => {
    const used = await waiting()
    await approve(used)
    expect(await approve(used)).toMatchObject({ status: 404, code: 'link_invalid' })
    const late = await waiting()
    const early = await late.device.call(verifyEmailCode, { body: { attemptId: late.attemptId, otp: '000000' } })
    expect(early.code).toBe('attempt_unknown')
    login.pass(900)
    expect(await approve(late)).toMatchObject({ code: 'link_invalid' })
    const wait = await late.device.call(waitForDevice, { body: { attemptId: late.attemptId } })
    expect(wait.code).toBe('code_expired')
    const page = await login.device()
    const unknown = await page.call(inspectDeviceLink, { body: { token: unknownToken() }, proof: null })
    expect(unknown).toMatchObject({ status: 404, code: 'link_invalid' })
  })

  test('behavior: threat 37: a hundred codes and links per hour from one network', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 101; index++) {
      const guesser = await login.device({ ip: `203.0.113.${index % 250}` })
      statuses.push((await guesser.call(inspectDeviceLink, { body: { token: unknownToken() }, proof: null })).status)
    }
    expect(statuses).toEqual([...Array(100).fill(404), 429])
  })

  test('behavior: wrong guesses of others do not lock out a visitor who used the link', async () => {
    const email = 'shut-out@example.com'
    for (let round = 0; round < 4; round++) {
      const attacker = await login.device()
      const { body } = await login.start(attacker, email)
      const { code } = login.mailTo(email, 'loginCode')
      for (let index = 0; index < 5; index++) {
        await attacker.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp: wrongCode(code) } })
      }
      login.pass(1000)
    }
    const owner = await login.device()
    const { body } = await login.start(owner, email)
    expect(body.action).toBe('VERIFY_DEVICE')
    const token = login.mailTo(email, 'deviceLink').url.split('#')[1] ?? ''
    await approve({ token, number: body.matchNumber ?? '' })
    const { code } = login.mailTo(email, 'loginCode')
    const done = await owner.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp: code } })
    expect(done.status).toBe(200)
  })

  test('behavior: the waiting device is notified at once, without polling the database', async () => {
    const { device, attemptId, token, number } = await waiting()
    let answered = false
    const wait = device.call(waitForDevice, { body: { attemptId } }).finally(() => {
      answered = true
    })
    const { database } = login.context
    let reads = 0
    const select = database.select.bind(database)
    database.select = ((...parameters: []) => {
      reads += 1
      return select(...parameters)
    }) as typeof database.select
    try {
      const start = performance.now()
      await until(() => performance.now() - start > 60)
      expect(answered).toBe(false)
      expect(reads).toBeLessThan(3)
    } finally {
      database.select = select as typeof database.select
    }
    await approve({ token, number })
    expect((await wait).body).toMatchObject({ status: 'approved' })
  })
})
