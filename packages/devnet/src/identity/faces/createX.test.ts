import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { IdentityProvider } from '../IdentityProvider.ts'
import { startIdentityProvider } from '../startIdentityProvider.ts'
import { createTestClient, walletOrigin } from '../test/createTestClient.ts'
import { readJson } from '../test/readJson.ts'

let identity: IdentityProvider
beforeAll(async () => {
  identity = await startIdentityProvider({ walletOrigin })
})
afterEach(() => vi.useRealTimers())
afterAll(() => identity.stop())

const createClient = (scope = 'users.read tweet.read') =>
  createTestClient({ face: 'x', config: identity.social.x, scope })

const basic = (secret = identity.social.x.clientSecret) => ({
  authorization: `Basic ${Buffer.from(`${identity.social.x.clientId}:${secret}`).toString('base64')}`,
})

async function logIn(person: string, scope?: string) {
  const client = createClient(scope)
  const { code } = await client.signIn(person)
  const { text } = await client.exchange(code, {}, basic())
  const response = await fetch(identity.social.x.endpoints.userinfo ?? '', {
    headers: { authorization: `Bearer ${JSON.parse(text).access_token}` },
  })
  return { status: response.status, body: await readJson(response) }
}

test('default', async () => {
  const { status, body } = await logIn('ada')
  expect(status).toBe(200)
  expect(body).toEqual({ data: { id: expect.stringMatching(/^\d{19}$/), name: 'Ada Lovelace', username: 'ada' } })
})

test('error: a request without a challenge or a state is refused on a page', async () => {
  const client = createClient()
  for (const values of [{ code_challenge: undefined, code_challenge_method: undefined }, { state: undefined }]) {
    const response = await fetch(client.authorizeUrl(values), { redirect: 'manual' })
    expect(response.status).toBe(400)
  }
})

test('error: the secret is wanted as Basic authorization, as it is', async () => {
  const client = createClient()
  const { code } = await client.signIn('ada')
  const { clientSecret } = identity.social.x
  const escaped = clientSecret.replaceAll('-', '%2D').replaceAll('_', '%5F')
  for (const [values, headers] of [
    [{ client_secret: clientSecret }, {}],
    [{}, basic('wrong')],
    [{}, basic(escaped)],
  ] as const) {
    const { status, text } = await client.exchange(code, values, headers)
    expect([status, JSON.parse(text).error]).toEqual([401, 'unauthorized_client'])
  }
  expect((await client.exchange(code, {}, basic())).status).toBe(200)
})

test('error: a code is good once, with its verifier and its address', async () => {
  const client = createClient()
  const { code } = await client.signIn('ada')
  const exchange = async (values: Record<string, string | undefined>, of = code) => {
    const { status, text } = await client.exchange(of, values, basic())
    return [status, JSON.parse(text).error]
  }
  expect(await exchange({})).toEqual([200, undefined])
  expect(await exchange({})).toEqual([400, 'invalid_request'])
  for (const values of [
    { code_verifier: 'v'.repeat(43) },
    { code_verifier: undefined },
    { redirect_uri: walletOrigin },
  ])
    expect(await exchange(values, (await client.signIn('ada')).code)).toEqual([400, 'invalid_request'])
})

test('error: a code lives for 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const client = createClient()
  const [first, second] = [(await client.signIn('ada')).code, (await client.signIn('ada')).code]
  vi.setSystemTime(Date.now() + 29_000)
  expect((await client.exchange(first, {}, basic())).status).toBe(200)
  vi.setSystemTime(Date.now() + 2_000)
  expect((await client.exchange(second, {}, basic())).status).toBe(400)
})

test('error: data about a person requires both scopes', async () => {
  expect((await logIn('ada', 'users.read')).status).toBe(403)
})

test('error: a visitor who cancels', async () => {
  expect((await createClient().signIn(null)).params.get('error')).toBe('access_denied')
})
