import { oauthProviders } from '@latchkey/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { walletOrigin } from '../testing/createTestOrigin.ts'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'
import { testedProviders } from './testing/testedProviders.ts'

let world: TestSocial
/** Aborts the server's requests to a provider, as ten seconds would. */
let deadline = new AbortController()
beforeAll(async () => {
  world = await createTestSocial({ providerDeadline: () => deadline.signal })
})
afterEach(() => {
  for (const provider of oauthProviders) world.identity.setFault(provider, null)
})
afterAll(() => world.stop())

describe.each(testedProviders)('error: %s', (provider) => {
  test.each(['down', 'cut', 'slow'] as const)('%s: reported, and a retry works', async (fault) => {
    const visitor = await world.visitor()
    const attempt = await visitor.open(provider)
    const end = await world.signIn(attempt.authorizeUrl)
    world.identity.setFault(provider, fault)
    const led = visitor.comeBack(end)
    if (fault === 'slow') {
      await world.identity.held(provider)
      deadline.abort(new DOMException('It took too long', 'TimeoutError'))
    }
    expect(await led).toBe(`/popup/done#${provider}.social_provider_failed`)
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('social_provider_failed')
    expect(await visitor.sessions()).toBe(0)

    world.identity.setFault(provider, null)
    deadline = new AbortController()
    // The first attempt is over, with any later return.
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}.social_refused`)
    const next = await visitor.open(provider)
    await visitor.comeBack(await world.signIn(next.authorizeUrl))
    expect((await visitor.redeem(next.attemptId)).status).toBe(200)
  })

  test('slow, but in time: the server waits', async () => {
    const visitor = await world.visitor()
    const attempt = await visitor.open(provider)
    const end = await world.signIn(attempt.authorizeUrl)
    world.identity.setFault(provider, 'slow')
    const led = visitor.comeBack(end)
    await world.identity.held(provider)
    expect(await visitor.sessions()).toBe(0)
    world.identity.setFault(provider, null)
    expect(await led).toBe(`/popup/done#${provider}`)
    expect((await visitor.redeem(attempt.attemptId)).status).toBe(200)
  })
})

test('error: a provider whose endpoints cannot be discovered: reported before the visitor leaves', async () => {
  const google = { clientId: 'id', clientSecret: 'secret', endpoints: { issuer: 'http://127.0.0.1:9' } }
  const lost = await createTestSocial({ config: { social: { google } } })
  const visitor = await lost.visitor()
  const { json } = await visitor.start('google')
  const { attemptId, handshake } = json
  const begun = await visitor.begin({ attemptId, handshake, openerOrigin: walletOrigin })
  expect(begun.code).toBe('social_provider_failed')
  expect(begun.headers.get('set-cookie')).toBeNull()
  expect((await visitor.redeem(attemptId)).code).toBe('social_provider_failed')
  await lost.stop()
})

describe('error: expired', () => {
  test.each(testedProviders)('%s', async (provider) => {
    const visitor = await world.visitor()
    const open = (await visitor.start(provider)).json
    const begun = await visitor.open(provider)
    const done = await visitor.open(provider)
    const end = await world.signIn(begun.authorizeUrl)
    await visitor.comeBack(await world.signIn(done.authorizeUrl))
    world.pass(10 * 60)

    const { attemptId, handshake } = open
    expect((await visitor.begin({ attemptId, handshake, openerOrigin: walletOrigin })).code).toBe('attempt_unknown')
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}.social_expired`)
    for (const { attemptId: id } of [open, begun, done]) {
      expect((await visitor.redeem(id)).code).toBe('social_expired')
    }
    expect(await visitor.sessions()).toBe(0)
  })
})
