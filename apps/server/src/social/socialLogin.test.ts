import { type OauthProvider, oauthProviders } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { hostOrigin, walletOrigin } from '../testing/createTestOrigin.ts'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'

let world: TestSocial
beforeAll(async () => {
  world = await createTestSocial()
})
afterAll(() => world.stop())

/** Names of Ada at each provider. X returns no address. */
const names: Record<OauthProvider, string> = {
  google: 'Ada Lovelace',
  apple: 'Ada Lovelace',
  x: '@ada',
  discord: 'Ada Lovelace',
  github: 'Ada Lovelace',
  facebook: 'Ada Lovelace',
}

describe.each(oauthProviders)('%s', (provider) => {
  test('default', async () => {
    const visitor = await world.visitor()
    const { attemptId, authorizeUrl } = await visitor.open(provider)
    const query = new URL(authorizeUrl).searchParams
    expect(query.get('redirect_uri')).toBe(`${walletOrigin}/oauth/callback/${provider}`)
    expect(query.get('code_challenge_method')).toBe('S256')
    expect(visitor.bound()).toEqual([`latchkey-oauth-${attemptId}`])

    // Waiters are notified as soon as the window is done.
    const waiting = visitor.redeem(attemptId)
    const end = await world.signIn(authorizeUrl)
    expect(end.kind).toBe(provider === 'apple' ? 'form' : 'redirect')
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}`)
    expect(visitor.bound()).toEqual([])
    const { status, json } = await waiting
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: 'connected',
      session: {
        socialProvider: provider,
        userName: names[provider],
        email: provider === 'x' ? null : 'ada@example.com',
      },
    })
    expect(await visitor.sessions()).toBe(1)
    expect(await world.attempt(attemptId)).toMatchObject({
      state: 'redeemed',
      sealedSecrets: null,
      sealedIdentity: null,
    })
  })

  test('behavior: the same person in another browser has the same account and name', async () => {
    const first = await (await world.visitor()).login(provider, 'twice')
    const again = await (await world.visitor()).login(provider, 'twice')
    expect(again.userId).toBe(first.userId)
    // Apple sends it once.
    expect(again.userName).toBe(first.userName)
    expect((await (await world.visitor()).login(provider, 'somebody else')).userId).not.toBe(first.userId)
  })

  test('behavior: both results are recorded, without personal data', async () => {
    const visitor = await world.visitor()
    const { userId } = await visitor.login(provider, 'audited')
    const { database } = world.context
    const ok = await readAudit({ database }, { userId })
    expect(ok.map(({ event }) => event)).toEqual(['oauth.ok', 'session.issued'])
    expect(ok[0]?.data).toEqual({ provider, site: hostOrigin, device: expect.any(String) })

    const denied = await visitor.open(provider)
    await visitor.comeBack(await world.signIn(denied.authorizeUrl, null))
    const refused = await readAudit({ database }, { event: 'oauth.refused' })
    expect(refused.at(-1)?.data).toMatchObject({ provider, purpose: 'login', site: hostOrigin, code: 'social_denied' })
  })
})
