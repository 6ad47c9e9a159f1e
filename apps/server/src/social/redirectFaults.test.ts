import { type OauthProvider, socialReturnKey } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostOrigin } from '../testing/createTestOrigin.ts'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'
import { testedProviders } from './testing/testedProviders.ts'

let world: TestSocial
beforeAll(async () => {
  world = await createTestSocial()
})
afterAll(() => world.stop())

const returnUrl = `${hostOrigin}/swap?pair=eth#top`

/** Runs a login without a window. @returns the URL to which the visitor returns, and its token */
async function goThere(provider: OauthProvider, person: string | null = 'ada') {
  const visitor = await world.visitor()
  const { json } = await visitor.start(provider, { returnUrl })
  const { attemptId, handshake, popupUrl } = json
  const begun = await visitor.begin({ attemptId, handshake })
  const home = await visitor.comeBack(await world.signIn(begun.json.authorizeUrl, person))
  const [id, resultToken] = home.split(`${socialReturnKey}=`)[1]?.split('.') ?? []
  return { visitor, attemptId, popupUrl, home, id, resultToken }
}

describe.each(testedProviders)('without a window: %s', (provider) => {
  test('default', async () => {
    const { visitor, attemptId, popupUrl, home, id, resultToken = '' } = await goThere(provider)
    expect(popupUrl).toMatch(/\/popup\/oauth#[0-9a-f-]{36}\.[\w-]{43}$/)
    expect(home).toBe(`${returnUrl}&${socialReturnKey}=${attemptId}.${resultToken}`)
    expect(id).toBe(attemptId)
    expect((await visitor.redeem(attemptId, { resultToken })).json.status).toBe('connected')
  })

  test('error: without the token, with another one, with that of another login, twice', async () => {
    const { visitor, attemptId, resultToken = '' } = await goThere(provider)
    const other = await goThere(provider, 'grace')
    expect((await visitor.redeem(attemptId)).code).toBe('social_refused')
    expect((await visitor.redeem(attemptId, { resultToken: 'B'.repeat(43) })).code).toBe('social_refused')
    expect((await visitor.redeem(attemptId, { resultToken: other.resultToken ?? '' })).code).toBe('social_refused')
    expect(await visitor.sessions()).toBe(0)
    expect((await visitor.redeem(attemptId, { resultToken })).status).toBe(200)
    expect((await visitor.redeem(attemptId, { resultToken })).code).toBe('attempt_unknown')
    expect(await visitor.sessions()).toBe(1)
  })

  test('behavior: threat 50: a forwarded link: the attacker has the key without the token, the victim the token without the key', async () => {
    const attacker = await world.visitor()
    const { json } = await attacker.start(provider, { returnUrl })
    const { attemptId, handshake } = json
    const victim = await world.visitor()
    // Without the number from the attacker's wallet, the victim's browser is not sent on.
    expect((await victim.begin({ attemptId, handshake })).code).toBe('social_refused')
    const begun = await victim.begin({ attemptId, handshake, number: json.number })
    const home = await victim.comeBack(await world.signIn(begun.json.authorizeUrl, 'grace'))
    const resultToken = home.split('.').at(-1) ?? ''
    expect((await attacker.redeem(attemptId)).code).toBe('social_refused')
    expect((await victim.redeem(attemptId, { resultToken })).code).toBe('attempt_unknown')
    expect((await attacker.sessions()) + (await victim.sessions())).toBe(0)
  })

  test('error: consent denied: return without a token', async () => {
    const { visitor, attemptId, home } = await goThere(provider, null)
    expect(home).toBe(`${returnUrl}&${socialReturnKey}=${attemptId}`)
    expect((await visitor.redeem(attemptId)).code).toBe('social_denied')
    expect(await visitor.sessions()).toBe(0)
  })
})

test('error: another browser returns: it is not sent to the site', async () => {
  const visitor = await world.visitor()
  const { json } = await visitor.start('google', { returnUrl })
  const begun = await visitor.begin({ attemptId: json.attemptId, handshake: json.handshake })
  const end = await world.signIn(begun.json.authorizeUrl)
  const victim = await world.visitor()
  expect(await victim.comeBack(end)).toBe('/popup/done#google.social_refused')
  expect((await visitor.redeem(json.attemptId)).code).toBe('social_refused')
})

test('error: a return URL outside of the site', async () => {
  const visitor = await world.visitor()
  const addresses = [
    'https://evil.example/',
    'http://localhost:5173.evil.example/',
    'http://localhost:5173@evil.example/',
    'http://localhost:5174/',
    'javascript:alert(1)',
    '//localhost:5173/',
    'nothing',
  ]
  for (const address of addresses) {
    expect((await visitor.start('google', { returnUrl: address })).code).toBe('origin_not_allowed')
  }
})

test('error: a window that names its opener, although there was none', async () => {
  const visitor = await world.visitor()
  const { json } = await visitor.start('google', { returnUrl })
  const { attemptId, handshake } = json
  expect((await visitor.begin({ attemptId, handshake, openerOrigin: hostOrigin })).code).toBe('social_refused')
})

test('error: a token although a window was opened', async () => {
  const visitor = await world.visitor()
  const attempt = await visitor.open('google')
  await visitor.comeBack(await world.signIn(attempt.authorizeUrl))
  expect((await visitor.redeem(attempt.attemptId, { resultToken: 'B'.repeat(43) })).code).toBe('social_refused')
  expect((await visitor.redeem(attempt.attemptId)).status).toBe(200)
})

test('behavior: a URL without a fragment gets one', async () => {
  const visitor = await world.visitor()
  const { json } = await visitor.start('github', { returnUrl: `${hostOrigin}/` })
  const begun = await visitor.begin({ attemptId: json.attemptId, handshake: json.handshake })
  const home = await visitor.comeBack(await world.signIn(begun.json.authorizeUrl))
  expect(home).toMatch(new RegExp(`^${hostOrigin}/#${socialReturnKey}=${json.attemptId}\\.[\\w-]{43}$`))
})
