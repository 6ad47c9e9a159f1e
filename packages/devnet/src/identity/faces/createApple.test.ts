import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { IdentityProvider } from '../IdentityProvider.ts'
import { startIdentityProvider } from '../startIdentityProvider.ts'
import { createTestClient, walletOrigin } from '../test/createTestClient.ts'
import { readJson } from '../test/readJson.ts'

// Each test begins without any consent.
let identity: IdentityProvider
beforeEach(async () => {
  identity = await startIdentityProvider({ walletOrigin })
})
afterEach(() => identity.stop())

const createClient = (scope = 'name email') =>
  createTestClient({
    face: 'apple',
    config: identity.social.apple,
    scope,
    authorization: { nonce: 'the-nonce', response_mode: 'form_post' },
  })

type SecretParts = {
  issuer?: string
  audience?: string
  subject?: string
  seconds?: number
  kid?: string
  key?: ReturnType<typeof createPrivateKey>
}

/** The JWT that is Apple's client secret. */
function createSecret(parts: SecretParts = {}) {
  const { clientId, teamId, keyId, privateKey, endpoints } = identity.social.apple
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: parts.kid ?? keyId })
    .setIssuer(parts.issuer ?? teamId)
    .setAudience(parts.audience ?? endpoints.issuer ?? '')
    .setSubject(parts.subject ?? clientId)
    .setIssuedAt(now)
    .setExpirationTime(now + (parts.seconds ?? 300))
    .sign(parts.key ?? createPrivateKey(privateKey))
}

/** Logs in, and returns the posted values and the verified claims. */
async function logIn(person: string, { scope = 'name email', email = 'share' } = {}) {
  const client = createClient(scope)
  const { params, code, kind } = await client.signIn(person, {}, { email })
  const { status, text } = await client.exchange(code, { client_secret: await createSecret() })
  expect(status).toBe(200)
  const { clientId, endpoints } = identity.social.apple
  const keys = createLocalJWKSet(await readJson(await fetch(endpoints.jwks ?? '')))
  const { payload } = await jwtVerify(JSON.parse(text).id_token, keys, {
    algorithms: ['RS256'],
    audience: clientId,
    ...(endpoints.issuer ? { issuer: endpoints.issuer } : {}),
  })
  return { kind, params, payload }
}

test('default', async () => {
  const { kind, params, payload } = await logIn('ada')
  expect(kind).toBe('form')
  expect(params.get('state')).toBe('the-state')
  expect(params.has('iss')).toBe(false)
  expect(JSON.parse(params.get('user') ?? '')).toEqual({
    name: { firstName: 'Ada', lastName: 'Lovelace' },
    email: 'ada@example.com',
  })
  expect(payload).toMatchObject({
    nonce: 'the-nonce',
    nonce_supported: true,
    email: 'ada@example.com',
    email_verified: 'true',
  })
  expect(payload.sub).toMatch(/^\d{6}\.[0-9a-f]{32}\.[0-9a-f]{4}$/)
  expect(payload.auth_time).toBeTypeOf('number')
  expect(payload).not.toHaveProperty('name')
})

test('behavior: only the first consent returns the name, and the choice of the address is permanent', async () => {
  const first = await logIn('grace', { email: 'hide' })
  expect(JSON.parse(first.params.get('user') ?? '')).toEqual({
    name: { firstName: 'Grace', lastName: 'Hopper' },
    email: first.payload.email,
  })
  expect(first.payload.email).toMatch(/@privaterelay\.appleid\.com$/)
  expect(first.payload).toMatchObject({ email_verified: 'true', is_private_email: 'true' })
  const second = await logIn('grace', { email: 'share' })
  expect(second.params.has('user')).toBe(false)
  expect(second.payload.email).toBe(first.payload.email)
  expect(second.payload.sub).toBe(first.payload.sub)
})

test('behavior: reports an unconfirmed address as a text', async () => {
  expect((await logIn('edith')).payload).toMatchObject({ email: 'edith@example.com', email_verified: 'false' })
  expect((await logIn('hedy')).payload).not.toHaveProperty('email')
})

test('behavior: without name and email the answer is a redirect, and there is an id_token all the same', async () => {
  const client = createClient('')
  const { kind, code, params } = await client.signIn('ada', { response_mode: undefined })
  expect(kind).toBe('redirect')
  expect(params.has('user')).toBe(false)
  const { text } = await client.exchange(code, { client_secret: await createSecret() })
  expect(JSON.parse(text)).toHaveProperty('id_token')
})

test('error: name and email are not given into an address', async () => {
  for (const mode of ['query', undefined]) {
    const response = await fetch(createClient().authorizeUrl({ response_mode: mode }), { redirect: 'manual' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('response_mode must be form_post')
  }
})

test('error: a visitor who cancels is posted back', async () => {
  const { kind, params } = await createClient().signIn(null)
  expect(kind).toBe('form')
  expect(Object.fromEntries(params)).toMatchObject({ error: 'user_cancelled_authorize', state: 'the-state' })
  expect(params.has('iss')).toBe(false)
})

test('error: the client secret is verified', async () => {
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const wrong: SecretParts[] = [
    { issuer: 'ANOTHERTEAM' },
    { audience: 'https://appleid.example' },
    { subject: 'org.latchkey.other' },
    { seconds: -10 },
    { seconds: 20_000_000 },
    { kid: 'ANOTHERKEY' },
    { key: other },
  ]
  const client = createClient()
  const { code } = await client.signIn('ada')
  for (const parts of wrong) {
    const { text } = await client.exchange(code, { client_secret: await createSecret(parts) })
    expect(JSON.parse(text).error, Object.keys(parts).join()).toBe('invalid_client')
  }
  const teamId = await client.exchange(code, { client_secret: identity.social.apple.teamId })
  expect(JSON.parse(teamId.text).error).toBe('invalid_client')
  expect((await client.exchange(code, { client_secret: await createSecret() })).status).toBe(200)
})
