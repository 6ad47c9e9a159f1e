import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { IdentityProvider } from '../IdentityProvider.ts'
import { startIdentityProvider } from '../startIdentityProvider.ts'
import { createTestClient, walletOrigin } from '../test/createTestClient.ts'
import { readJson } from '../test/readJson.ts'

let identity: IdentityProvider
beforeAll(async () => {
  identity = await startIdentityProvider({ walletOrigin })
})
afterEach(() => identity.setFault('github', null))
afterAll(() => identity.stop())

const json = { accept: 'application/json' }
const createClient = (scope = 'read:user user:email') =>
  createTestClient({
    face: 'github',
    config: identity.social.github,
    scope,
    authorization: { response_type: undefined },
  })

/** Signs in and asks the API. */
async function logIn(person: string, scope?: string) {
  const client = createClient(scope)
  const { code } = await client.signIn(person)
  const { text } = await client.exchange(code, { client_secret: identity.social.github.clientSecret }, json)
  const { access_token: token } = JSON.parse(text)
  const ask = async (url = '') => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, body: await readJson(response) }
  }
  const { userinfo, emails } = identity.social.github.endpoints
  return { user: await ask(userinfo), emails: await ask(emails), token: String(token) }
}

test('default', async () => {
  const { user, emails } = await logIn('ada')
  expect(user.body).toMatchObject({ name: 'Ada Lovelace', email: null })
  expect(user.body.id).toBeTypeOf('number')
  expect(emails.body.filter(({ primary }: { primary: boolean }) => primary)).toEqual([
    { email: 'ada@example.com', primary: true, verified: true, visibility: 'private' },
  ])
  // Neither the first address nor the first one that is verified is the one that counts.
  expect(emails.body[0]).toMatchObject({ verified: false, primary: false })
  expect(emails.body[1]).toMatchObject({ verified: true, primary: false })
})

test('behavior: the callback has code and state and no issuer', async () => {
  const { params } = await createClient().signIn('ada')
  expect([...params.keys()].toSorted()).toEqual(['code', 'state'])
})

test('behavior: an unconfirmed primary address is listed next to a confirmed secondary one', async () => {
  const { emails } = await logIn('edith')
  expect(emails.body).toContainEqual(expect.objectContaining({ primary: true, verified: false }))
  expect(emails.body).toContainEqual(expect.objectContaining({ primary: false, verified: true }))
})

test('behavior: the token endpoint responds with a form, or with JSON on request', async () => {
  const client = createClient()
  const secret = { client_secret: identity.social.github.clientSecret }
  const asForm = await client.exchange((await client.signIn('ada')).code, secret)
  expect(asForm.type).toContain('application/x-www-form-urlencoded')
  const form = new URLSearchParams(asForm.text)
  expect(form.get('access_token')).toMatch(/^gho_/)
  expect(form.get('token_type')).toBe('bearer')
  const asJson = await client.exchange((await client.signIn('ada')).code, secret, json)
  expect(asJson.type).toContain('application/json')
  expect(JSON.parse(asJson.text)).toMatchObject({ scope: 'read:user,user:email', token_type: 'bearer' })
})

test('error: a refused code has the status 200', async () => {
  const { clientSecret } = identity.social.github
  const secret = { client_secret: clientSecret }
  const client = createClient()
  const { code } = await client.signIn('ada')
  const ask = async (values: Record<string, string | undefined>, of = code) => {
    const { status, text } = await client.exchange(of, values, json)
    return [status, JSON.parse(text).error]
  }
  expect(await ask({ client_secret: 'wrong' })).toEqual([200, 'incorrect_client_credentials'])
  expect(await ask(secret)).toEqual([200, undefined])
  expect(await ask(secret)).toEqual([200, 'bad_verification_code'])
  for (const code_verifier of ['v'.repeat(43), undefined])
    expect(await ask({ ...secret, code_verifier }, (await client.signIn('ada')).code)).toEqual([
      200,
      'bad_verification_code',
    ])
  expect(await ask({ ...secret, redirect_uri: walletOrigin }, (await client.signIn('ada')).code)).toEqual([
    200,
    'redirect_uri_mismatch',
  ])
})

test('error: a second use of a code revokes its token', async () => {
  const client = createClient()
  const { code } = await client.signIn('ada')
  const secret = { client_secret: identity.social.github.clientSecret }
  const { access_token: token } = JSON.parse((await client.exchange(code, secret, json)).text)
  const ask = () =>
    fetch(identity.social.github.endpoints.userinfo ?? '', { headers: { authorization: `token ${token}` } })
  expect((await ask()).status).toBe(200)
  await client.exchange(code, secret, json)
  expect((await ask()).status).toBe(401)
})

test('error: the addresses want their scope, the API a User-Agent', async () => {
  const { user, emails, token } = await logIn('ada', 'read:user')
  expect([user.status, emails.status]).toEqual([200, 404])
  const status = await new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    request(identity.social.github.endpoints.userinfo ?? '', { headers }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})

test('error: a visitor who cancels', async () => {
  const { params } = await createClient().signIn(null)
  expect(params.get('error')).toBe('access_denied')
  expect(params.get('state')).toBe('the-state')
})
