import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVerifier, type Verifier } from '@latchkey/verifier'
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTokenSigner } from '../../auth/createTokenSigner.ts'
import { createSealer } from '../../platform/crypto/createSealer.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import {
  createSigner,
  createTestSiwx,
  otherOrigin,
  otherProjectId,
  otherSiteOrigin,
  siteOrigin,
  type TestSiwx,
} from '../testing/createTestSiwx.ts'

// Runs the token verifier of backends against the issuing server: sign-in with a wallet, over HTTP, with the published keys.
const issuer = 'https://api.example.com'
const backend = 'https://orders.example.com'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-tokens-'))
let server: TestSiwx
let verifier: Verifier

beforeAll(async () => {
  server = await createTestSiwx({ config: { siwx: { audiences: [backend], keyFile: join(folder, 'key') } } })
  verifier = create(backend)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const create = (audience: string, origins: readonly string[] | 'any' = 'any') =>
  createVerifier({
    ...{ issuer, audience, origins, now: server.clock.now },
    fetch: async (url, init) => server.app.request(new URL(url).pathname, init),
  })

async function signIn({ origin = siteOrigin, projectId = testProjectId } = {}) {
  const browser = server.browser({ origin, projectId })
  const signer = createSigner()
  expect((await browser.signIn(signer)).status).toBe(200)
  const askToken = async (body: object = { audience: backend }, headers: Record<string, string> = {}) => {
    const answer = await browser.post('/v1/siwx/token', body, headers)
    return { ...(answer.body as { token: string; tokenType: string }), status: answer.status, code: answer.code }
  }
  return { browser, signer, askToken }
}
const codeOf = (verified: Promise<unknown>) =>
  verified.then(
    () => 'good',
    (error) => error.code,
  )

test('default', async () => {
  const { signer, askToken } = await signIn()
  const { token, tokenType } = await askToken()
  expect(tokenType).toBe('Bearer')
  const request = new Request(`${backend}/orders`, { headers: { authorization: `Bearer ${token}` } })
  expect(await verifier.verify(request)).toMatchObject({
    ...{ account: signer.accountId(), address: signer.address, chainId: 'eip155:31337' },
    ...{ proof: 'key', origin: siteOrigin, projectId: testProjectId, isBound: false },
  })
})

test('behavior: threat 120: with two accounts, sites and backends, each token is for one', async () => {
  const [one, other] = [await signIn(), await signIn({ origin: otherOrigin })]
  const second = createSigner()
  // Time determines the last account to sign in.
  server.clock.pass(1_000)
  expect((await one.browser.signIn(second)).status).toBe(200)
  const tokens = await Promise.all([
    one.askToken(),
    one.askToken({ audience: backend, address: one.signer.address }),
    other.askToken(),
  ])
  const seen = await Promise.all(tokens.map(({ token }) => verifier.verifyToken(token)))
  expect(seen.map(({ account, origin }) => [account, origin])).toEqual([
    [second.accountId(), siteOrigin],
    [one.signer.accountId(), siteOrigin],
    [other.signer.accountId(), otherOrigin],
  ])
  expect(seen[0]?.sessionId).toBe(seen[1]?.sessionId)
  expect(seen[0]?.sessionId).not.toBe(seen[2]?.sessionId)
  // Without an audience it is for the page's own backend.
  const { token } = await one.askToken({})
  expect(await codeOf(verifier.verifyToken(token))).toBe('token_invalid')
  expect(await codeOf(create(siteOrigin).verifyToken(token))).toBe('good')
  expect(await one.askToken({ audience: otherOrigin })).toMatchObject({ status: 400, code: 'siwx_audience_unknown' })
  expect(await one.askToken({ address: other.signer.address })).toMatchObject({ code: 'siwx_session_required' })
  expect((await server.browser().post('/v1/siwx/token', {})).code).toBe('siwx_session_required')
})

test('behavior: threat 120: a backend that names its origins accepts no token of another project’s page', async () => {
  const foreign = await signIn({ origin: otherSiteOrigin, projectId: otherProjectId })
  const { token, status } = await foreign.askToken()
  expect(status).toBe(200)
  expect(await verifier.verifyToken(token)).toMatchObject({ projectId: otherProjectId, origin: otherSiteOrigin })
  const strict = create(backend, [siteOrigin])
  expect(await codeOf(strict.verifyToken(token))).toBe('token_invalid')
  expect(await codeOf(strict.verifyToken((await (await signIn()).askToken()).token))).toBe('good')
})

test('behavior: threat 120: a token of the wallet is not accepted', async () => {
  const signer = await createTokenSigner({
    context: server.context,
    sealer: createSealer({ keys: [new Uint8Array(32).fill(7)] }),
  })
  const token = await signer.sign({ sessionId: 'session', userId: 'user', jkt: 'key' })
  expect(await codeOf(verifier.verifyToken(token))).toBe('token_invalid')
})

test('behavior: threat 121: a bound token is valid only with a proof of its key', async () => {
  const { askToken } = await signIn()
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const prove = (htm: string, htu: string, ath?: string) =>
    new SignJWT({ htm, htu, ath, iat: Math.floor(server.clock.now() / 1000), jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .sign(privateKey)
  const wrong = await prove('POST', `${issuer}/v1/siwx/verify`)
  expect(await askToken({ audience: backend }, { dpop: wrong })).toMatchObject({ status: 401, code: 'proof_invalid' })
  const { token, tokenType } = await askToken(
    { audience: backend },
    { dpop: await prove('POST', `${issuer}/v1/siwx/token`) },
  )
  expect(tokenType).toBe('DPoP')
  expect(decodeJwt(token)).toMatchObject({ cnf: { jkt: await calculateJwkThumbprint(jwk) } })
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  const dpop = await prove('GET', `${backend}/orders`, Buffer.from(digest).toString('base64url'))
  const ask = (headers: Record<string, string>) => codeOf(verifier.verify({ method: 'GET', url: '/orders', headers }))
  expect(await ask({ authorization: `Bearer ${token}` })).toBe('token_invalid')
  expect(await ask({ authorization: `DPoP ${token}` })).toBe('proof_invalid')
  expect(await ask({ authorization: `DPoP ${token}`, dpop })).toBe('good')
  expect(await ask({ authorization: `DPoP ${token}`, dpop })).toBe('proof_invalid')
})

test('behavior: threat 122: a sign-out ends a token within five minutes, and there is no new one', async () => {
  const { browser, askToken } = await signIn()
  const { token } = await askToken()
  await browser.post('/v1/siwx/revoke', {})
  expect(await askToken()).toMatchObject({ status: 401, code: 'siwx_session_required' })
  expect(await codeOf(verifier.verifyToken(token))).toBe('good')
  server.clock.pass(310_000)
  expect(await codeOf(verifier.verifyToken(token))).toBe('token_expired')
})

test('behavior: threat 123: keys rotate while backends keep running', async () => {
  const kids = new Set<string>()
  // Past the rotation, the hour before the new key signs, and the day for which the old one stays.
  for (const hours of [0, 30 * 24, 0.5, 1, 26]) {
    server.clock.pass(hours * 3_600_000)
    const { askToken } = await signIn()
    const { token } = await askToken()
    expect(await codeOf(verifier.verifyToken(token))).toBe('good')
    kids.add(String(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid))
  }
  expect(kids.size).toBe(2)
})
