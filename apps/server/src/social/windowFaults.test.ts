import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostOrigin, walletOrigin } from '../testing/createTestOrigin.ts'
import { bindingCookieName, readBindingCookie, writeBindingCookie } from './bindingCookie.ts'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'
import { testedProviders } from './testing/testedProviders.ts'

let world: TestSocial
beforeAll(async () => {
  world = await createTestSocial()
})
afterAll(() => world.stop())

/** A text in the format of a handshake that was never issued. */
const madeUp = 'A'.repeat(43)

describe.each(testedProviders)('behavior: threat 50: fixation and forwarded links: %s', (provider) => {
  test('without the cookie of the starting browser: refused, and ended', async () => {
    const visitor = await world.visitor()
    const attempt = await visitor.open(provider)
    const end = await world.signIn(attempt.authorizeUrl)
    visitor.cookies.clear()
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}.social_refused`)
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('social_refused')
    expect(await visitor.sessions()).toBe(0)
  })

  test('with the cookie of another browser: refused, and ended', async () => {
    const attacker = await world.visitor()
    const attempt = await attacker.open(provider)
    const end = await world.signIn(attempt.authorizeUrl)
    const victim = await world.visitor()
    await victim.open(provider)
    const [name = ''] = attacker.bound()
    const value = victim.cookies.get(victim.bound()[0] ?? '') ?? ''
    victim.cookies.set(name, value)
    expect(await victim.comeBack(end)).toBe(`/popup/done#${provider}.social_refused`)
    expect((await attacker.redeem(attempt.attemptId)).code).toBe('social_refused')
    expect((await attacker.sessions()) + (await victim.sessions())).toBe(0)
  })

  test('a login that another person finished: their key gets nothing, and neither does ours', async () => {
    const attacker = await world.visitor()
    const victim = await world.visitor()
    const attempt = await attacker.open(provider)
    const end = await world.signIn(attempt.authorizeUrl, 'grace')
    // The link to the provider was forwarded. The victim logs in there and returns in their own browser.
    expect(await victim.comeBack(end)).toBe(`/popup/done#${provider}.social_refused`)
    expect((await victim.redeem(attempt.attemptId)).code).toBe('attempt_unknown')
    expect((await attacker.redeem(attempt.attemptId)).code).toBe('social_refused')
    expect((await attacker.sessions()) + (await victim.sessions())).toBe(0)
  })

  test('threat 49: a key that did not start gets nothing from a finished login', async () => {
    const visitor = await world.visitor()
    const other = await world.visitor()
    const attempt = await visitor.open(provider)
    await visitor.comeBack(await world.signIn(attempt.authorizeUrl))
    expect((await other.redeem(attempt.attemptId)).code).toBe('attempt_unknown')
    expect((await visitor.redeem(attempt.attemptId)).status).toBe(200)
    expect(await other.sessions()).toBe(0)
  })

  test('a wrong handshake: refused, and the right one still works', async () => {
    const visitor = await world.visitor()
    const { json } = await visitor.start(provider)
    const { attemptId, handshake } = json
    const wrong = await visitor.begin({ attemptId, handshake: madeUp, openerOrigin: walletOrigin })
    expect(wrong.code).toBe('social_refused')
    expect(wrong.headers.get('set-cookie')).toBeNull()
    expect((await visitor.begin({ attemptId, handshake, openerOrigin: walletOrigin })).status).toBe(200)
    expect((await visitor.begin({ attemptId, handshake, openerOrigin: walletOrigin })).code).toBe('attempt_unknown')
  })

  test('threat 51: the handshake from a page on another origin than the wallet’s, or from none: refused, and ended', async () => {
    for (const openerOrigin of ['https://evil.example', 'http://localhost:5174', hostOrigin, undefined]) {
      const visitor = await world.visitor()
      const { json } = await visitor.start(provider)
      const { attemptId, handshake } = json
      const begun = await visitor.begin({ attemptId, handshake, ...(openerOrigin ? { openerOrigin } : {}) })
      expect(begun.code).toBe('social_refused')
      expect((await visitor.redeem(attemptId)).code).toBe('social_refused')
      expect((await visitor.begin({ attemptId, handshake, openerOrigin: walletOrigin })).code).toBe('attempt_unknown')
      expect(await visitor.sessions()).toBe(0)
    }
  })
})

describe('behavior: threat 54: a window without its opener', () => {
  const detach = async () => {
    const visitor = await world.visitor({ isPartitioned: true })
    const { json } = await visitor.start('google')
    await visitor.inspect({ attemptId: json.attemptId, isDetached: true })
    return { visitor, ...json }
  }

  test('default', async () => {
    const visitor = await world.visitor({ isPartitioned: true })
    const { json } = await visitor.start('google')
    const { attemptId, number } = json
    expect(number).toMatch(/^\d{2}$/)
    const waiting = visitor.redeem(attemptId)
    expect((await visitor.inspect({ attemptId, isDetached: true })).json).toMatchObject({
      app: 'Test',
      hostOrigin,
      purpose: 'login',
      mode: 'popup',
    })
    // The frame is notified at once, and shows the number.
    expect((await waiting).json).toEqual({ status: 'pending', isDetached: true })
    const { json: begun } = await visitor.begin({ attemptId, number })
    const done = visitor.redeem(attemptId, { isDetached: true })
    expect(await visitor.comeBack(await world.signIn(begun.authorizeUrl))).toBe('/popup/done#google')
    expect((await done).json.status).toBe('connected')
  })

  test('the wrong number three times: ended', async () => {
    const { visitor, attemptId, number } = await detach()
    const wrong = String((Number(number) + 1) % 100).padStart(2, '0')
    expect((await visitor.begin({ attemptId, number: wrong })).code).toBe('number_wrong')
    expect((await visitor.begin({ attemptId, number: wrong })).code).toBe('number_wrong')
    expect((await visitor.begin({ attemptId, number: wrong })).code).toBe('social_refused')
    expect((await visitor.begin({ attemptId, number })).code).toBe('attempt_unknown')
    expect((await visitor.redeem(attemptId)).code).toBe('social_refused')
    expect(await visitor.sessions()).toBe(0)
  })

  test('three concurrent wrong numbers count fully', async () => {
    const { visitor, attemptId, number } = await detach()
    const wrong = String((Number(number) + 1) % 100).padStart(2, '0')
    const codes = await Promise.all(
      Array.from({ length: 5 }, async () => (await visitor.begin({ attemptId, number: wrong })).code),
    )
    expect(codes.filter((code) => code === 'number_wrong')).toHaveLength(2)
    expect((await visitor.begin({ attemptId, number })).code).toBe('attempt_unknown')
  })

  test('the number in a window with its opener: refused', async () => {
    const visitor = await world.visitor({ isPartitioned: true })
    const { json } = await visitor.start('google')
    expect((await visitor.begin({ attemptId: json.attemptId, number: json.number })).code).toBe('social_refused')
    expect((await world.attempt(json.attemptId))?.state).toBe('open')
  })

  test('the number of another attempt: wrong', async () => {
    const one = await detach()
    let two = await detach()
    while (two.number === one.number) two = await detach()
    expect((await one.visitor.begin({ attemptId: one.attemptId, number: two.number })).code).toBe('number_wrong')
  })
})

describe('inspect', () => {
  test('error: attempts that are unknown, already begun, or expired', async () => {
    const visitor = await world.visitor()
    expect((await visitor.inspect({ attemptId: crypto.randomUUID() })).code).toBe('attempt_unknown')
    const { attemptId } = await visitor.open('github')
    expect((await visitor.inspect({ attemptId })).code).toBe('attempt_unknown')
    expect((await visitor.inspect({ attemptId, isDetached: true })).code).toBe('attempt_unknown')
  })
})

describe('behavior: threat 66: csrf: the only accepted form', () => {
  const formType = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
  const send = async (path: string, body: string, headers: Record<string, string> = formType) =>
    (await world.visitor()).browse(path, { method: 'POST', headers, body })

  test('without the state and the cookie of an attempt it has no effect', async () => {
    const visitor = await world.visitor()
    const { attemptId, authorizeUrl } = await visitor.open('apple')
    const end = await world.signIn(authorizeUrl)
    const form = end.kind === 'form' ? new URLSearchParams(end.fields).toString() : ''
    for (const body of ['', 'code=a&state=b', 'x'.repeat(70_000)]) {
      const response = await send('/oauth/callback/apple', body)
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe('http://wallet.localhost:7102/popup/done#apple.social_refused')
    }
    expect((await world.attempt(attemptId))?.state).toBe('begun')
    expect((await send('/oauth/callback/apple', form)).headers.get('location')).toContain('apple.social_refused')
    expect((await visitor.redeem(attemptId)).code).toBe('social_refused')
  })

  test('the page that follows opens with any origin that the browser kept', async () => {
    const open = async (path: string, origin: string) =>
      (await (await world.visitor()).browse(path, { headers: { origin } })).status
    for (const origin of ['null', 'https://appleid.apple.com']) {
      expect(await open('/popup/done', origin)).toBe(200)
      expect(await open('/w/device', origin)).toBe(403)
    }
  })

  test('no other path accepts one, and this path accepts none for another host', async () => {
    for (const path of ['/oauth/callback/google', '/oauth/callback/apple/', '/v1/oauth/begin', '/v1/oauth/start']) {
      expect((await send(path, 'code=a')).status).toBeGreaterThan(399)
    }
    const stranger = await send('http://evil.example/oauth/callback/apple', 'code=a', {
      ...formType,
      host: 'evil.example',
    })
    expect(stranger.status).toBe(421)
  })
})

describe('the binding cookie', () => {
  test('default', () => {
    const options = { attemptId: 'id', value: 'secret', isSecure: true }
    expect(writeBindingCookie({ ...options, returnsByPost: false })).toBe(
      '__Host-latchkey-oauth-id=secret; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=600',
    )
    expect(writeBindingCookie({ ...options, returnsByPost: true })).toContain('; Secure; SameSite=None; ')
    expect(writeBindingCookie({ ...options, value: '', returnsByPost: false })).toContain('; Max-Age=0')
  })

  test('behavior: on plain http, for localhost, no prefix', () => {
    const options = { attemptId: 'id', value: 'secret', isSecure: false }
    expect(writeBindingCookie({ ...options, returnsByPost: false })).toBe(
      'latchkey-oauth-id=secret; Path=/; HttpOnly; SameSite=Lax; Max-Age=600',
    )
    expect(writeBindingCookie({ ...options, returnsByPost: true })).toContain('; Secure; SameSite=None; ')
  })

  test('behavior: threat 68: cookie-toss: a cookie that a sibling host can set is not read', () => {
    const plain = bindingCookieName({ attemptId: 'id', isSecure: false })
    const header = `${plain}=tossed; __Secure-${plain}=tossed`
    expect(readBindingCookie({ header, attemptId: 'id', isSecure: true })).toBeUndefined()
  })

  test('behavior: it is found among others', () => {
    const name = bindingCookieName({ attemptId: 'id', isSecure: true })
    const read = (header: string | null) => readBindingCookie({ header, attemptId: 'id', isSecure: true })
    expect(read(`a=b; ${name}=secret;c=d`)).toBe('secret')
    expect(read(`x${name}=secret; ${name}-2=other`)).toBeUndefined()
    expect(read(null)).toBeUndefined()
  })
})
