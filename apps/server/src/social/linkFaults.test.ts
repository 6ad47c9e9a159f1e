import type { SocialAttempt } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '../auth/schema.ts'
import type { Call } from '../testing/createTestOrigin.ts'
import { createTestSocial, type TestSocial, type TestVisitor } from './testing/createTestSocial.ts'

let world: TestSocial
beforeAll(async () => {
  world = await createTestSocial()
})
afterAll(() => world.stop())

/** Starts a link or a step-up, logs in at the provider, and returns. */
async function goThere({
  visitor,
  call,
  path,
  body = {},
  person = 'ada',
}: {
  visitor: TestVisitor
  call: Call
  path: string
  body?: unknown
  person?: string
}) {
  const { status, json } = await call('POST', path, body)
  if (status !== 200) throw new Error(`It could not begin: ${(json as { code?: string }).code}`)
  const attempt = json as unknown as SocialAttempt
  const { authorizeUrl } = await visitor.openWindow(attempt)
  await visitor.comeBack(await world.signIn(authorizeUrl, person))
  return attempt
}

const link = (visitor: TestVisitor, call: Call, person: string) =>
  goThere({ visitor, call, path: '/v1/identities/link/start', body: { provider: 'google' }, person })
const stepUp = (visitor: TestVisitor, call: Call, person: string) =>
  goThere({ visitor, call, path: '/v1/auth/step-up/social/start', person })
const confirm = async (call: Call, attemptId: string) => {
  const { status, json } = await call('POST', '/v1/oauth/confirm', { attemptId })
  const answer = json as { status?: string; freshUntil?: string | null; code?: string }
  return { ...answer, code: status < 400 ? undefined : answer.code }
}

describe('link', () => {
  test('default', async () => {
    const visitor = await world.visitor()
    const owner = await world.signInByMail('link@example.com')
    const attempt = await link(visitor, owner.call, 'linker')
    expect(await confirm(owner.call, attempt.attemptId)).toMatchObject({ status: 'done', freshUntil: null })
    expect((await confirm(owner.call, attempt.attemptId)).code).toBe('attempt_unknown')
    expect((await (await world.visitor()).login('google', 'linker')).userId).toBe(owner.userId)
  })

  test('behavior: threat 53: without a fresh step-up nothing starts', async () => {
    const owner = await world.signInByMail('stale@example.com')
    world.pass(6 * 60)
    const { json } = await owner.call('POST', '/v1/identities/link/start', { provider: 'google' })
    expect(json).toMatchObject({ code: 'step_up_required' })
  })

  test('behavior: a step-up that expired meanwhile is required again, and the link is not lost', async () => {
    const visitor = await world.visitor()
    const owner = await world.signInByMail('slow@example.com')
    const attempt = await link(visitor, owner.call, 'slow linker')
    world.pass(6 * 60)
    expect((await confirm(owner.call, attempt.attemptId)).code).toBe('step_up_required')
    const { database } = world.context
    const { sessions: service } = world.services.auth.parts
    const [row] = await database.select().from(sessions).where(eq(sessions.userId, owner.userId))
    const sessionId = row?.id ?? ''
    await database.transaction((tx) => service.refreshAuthTime(tx, { sessionId, method: 'otp' }))
    await service.announce([sessionId])
    expect(await confirm(owner.call, attempt.attemptId)).toMatchObject({ status: 'done' })
  })

  test('error: threat 53: a login method of another account', async () => {
    const other = await (await world.visitor()).login('google', 'somebody else')
    const visitor = await world.visitor()
    const owner = await world.signInByMail('taker@example.com')
    const attempt = await link(visitor, owner.call, 'somebody else')
    expect((await confirm(owner.call, attempt.attemptId)).code).toBe('identity_taken')
    expect((await confirm(owner.call, attempt.attemptId)).code).toBe('identity_taken')
    expect((await (await world.visitor()).login('google', 'somebody else')).userId).toBe(other.userId)
  })

  test('error: an attempt of another login, and one with another purpose', async () => {
    const visitor = await world.visitor()
    const owner = await world.signInByMail('one@example.com')
    const other = await world.signInByMail('two@example.com')
    const attempt = await link(visitor, owner.call, 'of one')
    expect((await confirm(other.call, attempt.attemptId)).code).toBe('attempt_unknown')
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('attempt_unknown')

    const login = await visitor.open('google')
    await visitor.comeBack(await world.signIn(login.authorizeUrl, 'of one'))
    expect((await confirm(owner.call, login.attemptId)).code).toBe('attempt_unknown')
    expect((await visitor.redeem(login.attemptId)).status).toBe(200)
  })

  test('error: threat 51: the site around the wallet cannot open the window of a link, only the wallet can', async () => {
    const visitor = await world.visitor()
    const owner = await world.signInByMail('window@example.com')
    const { json } = await owner.call('POST', '/v1/identities/link/start', { provider: 'google' })
    const { attemptId, handshake } = json as unknown as SocialAttempt
    expect((await visitor.begin({ attemptId, handshake, openerOrigin: 'http://localhost:5173' })).code).toBe(
      'social_refused',
    )
    expect((await confirm(owner.call, attemptId)).code).toBe('social_refused')
  })

  test('error: threat 50: the window of a link without its page: no number helps', async () => {
    const visitor = await world.visitor()
    const attacker = await world.signInByMail('attacker@example.com')
    const { json } = await attacker.call('POST', '/v1/identities/link/start', { provider: 'google' })
    const { attemptId, number } = json as unknown as SocialAttempt
    await visitor.inspect({ attemptId, isDetached: true })
    expect((await visitor.begin({ attemptId, number })).code).toBe('social_refused')
    expect((await world.attempt(attemptId))?.state).toBe('open')
  })

  test('error: consent denied', async () => {
    const visitor = await world.visitor()
    const owner = await world.signInByMail('denied@example.com')
    const { json } = await owner.call('POST', '/v1/identities/link/start', { provider: 'discord' })
    const attempt = json as unknown as SocialAttempt
    const { authorizeUrl } = await visitor.openWindow(attempt)
    expect(await visitor.comeBack(await world.signIn(authorizeUrl, null))).toBe('/popup/done#discord.social_denied')
    expect((await confirm(owner.call, attempt.attemptId)).code).toBe('social_denied')
  })
})

describe('step-up', () => {
  test('default', async () => {
    const visitor = await world.visitor()
    const { call } = await visitor.login('github', 'stepper')
    world.pass(6 * 60)
    const stale = await call('POST', '/v1/identities/link/start', { provider: 'google' })
    expect(stale.json).toMatchObject({ code: 'step_up_required' })
    const attempt = await stepUp(visitor, call, 'stepper')
    const { status, freshUntil } = await confirm(call, attempt.attemptId)
    expect(status).toBe('done')
    expect(Date.parse(freshUntil ?? '')).toBeGreaterThan(world.context.clock.now())
    expect((await call('POST', '/v1/identities/link/start', { provider: 'google' })).status).toBe(200)
  })

  test.each([
    ['google', 'prompt=select_account'],
    ['github', 'prompt=select_account'],
    ['facebook', 'auth_type=reauthenticate'],
    ['discord', 'prompt=consent'],
  ] as const)('behavior: %s shows its dialog, even to a visitor who is logged in there', async (provider, words) => {
    const visitor = await world.visitor()
    const { call } = await visitor.login(provider, 'asked')
    const { json } = await call('POST', '/v1/auth/step-up/social/start')
    const { authorizeUrl } = await visitor.openWindow(json as unknown as SocialAttempt)
    expect(authorizeUrl).toContain(words)
    expect((await visitor.open(provider)).authorizeUrl).not.toContain(words)
  })

  test('error: another person logged in there', async () => {
    const visitor = await world.visitor()
    const { call } = await visitor.login('github', 'rightful')
    world.pass(6 * 60)
    const attempt = await stepUp(visitor, call, 'wrongful')
    expect((await confirm(call, attempt.attemptId)).code).toBe('social_refused')
    expect((await confirm(call, attempt.attemptId)).code).toBe('social_refused')
    const { json } = await call('POST', '/v1/identities/link/start', { provider: 'google' })
    expect(json).toMatchObject({ code: 'step_up_required' })
  })

  test('error: an account without a provider', async () => {
    const owner = await world.signInByMail('plain@example.com')
    const { json } = await owner.call('POST', '/v1/auth/step-up/social/start')
    expect(json).toMatchObject({ code: 'social_unavailable' })
  })
})
