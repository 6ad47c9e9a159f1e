import type { IdentityFault, SignInEnd } from '@latchkey/devnet/identity'
import { type OauthProvider, oauthProviders } from '@latchkey/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'
import { testedProviders } from './testing/testedProviders.ts'

/** Providers that identify the user with an ID token. */
const openId: readonly OauthProvider[] = ['google', 'apple']

let world: TestSocial
beforeAll(async () => {
  world = await createTestSocial()
})
afterEach(() => {
  for (const provider of oauthProviders) world.identity.setFault(provider, null)
})
afterAll(() => world.stop())

/** Runs a whole login while the provider misbehaves. */
async function signInWith(provider: OauthProvider, fault: IdentityFault | null, person: string | null = 'ada') {
  const visitor = await world.visitor()
  const attempt = await visitor.open(provider)
  world.identity.setFault(provider, fault)
  const end = await world.signIn(attempt.authorizeUrl, person)
  const location = await visitor.comeBack(end)
  return { visitor, attempt, end, location }
}

/** Returns the same end of a login with other parameters. */
function change(end: SignInEnd, values: Record<string, string>): SignInEnd {
  if (end.kind === 'form') return { ...end, fields: { ...end.fields, ...values } }
  const url = new URL(end.url)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return { ...end, url: url.href }
}

/** Returns a parameter of the return. */
function read(end: SignInEnd, name: string): string {
  const value = end.kind === 'form' ? end.fields[name] : new URL(end.url).searchParams.get(name)
  if (!value) throw new Error(`The provider sent no ${name}`)
  return value
}

describe.each(testedProviders)('behavior: threat 52: idp-faults: %s', (provider) => {
  test('wrong state: refused in the window, and the open login is not affected', async () => {
    const { visitor, attempt, location } = await signInWith(provider, 'wrongState')
    expect(location).toBe(`/popup/done#${provider}.social_refused`)
    expect(await visitor.sessions()).toBe(0)
    expect((await world.attempt(attempt.attemptId))?.state).toBe('begun')
    // An attacker cannot stop a login by sending its browser to an invented URL.
    world.identity.setFault(provider, null)
    const end = await world.signIn(attempt.authorizeUrl)
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}`)
    expect((await visitor.redeem(attempt.attemptId)).status).toBe(200)
  })

  test.each([
    ['another issuer in the callback', 'wrongIssuer'],
    ['a code without PKCE', 'noPkce'],
  ] as const)('%s: refused', async (_, fault) => {
    const { visitor, attempt, location } = await signInWith(provider, fault)
    expect(location).toBe(`/popup/done#${provider}.social_refused`)
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('social_refused')
    expect(await visitor.sessions()).toBe(0)
  })

  test('a code of another attempt, and thus another PKCE verifier: refused', async () => {
    const thief = await world.visitor()
    const stolen = await world.signIn((await thief.open(provider)).authorizeUrl, 'grace')
    const visitor = await world.visitor()
    const attempt = await visitor.open(provider)
    const end = await world.signIn(attempt.authorizeUrl)
    const location = await visitor.comeBack(change(end, { code: read(stolen, 'code') }))
    expect(location).toBe(`/popup/done#${provider}.social_refused`)
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('social_refused')
    expect((await visitor.sessions()) + (await thief.sessions())).toBe(0)
  })

  test('the callback twice: one login', async () => {
    const { visitor, attempt, end } = await signInWith(provider, null)
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}.social_refused`)
    expect((await visitor.redeem(attempt.attemptId)).status).toBe(200)
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}.social_refused`)
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('attempt_unknown')
    expect(await visitor.sessions()).toBe(1)
  })

  test('the callback twice at once: one call to the provider', async () => {
    const visitor = await world.visitor()
    const attempt = await visitor.open(provider)
    const end = await world.signIn(attempt.authorizeUrl)
    const locations = await Promise.all([visitor.comeBack(end), visitor.comeBack(end)])
    expect(locations.sort()).toEqual([`/popup/done#${provider}`, `/popup/done#${provider}.social_refused`])
    expect((await visitor.redeem(attempt.attemptId)).status).toBe(200)
  })

  test('the callback of another provider: refused', async () => {
    const visitor = await world.visitor()
    const attempt = await visitor.open(provider)
    const end = await world.signIn(attempt.authorizeUrl)
    const other = provider === 'github' ? 'discord' : 'github'
    const query = new URLSearchParams({ code: read(end, 'code'), state: read(end, 'state') })
    const location = await visitor.comeBack({
      kind: 'redirect',
      url: `http://wallet.localhost:7102/oauth/callback/${other}?${query}`,
    })
    expect(location).toBe(`/popup/done#${other}.social_refused`)
    expect((await world.attempt(attempt.attemptId))?.state).toBe('begun')
  })

  test('no code: refused', async () => {
    const visitor = await world.visitor()
    const attempt = await visitor.open(provider)
    const end = await world.signIn(attempt.authorizeUrl)
    expect(await visitor.comeBack(change(end, { code: '' }))).toBe(`/popup/done#${provider}.social_refused`)
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('social_refused')
  })

  test('consent denied: reported, and a retry in the same browser works', async () => {
    const { visitor, attempt, location } = await signInWith(provider, null, null)
    expect(location).toBe(`/popup/done#${provider}.social_denied`)
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('social_denied')
    expect(await visitor.sessions()).toBe(0)
    const next = await visitor.open(provider)
    await visitor.comeBack(await world.signIn(next.authorizeUrl))
    expect((await visitor.redeem(next.attemptId)).status).toBe(200)
  })
})

describe.each(openId)('behavior: threat 52: idp-faults: the id_token of %s', (provider) => {
  test.each([
    ['another nonce', 'wrongNonce'],
    ['another issuer', 'wrongTokenIssuer'],
    ['the signature of another key', 'wrongSignature'],
  ] as const)('%s: refused', async (_, fault) => {
    const { visitor, attempt, location } = await signInWith(provider, fault)
    expect(location).toBe(`/popup/done#${provider}.social_refused`)
    expect((await visitor.redeem(attempt.attemptId)).code).toBe('social_refused')
    expect(await visitor.sessions()).toBe(0)
  })
})

describe.each(testedProviders)('behavior: threat 53: no-email-linking: %s', (provider) => {
  test.each(['emailUnverified', 'noEmail'] as const)('%s: a login without an address', async (fault) => {
    const { visitor, attempt, location } = await signInWith(provider, fault, `${fault} ${provider}`)
    expect(location).toBe(`/popup/done#${provider}`)
    const { json } = await visitor.redeem(attempt.attemptId)
    expect(json.session.email).toBeNull()
    expect(json.session.socialProvider).toBe(provider)
  })

  test('a verified address of a user who logs in by email: another account', async () => {
    const person = `shared ${provider}`
    const byMail = await world.signInByMail(`shared-${provider}@example.com`)
    const { visitor, attempt } = await signInWith(provider, null, person)
    const { json } = await visitor.redeem(attempt.attemptId)
    expect(json.session.userId).not.toBe(byMail.userId)
    // The same person of the same provider has the same account, with or without the address.
    const again = await signInWith(provider, 'noEmail', person)
    expect((await again.visitor.redeem(again.attempt.attemptId)).json.session.userId).toBe(json.session.userId)
  })
})

test('behavior: threat 53: one address at two providers: two accounts', async () => {
  const users = new Set<string>()
  for (const provider of oauthProviders) {
    const { visitor, attempt } = await signInWith(provider, null, 'alan')
    users.add((await visitor.redeem(attempt.attemptId)).json.session.userId)
  }
  expect(users.size).toBe(oauthProviders.length)
})

test('behavior: an unknown state, no state, and a malformed attempt: a page with a message', async () => {
  const visitor = await world.visitor()
  for (const query of ['?code=a&state=b', '', '?state=', `?error=${'x'.repeat(5000)}`, '?state[]=1&code=2']) {
    const location = await visitor.comeBack({
      kind: 'redirect',
      url: `http://wallet.localhost:7102/oauth/callback/google${query}`,
    })
    expect(location).toBe('/popup/done#google.social_refused')
  }
})
