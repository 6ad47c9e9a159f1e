import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { OperationProcessingError, RESPONSE_IS_NOT_JSON, ResponseBodyError } from 'oauth4webapi'
import { afterAll, describe, expect, test } from 'vitest'
import { createAppleSecret } from './createAppleSecret.ts'
import { createFacebook } from './createFacebook.ts'
import { createGithub } from './createGithub.ts'
import { createOauthClients } from './createOauthClients.ts'
import { fixedServer } from './fixedServer.ts'
import { isRecord } from './isRecord.ts'
import { readAppleEntry, readOauthEntry } from './readSecrets.ts'
import { toIdentity } from './toIdentity.ts'
import { toSocialError } from './toSocialError.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-apple-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keys = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const apple = { clientId: 'com.example.wallet', teamId: 'TEAM', keyId: 'KEY' }

describe('Apple’s client secret', () => {
  test('default', async () => {
    let now = 1_800_000_000_000
    const entry = await readAppleEntry({ entry: { ...apple, privateKey: keys.privateKey }, env: {} })
    const secret = createAppleSecret({ entry, audience: 'https://appleid.apple.com', clock: { now: () => now } })
    const first = await secret()
    const key = await importSPKI(keys.publicKey, 'ES256')
    const options = { audience: 'https://appleid.apple.com', issuer: 'TEAM', currentDate: new Date(now) }
    const { payload } = await jwtVerify(first, key, options)
    expect(payload).toMatchObject({ sub: 'com.example.wallet', iat: now / 1000, exp: now / 1000 + 3600 })
    expect(decodeProtectedHeader(first)).toEqual({ alg: 'ES256', kid: 'KEY' })

    // Reused until shortly before its expiry.
    now += 50 * 60 * 1000
    expect(await secret()).toBe(first)
    now += 6 * 60 * 1000
    const next = await secret()
    expect(decodeJwt(next).iat).toBe(now / 1000)
  })

  test('behavior: the key is in the configuration, in a variable, or in a file', async () => {
    const keyFile = join(folder, 'apple.p8')
    writeFileSync(keyFile, keys.privateKey)
    const env = { APPLE_PRIVATE_KEY: keys.privateKey.replaceAll('\n', '\\n') }
    for (const place of [{ keyFile }, { keyVariable: 'APPLE_PRIVATE_KEY' }, { privateKey: keys.privateKey }]) {
      expect((await readAppleEntry({ entry: { ...apple, ...place }, env })).key.type).toBe('private')
    }
  })

  test('error: no key at its place, or another text', async () => {
    const read = (place: object, env = {}) => readAppleEntry({ entry: { ...apple, ...place }, env })
    await expect(read({ keyFile: join(folder, 'nothing') })).rejects.toMatchObject({ code: 'config_invalid' })
    await expect(read({ keyVariable: 'K' })).rejects.toThrow('the environment variable K is not set')
    const error = await read({ privateKey: 'most-of-a-key' }).catch((reason) => reason)
    expect(error.message).toContain('social.apple.privateKey: found no key')
    expect(error.message).not.toContain('most-of-a-key')
  })
})

test('error: a secret with an unset variable stops the server', async () => {
  const entry = { clientId: 'id', secretVariable: 'MY_SECRET' }
  expect(() => readOauthEntry({ provider: 'google', entry, env: {} })).toThrow('social.google.secretVariable')
  const options = { clock: { now: Date.now }, deadline: () => AbortSignal.timeout(5_000) }
  await expect(createOauthClients({ ...options, social: { google: entry }, env: {} })).rejects.toMatchObject({
    code: 'config_invalid',
  })
  const clients = await createOauthClients({ ...options, social: { google: entry }, env: { MY_SECRET: 's' } })
  expect([...clients.keys()]).toEqual(['google'])
})

test('behavior: another server has its own issuer for its users', async () => {
  const known = { issuer: 'https://a.example', authorization: 'https://a.example/a', token: 'https://a.example/t' }
  const issuerOf = async (endpoints: object) => (await fixedServer(known, endpoints)()).issuer
  expect(await issuerOf({})).toBe('https://a.example')
  expect(await issuerOf({ token: 'https://own.example/login/token' })).toBe('https://own.example')
  expect(await issuerOf({ token: 'https://own.example/t', issuer: 'https://b.example' })).toBe('https://b.example')
})

test('behavior: GitHub’s errors with status 200, and Facebook’s error objects, are converted to the standard', async () => {
  const entry = { clientId: 'id', clientSecret: 's', endpoints: {} }
  const errorOf = async (response: Response | undefined) => {
    const body: unknown = await response?.json()
    return isRecord(body) ? body.error : undefined
  }
  const github = async (error: string) =>
    errorOf(await createGithub({ entry }).readTokenResponse?.(Response.json({ error })))
  expect(await github('bad_verification_code')).toBe('invalid_grant')
  expect(await github('unverified_user_email')).toBe('invalid_grant')
  expect(await github('incorrect_client_credentials')).toBe('invalid_client')
  const facebook = async (code: number) =>
    errorOf(await createFacebook({ entry }).readTokenResponse?.(Response.json({ error: { code } }, { status: 400 })))
  expect(await facebook(100)).toBe('invalid_grant')
  expect(await facebook(1)).toBe('invalid_client')
  for (const { readTokenResponse } of [createGithub({ entry }), createFacebook({ entry })]) {
    const good = Response.json({ access_token: 'token' })
    expect(await readTokenResponse?.(good)).toBe(good)
    const page = new Response('<p>Down</p>', { status: 400 })
    expect(await readTokenResponse?.(page)).toBe(page)
  }
})

describe('toIdentity', () => {
  const make = (answer: { subject?: unknown; email?: unknown; userName?: unknown }) =>
    toIdentity({
      kind: 'github',
      issuer: 'https://github.com/login/oauth',
      answer: { subject: 1, email: undefined, userName: undefined, ...answer },
    })

  test('default', () => {
    expect(make({ subject: 583231, email: 'a@example.com', userName: ' Ada\u202e  Lovelace ' })).toEqual({
      kind: 'github',
      issuer: 'https://github.com/login/oauth',
      subject: '583231',
      email: 'a@example.com',
      userName: 'Ada Lovelace',
    })
  })

  test('behavior: an invalid address or name counts as none', () => {
    for (const email of [null, 7, 'nobody', 'a@b', `${'a'.repeat(300)}@example.com`, {}]) {
      expect(make({ email })).toMatchObject({ email: null })
    }
    for (const userName of [null, '', ' \u200b ', 7, {}]) expect(make({ userName })).toMatchObject({ userName: null })
  })

  test('error: without an id there is no user', () => {
    for (const subject of [undefined, null, '', 0, -1, 1.5, {}, 'x'.repeat(256)]) {
      expect(() => make({ subject })).toThrow(ServiceError)
    }
  })
})

describe('toSocialError', () => {
  test('behavior: the responsible party decides the code, and no part of a response is repeated', () => {
    const refused = (error: string) =>
      new ResponseBodyError('x', {
        cause: { error, error_description: 'a-secret' },
        response: new Response(null, { status: 400 }),
      })
    const table = [
      [refused('invalid_grant'), 'social_refused'],
      [refused('invalid_request'), 'social_refused'],
      [refused('invalid_client'), 'social_provider_failed'],
      [refused('server_error'), 'social_provider_failed'],
      [new OperationProcessingError('x', { code: RESPONSE_IS_NOT_JSON, cause: 'a-secret' }), 'social_provider_failed'],
      [new OperationProcessingError('x', { code: 'OTHER', cause: 'a-secret' }), 'social_refused'],
      [new DOMException('a-secret', 'TimeoutError'), 'social_provider_failed'],
      [new TypeError('a-secret'), 'social_provider_failed'],
    ] as const
    for (const [error, code] of table) {
      const made = toSocialError(error)
      expect(made.code).toBe(code)
      expect(JSON.stringify([made.message, made.details])).not.toContain('a-secret')
    }
    expect(() => toSocialError(new RangeError('ours'))).toThrow('ours')
  })
})
