import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { IdentityProvider } from '../IdentityProvider.ts'
import { startIdentityProvider } from '../startIdentityProvider.ts'
import { createTestClient, walletOrigin } from '../test/createTestClient.ts'
import { readJson } from '../test/readJson.ts'

let identity: IdentityProvider
beforeAll(async () => {
  identity = await startIdentityProvider({ walletOrigin })
})
afterEach(() => identity.setFault('google', null))
afterAll(() => identity.stop())

const createClient = () =>
  createTestClient({
    face: 'google',
    config: identity.social.google,
    scope: 'openid email profile',
    authorization: { nonce: 'the-nonce', prompt: 'select_account' },
  })

/** Signs in and gives the checked claims of the id_token, and the access token. */
async function logIn(person: string) {
  const client = createClient()
  const { code } = await client.signIn(person)
  const { clientId, clientSecret, endpoints } = identity.social.google
  const { status, text } = await client.exchange(code, { client_secret: clientSecret })
  expect(status).toBe(200)
  const tokens = JSON.parse(text)
  const keys: JSONWebKeySet = await readJson(await fetch(endpoints.jwks ?? ''))
  const { payload } = await jwtVerify(tokens.id_token, createLocalJWKSet(keys), {
    algorithms: ['RS256'],
    ...(endpoints.issuer ? { issuer: endpoints.issuer } : {}),
    audience: clientId,
  })
  return { payload, accessToken: String(tokens.access_token) }
}

test('default', async () => {
  const { payload, accessToken } = await logIn('ada')
  expect(payload).toMatchObject({
    nonce: 'the-nonce',
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    email: 'ada@example.com',
    email_verified: true,
  })
  expect(payload.sub).toMatch(/^\d{21}$/)
  const info = await fetch(identity.social.google.endpoints.userinfo ?? '', {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(await readJson(info)).toMatchObject({ sub: payload.sub, email: 'ada@example.com' })
})

test('behavior: the callback has the state and the issuer', async () => {
  const { params } = await createClient().signIn('ada')
  expect(params.get('state')).toBe('the-state')
  expect(params.get('iss')).toBe(identity.social.google.endpoints.issuer)
})

test('behavior: asks every visitor who they are, even after another one in the same browser', async () => {
  const [ada, grace, adaAgain] = [await logIn('ada'), await logIn('grace'), await logIn('Ada')]
  expect(grace.payload.sub).not.toBe(ada.payload.sub)
  expect(adaAgain.payload.sub).toBe(ada.payload.sub)
})

test('behavior: reports an unconfirmed address, and none', async () => {
  expect((await logIn('edith')).payload).toMatchObject({ email: 'edith@example.com', email_verified: false })
  expect((await logIn('hedy')).payload).not.toHaveProperty('email')
})

test('error: a visitor who cancels', async () => {
  const { params, code } = await createClient().signIn(null)
  expect(code).toBe('')
  expect(params.get('error')).toBe('access_denied')
  expect(params.get('state')).toBe('the-state')
})

test('error: a code is good once, with its verifier, its address and the secret', async () => {
  const secret = { client_secret: identity.social.google.clientSecret }
  const wrong = [
    { ...secret, code_verifier: 'v'.repeat(43) },
    { ...secret, code_verifier: undefined },
    { ...secret, redirect_uri: `${walletOrigin}/oauth/callback/github` },
  ]
  for (const values of wrong) {
    const client = createClient()
    const { code } = await client.signIn('ada')
    const { status, text } = await client.exchange(code, values)
    expect([status, JSON.parse(text).error], JSON.stringify(values)).toEqual([400, 'invalid_grant'])
  }
  const client = createClient()
  const { code } = await client.signIn('ada')
  expect(JSON.parse((await client.exchange(code, { client_secret: 'wrong' })).text).error).toBe('invalid_client')
  expect((await client.exchange(code, secret)).status).toBe(200)
  expect(JSON.parse((await client.exchange(code, secret)).text).error).toBe('invalid_grant')
})

test('error: another address to lead back to is refused on a page', async () => {
  const url = createClient().authorizeUrl({ redirect_uri: `${walletOrigin}/oauth/callback/google/` })
  const response = await fetch(url, { redirect: 'manual' })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('This request is refused')
})

test('behavior: the faults of an id_token', async () => {
  const { clientSecret, endpoints } = identity.social.google
  const keys = createLocalJWKSet(await readJson(await fetch(endpoints.jwks ?? '')))
  const readToken = async () => {
    const client = createClient()
    const { code } = await client.signIn('ada')
    return JSON.parse((await client.exchange(code, { client_secret: clientSecret })).text).id_token
  }
  identity.setFault('google', 'wrongNonce')
  expect((await jwtVerify(await readToken(), keys)).payload).toMatchObject({
    nonce: 'another-nonce',
    iss: endpoints.issuer,
  })
  identity.setFault('google', 'wrongTokenIssuer')
  expect((await jwtVerify(await readToken(), keys)).payload).toMatchObject({
    nonce: 'the-nonce',
    iss: 'https://another-issuer.example',
  })
  identity.setFault('google', 'wrongSignature')
  await expect(jwtVerify(await readToken(), keys)).rejects.toMatchObject({
    code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  })
})
