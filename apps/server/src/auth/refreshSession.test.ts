import { endSession, refreshSession, startStepUp, verifyStepUp, watchSession } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { createShutdown } from '../platform/shutdown/createShutdown.ts'
import { until } from '../testing/until.ts'
import { createNews } from './createNews.ts'
import { requireStepUp } from './requireStepUp.ts'
import { devices, refreshTokens } from './schema.ts'
import { createTestLogin, wrongCode } from './testing/createTestLogin.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
beforeAll(async () => {
  login = await createTestLogin()
})
afterAll(() => login.stop())

let people = 0
const loggedIn = async () => {
  people += 1
  const email = `person-${people}@example.com`
  const device = await login.device()
  const session = await login.login(device, email)
  const refresh = async (refreshToken: string, from = device) => {
    const reply = await from.call(refreshSession, { body: { refreshToken } })
    if (reply.status === 200) from.use(reply.body.accessToken)
    return reply
  }
  const eventsOf = async () => {
    const rows = await readAudit(login.context, { userId: session.userId })
    return rows.map(({ event }) => event)
  }
  return { email, device, session, refresh, eventsOf }
}

describe('refresh', () => {
  test('default', async () => {
    const { refresh, session } = await loggedIn()
    const next = await refresh(session.refreshToken)
    expect(next.status).toBe(200)
    expect(next.body).toMatchObject({ userId: session.userId, deviceId: session.deviceId, email: session.email })
    expect(next.body.refreshToken).not.toBe(session.refreshToken)
    login.pass(3600)
    expect((await refresh(next.body.refreshToken)).status).toBe(200)
  })

  test('behavior: the same key within ten seconds gets the same pair', async () => {
    const { refresh, session } = await loggedIn()
    const first = await refresh(session.refreshToken)
    login.pass(10)
    const second = await refresh(session.refreshToken)
    expect(second.body).toEqual(first.body)
    expect((await refresh(first.body.refreshToken)).status).toBe(200)
  })

  test('behavior: several at once get one pair', async () => {
    const { refresh, session } = await loggedIn()
    const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(session.refreshToken)))
    expect(new Set(replies.map(({ body }) => body.refreshToken)).size).toBe(1)
  })

  test('behavior: threat 46: refresh-reuse: a later reuse ends the whole family', async () => {
    const { refresh, session, device, eventsOf } = await loggedIn()
    const second = await refresh(session.refreshToken)
    const third = await refresh(second.body.refreshToken)
    login.pass(11)
    expect(await refresh(session.refreshToken)).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await refresh(third.body.refreshToken)).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await device.call(watchSession)).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await eventsOf()).toContain('session.reuse')
  })

  test('behavior: threat 46: another key gets nothing and ends the family', async () => {
    const { refresh, session, eventsOf } = await loggedIn()
    const thief = await login.device()
    expect(await refresh(session.refreshToken, thief)).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await refresh(session.refreshToken)).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await eventsOf()).toContain('session.reuse')
  })

  test('behavior: threat 46: another key gets nothing and ends the family, even within those ten seconds', async () => {
    const { refresh, session, eventsOf } = await loggedIn()
    const next = await refresh(session.refreshToken)
    const thief = await login.device()
    expect(await refresh(session.refreshToken, thief)).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await refresh(next.body.refreshToken)).toMatchObject({ status: 401, code: 'session_ended' })
    expect(await eventsOf()).toContain('session.reuse')
  })

  test('behavior: thirty days without use, ninety in total', async () => {
    const idle = await loggedIn()
    login.pass(30 * 86_400)
    expect(await idle.refresh(idle.session.refreshToken)).toMatchObject({ code: 'session_ended' })
    const busy = await loggedIn()
    let token = busy.session.refreshToken
    for (let month = 0; month < 3; month++) {
      login.pass(29 * 86_400)
      const next = await busy.refresh(token)
      expect(next.status).toBe(200)
      token = next.body.refreshToken
    }
    login.pass(3 * 86_400 + 1)
    expect(await busy.refresh(token)).toMatchObject({ code: 'session_ended' })
  })

  test('behavior: sixty per hour', async () => {
    const { refresh, session } = await loggedIn()
    let token = session.refreshToken
    for (let count = 0; count < 60; count++) token = (await refresh(token)).body.refreshToken
    const refused = await refresh(token)
    expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    login.pass(3600)
    expect((await refresh(token)).status).toBe(200)
  })

  test('behavior: a revoked device gets nothing', async () => {
    const { refresh, session, device } = await loggedIn()
    await login.context.database.update(devices).set({ revokedAt: new Date() }).where(eq(devices.id, session.deviceId))
    expect(await refresh(session.refreshToken)).toMatchObject({ code: 'session_ended' })
    login.pass(3)
    expect(await device.call(endSession)).toMatchObject({ code: 'session_ended' })
  })

  test('behavior: threat 29: the table holds neither tokens nor pairs', async () => {
    const { refresh, session } = await loggedIn()
    const next = await refresh(session.refreshToken)
    const rows = await login.context.database.select().from(refreshTokens)
    const dump = rows
      .flatMap(({ hash, nextSealed }) => [Buffer.from(hash), Buffer.from(nextSealed ?? [])])
      .map((bytes) => bytes.toString('latin1') + bytes.toString('base64url'))
      .join()
    for (const secret of [session.refreshToken, next.body.refreshToken, next.body.accessToken]) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(secret.slice(0, 30))
    }
  })
})

describe('watching a login', () => {
  test('behavior: the end is reported at once', async () => {
    const { device } = await loggedIn()
    const watching = device.call(watchSession)
    const start = performance.now()
    expect((await device.call(endSession)).status).toBe(200)
    expect(await watching).toMatchObject({ status: 401, code: 'session_ended' })
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test('behavior: changes by other processes are reported, and without any the login is alive', async () => {
    const { device, session } = await loggedIn()
    const other = await createNews({ context: login.context })
    let done = false
    const watching = device.call(watchSession).finally(() => {
      done = true
    })
    await until(async () => {
      await other.publish(`user:${session.userId}`)
      return done
    })
    expect((await watching).body).toEqual({ status: 'changed' })
    const { session: alone } = await loggedIn()
    const walletSession = await login.auth.parts.sessions.read(claimsOf(alone.accessToken).sid)
    if (!walletSession) throw new Error('The login was not found')
    const signal = new AbortController().signal
    const quiet = await login.auth.watchSession({ session: walletSession, signal, timeout: 0.02 })
    expect(quiet).toEqual({ status: 'alive' })
  })

  test('behavior: the wait ends when the caller disconnects', async () => {
    const { device } = await loggedIn()
    const controller = new AbortController()
    const watching = device.call(watchSession, { signal: controller.signal })
    controller.abort()
    expect((await watching).body).toEqual({ status: 'alive' })
  })

  test('behavior: the wait ends when the server shuts down', async () => {
    const shutdown = createShutdown({ log: login.context.log })
    const news = await createNews({ context: { ...login.context, shutdown } })
    let looks = 0
    const waiting = news.waitFor({
      topics: ['anything'],
      check: async () => {
        looks += 1
        return undefined
      },
    })
    await shutdown.run('the test ended')
    expect(await waiting).toBeUndefined()
    expect(looks).toBe(1)
  })

  test('behavior: beyond eight concurrent watches the oldest is released', async () => {
    const { device } = await loggedIn()
    const controller = new AbortController()
    const first = device.call(watchSession)
    const others = Array.from({ length: 8 }, () => device.call(watchSession, { signal: controller.signal }))
    const freed = await Promise.race([first, ...others])
    expect(freed.body).toEqual({ status: 'alive' })
    controller.abort()
    await Promise.all([first, ...others].slice(1))
    await device.call(endSession)
    await first.catch(() => {})
  })
})

describe('step-up', () => {
  test('default', async () => {
    const { device, email, session } = await loggedIn()
    const sessionId = claimsOf(session.accessToken).sid
    const check = async () => {
      const current = await login.auth.parts.sessions.read(sessionId)
      if (!current) throw new Error('The login was not found')
      requireStepUp({ session: current, clock: login.context.clock })
    }
    await check()
    login.pass(301)
    await expect(check()).rejects.toMatchObject({ code: 'step_up_required' })
    const started = await device.call(startStepUp)
    expect(started.body).toMatchObject({ method: 'code' })
    const { code } = login.mailTo(email, 'stepUpCode')
    const attemptId = started.body.attemptId ?? ''
    expect(await device.call(verifyStepUp, { body: { attemptId, otp: wrongCode(code) } })).toMatchObject({
      code: 'code_wrong',
    })
    const done = await device.call(verifyStepUp, { body: { attemptId, otp: code } })
    expect(done.status).toBe(200)
    await check()
    expect(await device.call(verifyStepUp, { body: { attemptId, otp: code } })).toMatchObject({ code: 'code_expired' })
  })

  test('behavior: with a passkey a code is neither sent nor enough', async () => {
    const { device, session } = await loggedIn()
    await login.addPasskey(session.userId)
    expect((await device.call(startStepUp)).body).toEqual({
      method: 'passkey',
      provider: null,
      attemptId: null,
      resendAt: null,
    })
    const current = await login.auth.parts.sessions.read(claimsOf(session.accessToken).sid)
    if (!current) throw new Error('The login was not found')
    const { clock } = login.context
    expect(() => requireStepUp({ session: current, clock, hasPasskey: true })).toThrow('Confirm that it is you first')
    requireStepUp({ session: { ...current, amr: ['otp', 'passkey'] }, clock, hasPasskey: true })
  })

  test('behavior: threat 40: a code from the time before the passkey does not replace it', async () => {
    const { device, email, session } = await loggedIn()
    login.pass(30)
    const started = await device.call(startStepUp)
    await login.addPasskey(session.userId)
    const body = { attemptId: started.body.attemptId ?? '', otp: login.mailTo(email, 'stepUpCode').code }
    expect(await device.call(verifyStepUp, { body })).toMatchObject({ code: 'attempt_unknown' })
  })

  test('behavior: threat 40: a code does not make an earlier passkey fresh', async () => {
    const { session } = await loggedIn()
    const sessionId = claimsOf(session.accessToken).sid
    const { sessions } = login.auth.parts
    const methodsAfter = async (method: 'otp' | 'passkey') => {
      await login.context.database.transaction((tx) => sessions.refreshAuthTime(tx, { sessionId, method }))
      return (await sessions.readFresh(sessionId))?.amr
    }
    expect(await methodsAfter('passkey')).toEqual(['otp', 'passkey'])
    expect(await methodsAfter('otp')).toEqual(['otp'])
  })

  test('error: a code of another login of the same user', async () => {
    const { device, email } = await loggedIn()
    login.pass(30)
    const started = await device.call(startStepUp)
    const { code } = login.mailTo(email, 'stepUpCode')
    login.pass(30)
    await login.login(device, email)
    const attemptId = started.body.attemptId ?? ''
    expect(await device.call(verifyStepUp, { body: { attemptId, otp: code } })).toMatchObject({
      code: 'attempt_unknown',
    })
  })
})

function claimsOf(token: string): { sid: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
