import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IdentityProvider } from '../IdentityProvider.ts'
import { startIdentityProvider } from '../startIdentityProvider.ts'
import { createTestClient, walletOrigin } from '../test/createTestClient.ts'
import { readJson } from '../test/readJson.ts'

let identity: IdentityProvider
beforeAll(async () => {
  identity = await startIdentityProvider({ walletOrigin })
})
afterAll(() => identity.stop())

const createClient = (scope = 'public_profile,email') =>
  createTestClient({ face: 'facebook', config: identity.social.facebook, scope })

/** Asks the graph. */
async function ask(values: Record<string, string>) {
  const response = await fetch(`${identity.social.facebook.endpoints.userinfo}?${new URLSearchParams(values)}`)
  return { status: response.status, body: await readJson(response) }
}

const prove = (token: string) => createHmac('sha256', identity.social.facebook.clientSecret).update(token).digest('hex')

async function getToken(person: string, scope?: string) {
  const client = createClient(scope)
  const { code } = await client.signIn(person)
  const { text } = await client.exchange(code, { client_secret: identity.social.facebook.clientSecret })
  return String(JSON.parse(text).access_token)
}

async function logIn(person: string, scope?: string) {
  const token = await getToken(person, scope)
  return ask({ fields: 'id,name,email', access_token: token, appsecret_proof: prove(token) })
}

test('default', async () => {
  const { status, body } = await logIn('ada')
  expect(status).toBe(200)
  expect(body).toEqual({ id: expect.stringMatching(/^\d{17}$/), name: 'Ada Lovelace', email: 'ada@example.com' })
})

test('behavior: leaves out an address that is missing, unconfirmed or not requested', async () => {
  expect((await logIn('hedy')).body).toEqual({ id: expect.any(String), name: 'Hedy Lamarr' })
  expect((await logIn('edith')).body).not.toHaveProperty('email')
  expect((await logIn('ada', 'public_profile')).body).not.toHaveProperty('email')
})

test('behavior: only the named fields are given, and the id', async () => {
  const token = await getToken('ada')
  const proof = { access_token: token, appsecret_proof: prove(token) }
  expect(Object.keys((await ask({ ...proof, fields: 'email' })).body)).toEqual(['id', 'email'])
  expect(Object.keys((await ask(proof)).body)).toEqual(['id', 'name'])
})

test('behavior: the token endpoint accepts GET', async () => {
  const client = createClient()
  const { code } = await client.signIn('ada')
  const { clientId, clientSecret, endpoints } = identity.social.facebook
  const query = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: client.redirectUri,
    code,
    code_verifier: client.verifier,
  })
  expect(await readJson(await fetch(`${endpoints.token}?${query}`))).toMatchObject({ token_type: 'bearer' })
})

test('behavior: a fragment follows the redirect URL', async () => {
  expect((await createClient().signIn('ada')).hash).toBe('#_=_')
})

test('error: the graph wants a proof of the secret', async () => {
  const token = await getToken('ada')
  const without = await ask({ access_token: token })
  expect(without.status).toBe(400)
  expect(without.body.error).toMatchObject({ code: 100, type: 'GraphMethodException' })
  const wrong = await ask({ access_token: token, appsecret_proof: prove('another token') })
  expect(wrong.body.error.message).toContain('Invalid appsecret_proof')
  expect((await ask({ access_token: 'unknown' })).body.error).toMatchObject({ code: 190, type: 'OAuthException' })
})

test('error: a code is good once, with its verifier, its address and the secret', async () => {
  const secret = { client_secret: identity.social.facebook.clientSecret }
  const client = createClient()
  const { code } = await client.signIn('ada')
  const exchange = async (values: Record<string, string | undefined>, of = code) => {
    const { status, text } = await client.exchange(of, values)
    return { status, error: JSON.parse(text).error }
  }
  expect(await exchange({ client_secret: 'wrong' })).toMatchObject({ status: 400, error: { code: 1 } })
  expect(await exchange({ ...secret, redirect_uri: walletOrigin })).toMatchObject({ error: { error_subcode: 36008 } })
  expect(await exchange(secret)).toMatchObject({ status: 200 })
  expect(await exchange(secret)).toMatchObject({ status: 400, error: { code: 100, error_subcode: 36009 } })
  const other = (await client.signIn('ada')).code
  expect(await exchange({ ...secret, code_verifier: 'v'.repeat(43) }, other)).toMatchObject({ status: 400 })
})

test('error: a visitor who cancels', async () => {
  const { params } = await createClient().signIn(null)
  expect(Object.fromEntries(params)).toMatchObject({ error: 'access_denied', error_reason: 'user_denied' })
  expect(params.get('state')).toBe('the-state')
})
