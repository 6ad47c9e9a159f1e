import { oauthProviders } from '@latchkey/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'

let world: TestSocial
beforeAll(async () => {
  world = await createTestSocial({ providerTimeout: 500 })
})
afterEach(() => {
  for (const provider of oauthProviders) world.identity.setFault(provider, null)
})
afterAll(() => world.stop())

describe.each(oauthProviders)('error: %s', (provider) => {
  test.each(['down', 'cut', 'slow'] as const)('%s: told as such, and the next try works', async (fault) => {
    const visitor = await world.visitor()
    const attempt = await visitor.open(provider)
    const end = await world.signIn(attempt.authorizeUrl)
    world.identity.setFault(provider, fault)
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}.social_provider_failed`)
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('social_provider_failed')
    expect(await visitor.sessions()).toBe(0)

    world.identity.setFault(provider, null)
    // The first attempt is over, whatever comes back now.
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}.social_refused`)
    const next = await visitor.open(provider)
    await visitor.comeBack(await world.signIn(next.authorizeUrl))
    expect((await visitor.redeem(next.attemptId)).status).toBe(200)
  })
})

describe('error: expired', () => {
  test.each(oauthProviders)('%s', async (provider) => {
    const visitor = await world.visitor()
    const open = (await visitor.start(provider)).json
    const begun = await visitor.open(provider)
    const done = await visitor.open(provider)
    const end = await world.signIn(begun.authorizeUrl)
    await visitor.comeBack(await world.signIn(done.authorizeUrl))
    world.pass(10 * 60)

    const { attemptId, handshake } = open
    expect((await visitor.begin({ attemptId, handshake, openerOrigin: 'http://localhost:5173' })).code).toBe(
      'attempt_unknown',
    )
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}.social_expired`)
    for (const { attemptId: id } of [open, begun, done]) {
      expect((await visitor.redeem(id)).code).toBe('social_expired')
    }
    expect(await visitor.sessions()).toBe(0)
  })
})
