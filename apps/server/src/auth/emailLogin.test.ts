import { endSession, startEmailLogin, verifyEmailCode, watchSession } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testProjectId } from '../testing/testProjectId.ts'
import { authAttempts, authCounters, identities } from './schema.ts'
import { createTestLogin, siteOrigin, strictProjectId, wrongCode } from './testing/createTestLogin.ts'
import { readWork, solveWork } from './testing/solveWork.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
beforeAll(async () => {
  login = await createTestLogin()
})
afterAll(() => login.stop())

describe('a login by email', () => {
  test('default', async () => {
    const device = await login.device()
    const started = await login.start(device, 'Ada@Example.com')
    expect(started.status).toBe(200)
    expect(started.body).toMatchObject({ action: 'VERIFY_OTP', matchNumber: null, hostMayTypeCode: false })
    const mail = login.mailTo('Ada@Example.com', 'loginCode')
    expect(mail).toMatchObject({ app: 'Example token', hostOrigin: siteOrigin, device: 'Chrome on macOS', minutes: 10 })
    expect(mail.code).toMatch(/^\d{6}$/)

    const done = await device.call(verifyEmailCode, { body: { attemptId: started.body.attemptId, otp: mail.code } })
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({ expiresIn: 600, email: 'Ada@Example.com' })

    device.use(done.body.accessToken)
    const ended = await device.call(endSession)
    expect(ended.status).toBe(200)
    expect(await device.call(watchSession)).toMatchObject({ status: 401, code: 'session_ended' })
  })

  test('behavior: the same address in another letter case is the same user, and another key is another device', async () => {
    const device = await login.device()
    const first = await login.login(device, 'bob@example.com')
    login.pass(30)
    const second = await login.login(device, 'BOB@Example.com')
    expect(second.userId).toBe(first.userId)
    expect(second.deviceId).toBe(first.deviceId)
    login.pass(30)
    const other = await login.device()
    const third = await login.login(other, 'bob@example.com')
    expect(third.userId).toBe(first.userId)
    expect(third.deviceId).not.toBe(first.deviceId)
  })

  test('behavior: a code works once, even if it is sent twice at once', async () => {
    const device = await login.device()
    const { body } = await login.start(device, 'twice@example.com')
    const { code } = login.mailTo('twice@example.com', 'loginCode')
    const answers = await Promise.all(
      [1, 2, 3].map(() => device.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp: code } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(answers.filter((answer) => answer.code).map((answer) => answer.code)).toEqual([
      'code_expired',
      'code_expired',
    ])
  })

  test('behavior: a code expires after ten minutes', async () => {
    const device = await login.device()
    const { body } = await login.start(device, 'late@example.com')
    const { code } = login.mailTo('late@example.com', 'loginCode')
    login.pass(600)
    expect(await device.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp: code } })).toMatchObject({
      code: 'code_expired',
    })
  })

  test('behavior: a new code invalidates the previous one', async () => {
    const device = await login.device()
    const first = await login.start(device, 'again@example.com')
    const { code } = login.mailTo('again@example.com', 'loginCode')
    login.pass(30)
    const second = await login.start(device, 'again@example.com')
    expect(second.status).toBe(200)
    const old = await device.call(verifyEmailCode, { body: { attemptId: first.body.attemptId, otp: code } })
    expect(old.code).toBe('code_expired')
    const fresh = login.mailTo('again@example.com', 'loginCode').code
    const done = await device.call(verifyEmailCode, { body: { attemptId: second.body.attemptId, otp: fresh } })
    expect(done.status).toBe(200)
  })

  test('behavior: threat 37: after five tries the code is invalid', async () => {
    const device = await login.device()
    const { body } = await login.start(device, 'tries@example.com')
    const { code } = login.mailTo('tries@example.com', 'loginCode')
    const attempt = (otp: string) => device.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp } })
    const codes = []
    for (let index = 0; index < 5; index++) codes.push((await attempt(wrongCode(code))).code)
    expect(codes).toEqual(['code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_expired'])
    expect(await attempt(code)).toMatchObject({ status: 400, code: 'code_expired' })
  })

  test('behavior: threat 37: concurrent tries count fully', async () => {
    const device = await login.device()
    const { body } = await login.start(device, 'parallel@example.com')
    const { code } = login.mailTo('parallel@example.com', 'loginCode')
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () =>
        device.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp: wrongCode(code) } }),
      ),
    )
    expect(guesses.filter((guess) => guess.code === 'code_wrong')).toHaveLength(4)
    expect(guesses.filter((guess) => guess.code === 'code_expired')).toHaveLength(8)
    const [row] = await login.context.database.select().from(authAttempts).where(eq(authAttempts.id, body.attemptId))
    expect(row).toMatchObject({ codeTries: 5, state: 'dead', codeHash: null })
  })

  test('behavior: threat 37: after twenty wrong codes in a day, only a link works', async () => {
    const email = 'guessed@example.com'
    let wrong = 0
    for (let round = 0; round < 5; round++) {
      // A new key and a new network each time, because the limit counts the address.
      const attacker = await login.device()
      const { body, status } = await login.start(attacker, email)
      expect(status).toBe(200)
      expect(body.action).toBe(round < 4 ? 'VERIFY_OTP' : 'VERIFY_DEVICE')
      if (round === 4) break
      const { code } = login.mailTo(email, 'loginCode')
      for (let index = 0; index < 5; index++) {
        const guess = await attacker.call(verifyEmailCode, {
          body: { attemptId: body.attemptId, otp: wrongCode(code) },
        })
        if (guess.status === 400) wrong += 1
      }
      login.pass(1000)
    }
    expect(wrong).toBe(20)
  })

  test('behavior: threat 38: a code is useless for another key', async () => {
    const device = await login.device()
    const thief = await login.device()
    const { body } = await login.start(device, 'stolen@example.com')
    const { code } = login.mailTo('stolen@example.com', 'loginCode')
    const stolen = await thief.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp: code } })
    expect(stolen).toMatchObject({ status: 404, code: 'attempt_unknown' })
    // Also in the thief's own attempt.
    login.pass(30)
    const own = await login.start(thief, 'stolen@example.com')
    const again = login.mailTo('stolen@example.com', 'loginCode').code
    const reused = await thief.call(verifyEmailCode, {
      body: { attemptId: own.body.attemptId, otp: code === again ? wrongCode(code) : code },
    })
    expect(reused.code).toBe('code_wrong')
    // The owner's attempt still works.
    expect((await device.call(verifyEmailCode, { body: { attemptId: body.attemptId, otp: code } })).status).toBe(200)
  })

  test('behavior: threat 39: the email names the app, the site and the device of the request', async () => {
    const relay = await login.device({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    })
    await login.start(relay, 'phished@example.com')
    expect(login.mailTo('phished@example.com', 'loginCode')).toMatchObject({
      app: 'Example token',
      hostOrigin: siteOrigin,
      device: 'Firefox on Linux',
    })
  })

  test('error: an origin that is not listed, an unknown project', async () => {
    const device = await login.device()
    const ask = (body: Record<string, string>) =>
      device.call(startEmailLogin, {
        body: { projectId: testProjectId, email: 'eve@example.com', hostOrigin: siteOrigin, ...body },
      })
    expect(await ask({ hostOrigin: 'https://evil.example' })).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    expect(await ask({ projectId: 'a'.repeat(32) })).toMatchObject({ status: 401, code: 'project_unknown' })
    expect(await ask({ email: 'no address' })).toMatchObject({ status: 422, code: 'invalid_body' })
  })
})

describe('limits of email', () => {
  test('behavior: threat 42: cooldown-text: the exact text, for known and unknown addresses alike', async () => {
    const device = await login.device()
    await login.login(device, 'known@example.com')
    login.pass(30)
    for (const email of ['known@example.com', 'unknown-42@example.com']) {
      const asker = await login.device()
      expect((await login.start(asker, email)).status).toBe(200)
      login.pass(10)
      const second = await login.start(asker, email)
      expect(second).toMatchObject({ status: 429, code: 'email_cooldown' })
      expect(second.message).toMatch(/^Please try again after (20|21) seconds$/)
      expect(second.headers.get('retry-after')).toMatch(/^(20|21)$/)
      login.pass(21)
    }
  })

  test('behavior: threat 42: five emails per hour, ten per day to one address', async () => {
    const email = 'flooded@example.com'
    let sent = 0
    const refused: (string | undefined)[] = []
    for (let index = 0; index < 14; index++) {
      // Each time another key from another network.
      const { status, code } = await login.start(await login.device(), email)
      if (status === 200) sent += 1
      else refused.push(code)
      login.pass(30)
      if (index === 5) expect(sent).toBe(5)
      if (index === 5) login.pass(3600)
    }
    expect(sent).toBe(10)
    expect(new Set(refused)).toEqual(new Set(['email_cooldown']))
    login.pass(3600)
    expect((await login.start(await login.device(), email)).code).toBe('email_cooldown')
    login.pass(24 * 3600)
    expect((await login.start(await login.device(), email)).status).toBe(200)
  })

  test('behavior: threat 42: ten emails per hour from one network, and more for work', async () => {
    const answers: (string | number)[] = []
    for (let index = 0; index < 14; index++) {
      const device = await login.device({ ip: `192.0.2.${index}` })
      const first = await login.start(device, `network-${index}@example.com`)
      answers.push(first.code ?? first.status)
      if (first.status === 200) continue
      const { solution: work } = solveWork(readWork(first))
      answers.push((await login.start(device, `network-${index}@example.com`, { work })).status)
    }
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(200))
    expect(answers.slice(10)).toEqual(Array(4).fill(['work_required', 200]).flat())
    const other = await login.device({ ip: '198.51.100.1' })
    expect((await login.start(other, 'network-other@example.com')).status).toBe(200)
  })

  test('behavior: threat 42: ten starts per hour of one key', async () => {
    const device = await login.device()
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) {
      statuses.push((await login.start(device, `key-${index}@example.com`)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})

describe('enumeration', () => {
  test('behavior: threat 41: known and unknown addresses get the same response, row and email', async () => {
    for (const projectId of [testProjectId, strictProjectId]) {
      const owner = await login.device()
      const known = `owner-${projectId.slice(0, 2)}@example.com`
      if (projectId === testProjectId) await login.login(owner, known)
      else {
        const identity = { scope: projectId, kind: 'email' as const, kekId: 'none', verifiedAt: new Date() }
        const subjectIndex = login.sealer.mac({ purpose: 'email', data: `${projectId}\n${known}` })
        await login.context.database.insert(identities).values({
          id: crypto.randomUUID(),
          userId: crypto.randomUUID(),
          subjectIndex,
          sealedSubject: new Uint8Array(),
          ...identity,
        })
      }
      login.pass(30)
      const answers = []
      for (const email of [known, `nobody-${projectId.slice(0, 2)}@example.com`]) {
        const asker = await login.device()
        const { status, body, headers } = await login.start(asker, email, { projectId })
        const [row] = await login.context.database
          .select()
          .from(authAttempts)
          .where(eq(authAttempts.id, body.attemptId))
        answers.push({
          status,
          body: { ...body, attemptId: '', matchNumber: body.matchNumber && 'nn' },
          headers: [...headers.keys()],
          filled: Object.entries(row ?? {}).map(([name, value]) => [name, value === null]),
          mail: login.mails
            .filter(({ to }) => to === email)
            .map(({ template }) => template)
            .at(-1),
        })
      }
      expect(answers[0]).toEqual(answers[1])
    }
  })
})

describe('limits of a project', () => {
  test('behavior: threat 42: eight hundred emails per hour for strangers, then a log line', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const own = await createTestLogin({ connection: login.context.connection, log, startAt: Date.now() })
    const key = own.sealer.mac({ purpose: 'counter', data: `mail-project:${testProjectId}` })
    const second = Math.floor(own.context.clock.now() / 1000) - 10
    const full = { key: Buffer.from(key).toString('base64url'), window: second, count: 800 }
    await own.context.database
      .insert(authCounters)
      .values({ ...full, expiresAt: new Date((second + 3600) * 1000) })
      .onConflictDoUpdate({ target: [authCounters.key, authCounters.window], set: { count: 800 } })
    const refused = await own.start(await own.device(), 'project@example.com')
    expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(lines.join()).toContain('A project reached its hourly email limit')
    await own.context.database.delete(authCounters)
    await own.stop()
  })
})

describe('scopes', () => {
  test('behavior: threat 57: one person is two users in two projects, unless both share the server', async () => {
    const origins = [siteOrigin]
    const ids = ['1', '2', '3', '4'].map((digit) => digit.repeat(32))
    const own = await createTestLogin({
      connection: login.context.connection,
      config: {
        projects: ids.map((id, index) => ({
          id,
          name: `Token ${index}`,
          origins,
          wallet: { scope: index < 2 ? ('project' as const) : ('server' as const) },
        })),
      },
    })
    const device = await own.device()
    const users: string[] = []
    for (const projectId of ids) {
      users.push((await own.login(device, 'scoped@example.com', { projectId })).userId)
      own.pass(30)
    }
    expect(new Set(users).size).toBe(3)
    expect(users[2]).toBe(users[3])
    // The table does not reveal that they are the same person either.
    const rows = await own.context.database.select().from(identities)
    const indexes = rows
      .filter(({ userId }) => users.includes(userId))
      .map((row) => Buffer.from(row.subjectIndex).toString('hex'))
    expect(new Set(indexes).size).toBe(3)
    await own.stop()
  })
})
