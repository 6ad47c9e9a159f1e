import { randomUUID } from 'node:crypto'
import { createSiwxToken, errorBodySchema, getSiwxKeys } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTokenSigner } from '../../auth/createTokenSigner.ts'
import { createSealer } from '../../platform/crypto/createSealer.ts'
import type { App } from '../../platform/http/App.ts'
import { createHttpApp } from '../../platform/http/createHttpApp.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import type { SignedIn, SiwxService } from '../Siwx.ts'
import { createSiwxTokens } from './createSiwxTokens.ts'
import { registerSiwxTokenRoutes } from './registerSiwxTokenRoutes.ts'

const publicUrl = 'https://api.example.com'
const origin = 'https://app.example.com'
const backend = 'https://orders.example.com'
const account = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const sealer = createSealer({ keys: [new Uint8Array(32).fill(7)] })
let context: TestContext
let app: App
let now = 1_800_000_000_000
/** Signed-in account of the calling browser. */
let signedIn: SignedIn | undefined
let asked: Parameters<SiwxService['require']>[] = []

beforeAll(async () => {
  context = await createTestContext({
    clock: { now: () => now },
    config: { http: { publicUrl: `${publicUrl}/` }, siwx: { audiences: [backend, 'orders'], keyFile: 'none' } },
  })
  app = createApp()
  const siwx: Pick<SiwxService, 'require'> = {
    require: async (...parameters) => {
      asked.push(parameters)
      if (!signedIn) throw new ServiceError('siwx_session_required')
      return signedIn
    },
  }
  registerSiwxTokenRoutes({
    app,
    tokens: await createSiwxTokens({ context, sealer, publicUrl: `${publicUrl}/`, siwx }),
  })
})
afterAll(() => context.stop())
beforeEach(() => {
  asked = []
  signedIn = {
    sessionId: randomUUID(),
    projectId: testProjectId,
    origin,
    account,
    address: account.slice(9),
    chainId: 'eip155:1',
    proof: 'key',
    owner: account.toLowerCase(),
    issuedAt: new Date(now - 60_000),
    expiresAt: new Date(now + 86_400_000),
  }
})

function createApp(): App {
  const [project] = context.config.projects
  return createHttpApp({ context, admit: async () => project })
}

async function ask(body: object = {}, headers: Record<string, string> = {}, from = app) {
  const response = await from.request(`${createSiwxToken.path}?projectId=${testProjectId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie: 'a=b', ...headers },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  return response.ok
    ? { status: response.status, code: undefined, ...createSiwxToken.response.parse(answer) }
    : { status: response.status, token: '', code: errorBodySchema.parse(answer).code }
}

async function readKeys() {
  const response = await app.request(getSiwxKeys.path)
  return { response, body: getSiwxKeys.response.parse(await response.json()) }
}

async function createDevice() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const prove = (claims: Record<string, unknown> = {}) =>
    new SignJWT({
      ...{ htm: 'POST', htu: `${publicUrl}${createSiwxToken.path}`, iat: Math.floor(now / 1000), jti: randomUUID() },
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .sign(privateKey)
  return { jkt: await calculateJwkThumbprint(jwk), prove }
}

describe('tokens', () => {
  test('default', async () => {
    const { token, ...rest } = await ask()
    const end = Math.floor(now / 1000) + 300
    expect(rest).toEqual({
      ...{ status: 200, code: undefined, tokenType: 'Bearer' },
      expiresAt: new Date(end * 1000).toISOString(),
    })
    const { body } = await readKeys()
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(body), { currentDate: new Date(now) })
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'siwx+jwt', kid: body.keys[0]?.kid })
    expect(payload).toEqual({
      ...{ iss: publicUrl, sub: account, aud: origin, iat: end - 300, nbf: end - 300, exp: end },
      ...{ jti: expect.stringMatching(/^[0-9a-f-]{36}$/), sid: signedIn?.sessionId, proof: 'key', origin },
      project: testProjectId,
    })
    expect(decodeJwt((await ask()).token).jti).not.toBe(payload.jti)
  })

  test('behavior: it is for the requested account, and ends with its sign-in', async () => {
    if (signedIn) signedIn = { ...signedIn, expiresAt: new Date(now + 90_500), proof: 'contract' }
    const { token } = await ask({ address: account })
    expect(asked[0]?.[1]).toBe(account)
    expect(asked[0]?.[0]).toMatchObject({ project: { id: testProjectId }, origin })
    expect(asked[0]?.[0].readHeader('cookie')).toBe('a=b')
    expect(decodeJwt(token)).toMatchObject({ exp: Math.floor((now + 90_500) / 1000), proof: 'contract' })
  })

  test('behavior: threat 120: it is for the page’s origin or a configured backend, and for no other audience', async () => {
    for (const audience of [origin, backend, 'orders'])
      expect(decodeJwt((await ask({ audience })).token).aud).toBe(audience)
    for (const audience of ['https://evil.example', `${backend}/`, 'https://other.example.com', '', 'api'])
      expect([audience, await ask({ audience })]).toMatchObject([
        audience,
        { status: 400, code: 'siwx_audience_unknown' },
      ])
  })

  test('error: no account is signed in', async () => {
    signedIn = undefined
    expect(await ask()).toMatchObject({ status: 401, code: 'siwx_session_required' })
  })

  test('error: the server has no sign-in', async () => {
    const without = createApp()
    registerSiwxTokenRoutes({ app: without, tokens: undefined })
    expect(await ask({}, {}, without)).toMatchObject({ status: 404, code: 'siwx_unavailable' })
    expect((await without.request(getSiwxKeys.path)).status).toBe(404)
  })

  test('behavior: threat 120: the wallet’s tokens and these are never mistaken for one another', async () => {
    const signer = await createTokenSigner({ context, sealer })
    const wallet = await signer.sign({ sessionId: 'session', userId: 'user', jkt: 'key' })
    const { token } = await ask()
    await expect(signer.verify(token)).rejects.toMatchObject({ code: 'proof_invalid' })
    const { body } = await readKeys()
    await expect(jwtVerify(wallet, createLocalJWKSet(body))).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
    const [theirs, ours] = [wallet, token].map((jwt) => ({ ...decodeProtectedHeader(jwt), ...decodeJwt(jwt) }))
    for (const part of ['typ', 'kid', 'aud', 'iss'] as const) expect(theirs?.[part]).not.toBe(ours?.[part])
    // Not even one with the key, audience and type of the other.
    const forged = forge(token, { kid: String(theirs?.kid), typ: 'at+jwt' })
    await expect(signer.verify(forged)).rejects.toMatchObject({ code: 'proof_invalid' })
  })
})

/** Returns a token with another header, for which the signature is invalid. */
function forge(token: string, header: Record<string, string>): string {
  const changed = { ...decodeProtectedHeader(token), ...header }
  return [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...token.split('.').slice(1)].join('.')
}

describe('tokens of one key', () => {
  test('default', async () => {
    const { jkt, prove } = await createDevice()
    const answer = await ask({ audience: backend }, { dpop: await prove() })
    expect(answer).toMatchObject({ tokenType: 'DPoP' })
    expect(decodeJwt(answer.token)).toMatchObject({ cnf: { jkt }, aud: backend })
  })

  test('behavior: threat 121: an invalid proof is refused, not ignored', async () => {
    const { prove } = await createDevice()
    const seconds = Math.floor(now / 1000)
    const used = await prove()
    expect(await ask({}, { dpop: used })).toMatchObject({ status: 200 })
    const faults = [
      used,
      '',
      'x.y.z',
      await prove({ htm: 'GET' }),
      await prove({ htu: `${origin}${createSiwxToken.path}` }),
      await prove({ htu: `http://localhost${createSiwxToken.path}` }),
      await prove({ htu: `${publicUrl}/v1/siwx/verify` }),
      await prove({ iat: seconds - 61 }),
      await prove({ jti: undefined }),
    ]
    for (const dpop of faults)
      expect([dpop, await ask({}, { dpop })]).toMatchObject([dpop, { status: 401, code: 'proof_invalid' }])
    const early = await prove({ iat: seconds + 62 })
    expect(await ask({}, { dpop: early })).toMatchObject({ status: 401, code: 'session_not_yet_valid' })
  })
})

describe('the public keys', () => {
  test('default', async () => {
    const { response, body } = await readKeys()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(body.keys).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain('"d"')
  })

  test('behavior: threat 123: a new key is published an hour before its first token, an old one for a day after', async () => {
    const old = decodeProtectedHeader((await ask()).token).kid
    now += 30 * 86_400_000
    const [made, second] = (await readKeys()).body.keys.map(({ kid }) => kid)
    expect(second).toBe(old)
    if (signedIn) signedIn = { ...signedIn, expiresAt: new Date(now + 86_400_000) }
    expect(decodeProtectedHeader((await ask()).token).kid).toBe(old)
    now += 3_600_000
    expect(decodeProtectedHeader((await ask()).token).kid).toBe(made)
    expect((await readKeys()).body.keys).toHaveLength(2)
    now += 86_400_000
    expect((await readKeys()).body.keys.map(({ kid }) => kid)).toEqual([made])
  })
})
