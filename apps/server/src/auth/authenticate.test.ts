import { startStepUp, watchSession } from '@latchkey/protocol/wallet'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSealer } from '../platform/crypto/createSealer.ts'
import { signingKeys } from '../signingKeys/schema.ts'
import { createTokenSigner } from './createTokenSigner.ts'
import {
  createTestLogin,
  type ProofFaults,
  siteOrigin,
  type TestDevice,
  testKey,
  walletUrl,
} from './testing/createTestLogin.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
let device: TestDevice
let accessToken: string

beforeAll(async () => {
  login = await createTestLogin()
  device = await login.device()
  accessToken = (await login.login(device, 'ada@example.com')).accessToken
  // After the cooldown of login emails.
  login.pass(30)
})
afterAll(() => login.stop())

/** A call that needs a login and answers at once. */
const ask = (faults: ProofFaults = {}, from = device) => from.call(startStepUp, faults)

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('access tokens', () => {
  test('default', async () => {
    expect((await ask()).status).toBe(200)
    expect(claimsOf(accessToken)).toMatchObject({ iss: walletUrl, aud: 'api', cnf: { jkt: device.jkt } })
    expect(claimsOf(accessToken).exp - claimsOf(accessToken).iat).toBe(600)
  })

  test('behavior: threat 45: a stolen access token is useless without a proof, as a bearer token, and with another key', async () => {
    expect(await ask({ authorization: null })).toMatchObject({ status: 401, code: 'proof_invalid' })
    expect(await ask({ authorization: `Bearer ${accessToken}` })).toMatchObject({ status: 401, code: 'proof_invalid' })
    expect(await ask({ proof: null })).toMatchObject({ status: 401, code: 'proof_invalid' })
    const thief = await login.device()
    thief.use(accessToken)
    expect(await ask({}, thief)).toMatchObject({ status: 401, code: 'proof_invalid' })
  })

  test('behavior: threat 45: an expired token, after ten minutes, is refused with a hint to refresh', async () => {
    login.pass(569)
    expect(await ask()).not.toMatchObject({ code: 'proof_invalid' })
    login.pass(2)
    const late = await ask()
    expect(late).toMatchObject({ status: 401, code: 'proof_invalid' })
    expect(late.message).toContain('Refresh it')
    login.pass(-571)
  })

  test('behavior: threat 45: tokens from other issuers, of other types and for other audiences are refused', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const sid = claimsOf(accessToken).sid
    const forge = (header: Record<string, unknown>, claims: Record<string, unknown> = {}) =>
      new SignJWT({ sid, cnf: { jkt: device.jkt }, iss: walletUrl, aud: 'api', ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header })
        .setExpirationTime('10m')
        .sign(privateKey)
    const kid = JSON.parse(Buffer.from(accessToken.split('.')[0] ?? '', 'base64url').toString()).kid
    const unsigned = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid })).toString('base64url')}.${accessToken.split('.')[1]}.`
    for (const token of [await forge({ kid }), await forge({}), await forge({ kid: 'unknown' }), unsigned, 'x.y.z']) {
      device.use(token)
      expect(await ask()).toMatchObject({ status: 401, code: 'proof_invalid' })
    }
    device.use(accessToken)
  })

  test('behavior: another process signs with the same key; the private half is sealed at rest', async () => {
    const signer = await createTokenSigner({ context: login.context, sealer: login.sealer })
    expect(await signer.verify(accessToken)).toMatchObject({ jkt: device.jkt })
    const rows = await login.context.database.select().from(signingKeys)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.publicJwk).not.toContain('"d"')
    expect(Buffer.from(rows[0]?.sealedPrivateJwk ?? []).includes('"d"')).toBe(false)
  })

  test('behavior: without the sealing key a new signing key is created, and old tokens stay valid', async () => {
    const sealer = createSealer({ keys: [new Uint8Array(32).fill(99)] })
    const signer = await createTokenSigner({ context: login.context, sealer })
    const token = await signer.sign({ sessionId: 's', userId: 'u', jkt: 'j' })
    expect(await signer.verify(token)).toEqual({ sessionId: 's', jkt: 'j' })
    expect(await signer.verify(accessToken)).toMatchObject({ jkt: device.jkt })
    // The first process loads the key when it sees its id.
    login.pass(2)
    const first = await createTokenSigner({ context: login.context, sealer: createSealer({ keys: [testKey] }) })
    expect(await first.verify(token)).toMatchObject({ sessionId: 's' })
  })
})

describe('proofs', () => {
  test('behavior: threat 47: a proof works once', async () => {
    const proof = await device.prove(watchSession)
    const controller = new AbortController()
    const calls = [1, 2].map(() => device.call(watchSession, { proof, signal: controller.signal }))
    // A watch call only answers after an event, so the refusal comes first.
    const refused = await Promise.race(calls)
    expect(refused).toMatchObject({ status: 401, code: 'proof_invalid', message: 'The proof was used before' })
    controller.abort()
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('behavior: threat 47: method, URL, time, token and id must match', async () => {
    const now = Math.floor(login.context.clock.now() / 1000)
    const faults: Record<string, unknown>[] = [
      { htm: 'GET' },
      { htm: undefined },
      { htu: `${walletUrl}/v1/auth/session/end` },
      { htu: `https://evil.example/v1/auth/step-up/start` },
      { htu: `${siteOrigin}/v1/auth/step-up/start` },
      { iat: now - 61 },
      { iat: String(now) },
      { iat: undefined },
      { ath: undefined },
      { ath: 'x'.repeat(43) },
      { jti: undefined },
      { jti: 'short' },
      { jti: 'x'.repeat(129) },
      { jti: 12345678 },
    ]
    for (const claims of faults) {
      const refused = await ask({ claims })
      expect([claims, refused.status, refused.code]).toEqual([claims, 401, 'proof_invalid'])
    }
    const early = await ask({ claims: { iat: now + 62 } })
    expect(early).toMatchObject({ status: 401, code: 'session_not_yet_valid' })
    expect(early.message).toMatch(/clock of this device is 6[12] seconds ahead/)
    for (const iat of [now - 59, now + 59]) expect((await ask({ claims: { iat } })).code).not.toBe('proof_invalid')
  })

  test('behavior: threat 47: only a public P-256 key, of the right type', async () => {
    const other = await generateKeyPair('ES256', { extractable: true })
    const rsa = await exportJWK((await generateKeyPair('RS256', { extractable: true })).publicKey)
    const headers: Record<string, unknown>[] = [
      { typ: 'JWT' },
      { typ: undefined },
      { jwk: undefined },
      { jwk: rsa },
      { jwk: await exportJWK(other.publicKey) },
      { jwk: await exportJWK(device.privateKey) },
      { jwk: { ...device.jwk, crv: 'P-384' } },
      { jwk: { ...device.jwk, x: 'AAAA' } },
      { jwk: { ...device.jwk, x: 'A'.repeat(43), y: 'A'.repeat(43) } },
      { jwk: 'text' },
    ]
    for (const header of headers) {
      const refused = await ask({ header })
      expect([header, refused.status, refused.code]).toEqual([header, 401, 'proof_invalid'])
    }
    for (const proof of ['', 'a', 'a.b.c', 'x'.repeat(5000)]) {
      expect(await ask({ proof })).toMatchObject({ status: 401, code: 'proof_invalid' })
    }
  })

  test('behavior: checking a login costs little more than its two signatures', async () => {
    const run = async (count: number, work: () => Promise<unknown>) => {
      const start = performance.now()
      for (let index = 0; index < count; index++) await work()
      return (performance.now() - start) / count
    }
    const count = 150
    const requests = await Promise.all(
      Array.from({ length: count + 20 }, async () => {
        const headers = { dpop: await device.prove(startStepUp), authorization: `DPoP ${accessToken}` }
        return new Request(`${walletUrl}${startStepUp.path}`, { method: 'POST', headers })
      }),
    )
    const check = async () => {
      const request = requests.pop()
      if (!request) throw new Error('There are no requests left')
      await login.auth.authenticate(request, { need: 'session', url: request.url })
    }
    const signer = await createTokenSigner({ context: login.context, sealer: login.sealer })
    await run(20, check)
    await run(20, () => signer.verify(accessToken))
    const signature = await run(count, () => signer.verify(accessToken))
    const whole = await run(count, check)
    // Two signatures, and less than a millisecond more. On a loaded machine both values grow alike.
    expect(whole).toBeLessThan(2 * signature + Math.max(1, 4 * signature))
  })
})
