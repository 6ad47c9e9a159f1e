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

const createClient = (scope = 'identify email') =>
  createTestClient({ face: 'discord', config: identity.social.discord, scope })

async function logIn(person: string, scope?: string) {
  const client = createClient(scope)
  const { code } = await client.signIn(person)
  const { text } = await client.exchange(code, { client_secret: identity.social.discord.clientSecret })
  const response = await fetch(identity.social.discord.endpoints.userinfo ?? '', {
    headers: { authorization: `Bearer ${JSON.parse(text).access_token}` },
  })
  return { status: response.status, body: await readJson(response) }
}

test('default', async () => {
  const { body } = await logIn('ada')
  expect(body).toMatchObject({
    id: expect.stringMatching(/^\d{18}$/),
    username: 'ada',
    global_name: 'Ada Lovelace',
    email: 'ada@example.com',
    verified: true,
  })
})

test('behavior: reports an unconfirmed address, none, and one that was not requested', async () => {
  expect((await logIn('edith')).body).toMatchObject({ email: 'edith@example.com', verified: false })
  expect((await logIn('hedy')).body).toMatchObject({ email: null, verified: false })
  expect((await logIn('ada', 'identify')).body).not.toHaveProperty('email')
})

test('behavior: the secret as Basic authorization', async () => {
  const client = createClient()
  const { code } = await client.signIn('ada')
  const { clientId, clientSecret } = identity.social.discord
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const { status, text } = await client.exchange(code, { client_id: undefined }, { authorization: `Basic ${basic}` })
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify email' })
})

test('error: a code is good once, with its verifier, its address and the secret', async () => {
  const secret = { client_secret: identity.social.discord.clientSecret }
  const client = createClient()
  const { code } = await client.signIn('ada')
  const exchange = async (values: Record<string, string | undefined>, of = code) => {
    const { status, text } = await client.exchange(of, values)
    return [status, JSON.parse(text).error]
  }
  expect(await exchange({ client_secret: 'wrong' })).toEqual([401, 'invalid_client'])
  expect(await exchange(secret)).toEqual([200, undefined])
  expect(await exchange(secret)).toEqual([400, 'invalid_grant'])
  for (const values of [
    { code_verifier: 'v'.repeat(43) },
    { code_verifier: undefined },
    { redirect_uri: walletOrigin },
  ])
    expect(await exchange({ ...secret, ...values }, (await client.signIn('ada')).code)).toEqual([400, 'invalid_grant'])
})

test('error: without a token, and without the scope', async () => {
  expect((await fetch(identity.social.discord.endpoints.userinfo ?? '')).status).toBe(401)
  expect((await logIn('ada', 'email')).status).toBe(401)
})

test('error: a visitor who cancels', async () => {
  expect((await createClient().signIn(null)).params.get('error')).toBe('access_denied')
})
