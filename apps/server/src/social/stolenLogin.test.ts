import { type OauthProvider, socialReturnKey } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostOrigin, walletOrigin } from '../testing/createTestOrigin.ts'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'

let world: TestSocial
beforeAll(async () => {
  world = await createTestSocial()
})
afterAll(() => world.stop())

/** Parameters that force a provider's dialog for a known visitor. Apple and X have none. */
const asks: Record<OauthProvider, [string, string] | undefined> = {
  google: ['prompt', 'select_account'],
  apple: undefined,
  x: undefined,
  discord: ['prompt', 'consent'],
  github: ['prompt', 'select_account'],
  facebook: ['auth_type', 'reauthenticate'],
}
const isAsked = (provider: OauthProvider, url: string) => {
  const [name, value] = asks[provider] ?? ['prompt', 'none of its own']
  return new URL(url, walletOrigin).searchParams.get(name) === value
}

describe('finding F2: threat 150: an attempt that was started elsewhere', () => {
  test('error: a script in the listed site vouches for it: the window is refused, and no caller gets the login', async () => {
    // With the attacker's own key, and the listed site as the calling site.
    const attacker = await world.visitor()
    const { json } = await attacker.start('google')
    const { attemptId, handshake } = json
    const victim = await world.visitor()
    const begun = await victim.begin({ attemptId, handshake, openerOrigin: hostOrigin })
    expect(begun.code).toBe('social_refused')
    expect(begun.headers.get('set-cookie')).toBeNull()
    expect((await attacker.redeem(attemptId)).code).toBe('social_refused')
    expect(await attacker.sessions()).toBe(0)
  })

  test('error: the attacker starts on their own side and forwards the visitor: the callback detects another browser', async () => {
    const attacker = await world.visitor()
    const { attemptId, authorizeUrl } = await attacker.open('google')
    const victim = await world.visitor()
    expect(await victim.comeBack(await world.signIn(authorizeUrl))).toBe('/popup/done#google.social_refused')
    expect((await attacker.redeem(attemptId)).code).toBe('social_refused')
    expect(await attacker.sessions()).toBe(0)
  })

  test('error: threat 152: a window without an opener, and a redirect: refused without the number', async () => {
    const attacker = await world.visitor()
    const detached = (await attacker.start('google')).json
    const redirected = (await attacker.start('google', { returnUrl: `${hostOrigin}/` })).json
    const victim = await world.visitor()
    const seen = await victim.inspect({ attemptId: detached.attemptId, isDetached: true })
    expect(seen.json).toMatchObject({ isSameBrowser: false })
    const { attemptId, handshake } = redirected
    const tries = [
      { attemptId: detached.attemptId },
      { attemptId },
      { attemptId, handshake },
      { attemptId, number: redirected.number },
    ]
    for (const body of tries) expect((await victim.begin(body)).code).toBe('social_refused')
    const wrong = String((Number(redirected.number) + 1) % 100).padStart(2, '0')
    expect((await victim.begin({ attemptId, handshake, number: wrong })).code).toBe('number_wrong')
    expect((await victim.begin({ attemptId, handshake, number: wrong })).code).toBe('number_wrong')
    expect((await victim.begin({ attemptId, handshake, number: wrong })).code).toBe('social_refused')
    expect((await victim.begin({ attemptId, handshake, number: redirected.number })).code).toBe('attempt_unknown')
    expect(await attacker.sessions()).toBe(0)
  })

  test('behavior: threat 152: the starting browser proves itself by its cookie, if the window has it', async () => {
    const visitor = await world.visitor()
    const { attemptId } = (await visitor.start('google')).json
    expect((await visitor.inspect({ attemptId, isDetached: true })).json).toMatchObject({ isSameBrowser: true })
    // Then the window does not need a number.
    expect((await world.attempt(attemptId))?.isDetached).toBe(false)
    const begun = await visitor.begin({ attemptId })
    await visitor.comeBack(await world.signIn(begun.json.authorizeUrl))
    expect((await visitor.redeem(attemptId)).json.status).toBe('connected')
  })

  test('behavior: threat 152: with a redirect, the number continues without a cookie', async () => {
    const visitor = await world.visitor({ isPartitioned: true })
    const { attemptId, handshake, number } = (await visitor.start('github', { returnUrl: `${hostOrigin}/` })).json
    const begun = await visitor.begin({ attemptId, handshake, number })
    const home = await visitor.comeBack(await world.signIn(begun.json.authorizeUrl))
    const [, resultToken = ''] = home.split(`${socialReturnKey}=`)[1]?.split('.') ?? []
    expect((await visitor.redeem(attemptId, { resultToken })).json.status).toBe('connected')
  })

  test('error: threat 152: the cookie of another attempt, or an invented one, proves nothing', async () => {
    const attacker = await world.visitor()
    const { attemptId } = (await attacker.start('google')).json
    const victim = await world.visitor()
    await victim.start('google')
    const [own = ''] = [...victim.cookies.values()]
    victim.cookies.set(`latchkey-start-${attemptId}`, own)
    expect((await victim.inspect({ attemptId, isDetached: true })).json).toMatchObject({ isSameBrowser: false })
    expect((await victim.begin({ attemptId })).code).toBe('social_refused')
  })
})

describe.each(Object.keys(asks) as OauthProvider[])(
  'finding F2: threat 151: when the provider shows its dialog: %s',
  (provider) => {
    test('for a key that is new to all accounts, if the provider supports it, but not for a known key', async () => {
      const visitor = await world.visitor()
      const first = await visitor.open(provider)
      expect(isAsked(provider, first.authorizeUrl)).toBe(asks[provider] !== undefined)
      expect(await visitor.comeBack(await world.signIn(first.authorizeUrl))).toBe(`/popup/done#${provider}`)
      expect((await visitor.redeem(first.attemptId)).json.status).toBe('connected')

      const again = await visitor.open(provider)
      expect(isAsked(provider, again.authorizeUrl)).toBe(false)
      expect(await visitor.comeBack(await world.signIn(again.authorizeUrl))).toBe(`/popup/done#${provider}`)
      expect((await visitor.redeem(again.attemptId)).json.status).toBe('connected')
    })

    test('a key that only another account knows: after the login the provider must show its dialog, once', async () => {
      const visitor = await world.visitor()
      await visitor.login(provider, 'somebody')
      const { attemptId, authorizeUrl } = await visitor.open(provider)
      const location = await visitor.comeBack(await world.signIn(authorizeUrl, 'somebody else'))
      if (asks[provider] === undefined) expect(location).toBe(`/popup/done#${provider}`)
      else {
        expect(isAsked(provider, location)).toBe(true)
        expect((await world.attempt(attemptId))?.sealedIdentity).toBeNull()
        // The first return is no longer valid.
        expect(visitor.bound()).toHaveLength(1)
        expect(await visitor.comeBack(await world.signIn(location, 'somebody else'))).toBe(`/popup/done#${provider}`)
      }
      expect((await visitor.redeem(attemptId)).json.status).toBe('connected')
    })
  },
)
