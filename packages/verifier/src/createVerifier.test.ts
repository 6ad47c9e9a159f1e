import { exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVerifier } from './createVerifier.ts'
import { startTestIssuer, type TestIssuer, testAccount } from './testing/startTestIssuer.ts'
import type { Verifier } from './Verifier.ts'
import { VerifierError } from './VerifierError.ts'

const audience = 'https://orders.example.com'
let now = 1_800_000_000_000
let server: TestIssuer
let verifier: Verifier

beforeAll(async () => {
  server = await startTestIssuer({ now: () => now })
  verifier = createVerifier({ issuer: server.issuer, audience, origins: 'any', now: () => now })
})
afterAll(() => server.stop())

const request = (authorization?: string) =>
  new Request(`${audience}/orders`, authorization === undefined ? {} : { headers: { authorization } })
const bearer = (token: string) => request(`Bearer ${token}`)
const seconds = () => Math.floor(now / 1000)

/** @returns the error of a refusal */
async function refusal(verified: Promise<unknown>): Promise<VerifierError> {
  const error = await verified.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof VerifierError) return error
  throw new Error(`It is not refused: ${error}`)
}

describe('a token', () => {
  test('default', async () => {
    const verified = await verifier.verify(bearer(await server.sign(audience)))
    expect(verified).toEqual({
      account: testAccount,
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      chainId: 'eip155:1',
      proof: 'key',
      origin: 'https://app.example.com',
      projectId: 'project',
      sessionId: 'session',
      isBound: false,
      expiresAt: new Date((seconds() + 300) * 1000),
      claims: expect.objectContaining({ iss: server.issuer, sub: testAccount, aud: audience }),
    })
    expect(await verifier.verifyToken(await server.sign(audience))).toMatchObject({ account: testAccount })
  })

  test.each([
    ['of Solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', 'key'],
    ['of Bitcoin', 'bip122:000000000019d6689c085ae165831e93:bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', 'key'],
    ['of a contract', testAccount, 'contract'],
    ['of a family to come', 'cosmos:cosmoshub-3:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0', 'key'],
  ])('behavior: an account %s', async (_, sub, proof) => {
    const token = await server.sign(audience, { claims: { sub, proof } })
    const [, chainId] = /^(.*):/.exec(sub) ?? []
    expect(await verifier.verify(bearer(token))).toMatchObject({ account: sub, chainId, proof })
  })

  test('behavior: threat 119: other algorithms, with a key or without, are refused', async () => {
    const token = await server.sign(audience)
    const [, payload] = token.split('.')
    const [{ kid = '', jwk } = {}] = server.keys
    const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
    // The public key, which everyone has, as the secret of a symmetric algorithm.
    const publicKey = await importJWK({ ...jwk }, 'ES256', { extractable: true })
    const secrets = [JSON.stringify(jwk), await exportSPKI(publicKey as CryptoKey), String(jwk?.x)]
    const symmetric = secrets.map((secret) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'siwx+jwt', kid })
        .sign(new TextEncoder().encode(secret.padEnd(32))),
    )
    const others = await Promise.all(
      ['RS256', 'ES384', 'Ed25519'].map(async (alg) => {
        const { privateKey } = await generateKeyPair(alg)
        return new SignJWT(claims).setProtectedHeader({ alg, typ: 'siwx+jwt', kid }).sign(privateKey)
      }),
    )
    const unsigned = ['none', 'None', ''].flatMap((alg) => {
      const header = encode({ alg, typ: 'siwx+jwt', kid })
      return [`${header}.${payload}.`, `${header}.${payload}.${token.split('.')[2]}`]
    })
    for (const forged of [...unsigned, ...(await Promise.all(symmetric)), ...others])
      expect(await refusal(verifier.verifyToken(forged))).toMatchObject({ code: 'token_invalid' })
  })

  test('behavior: threat 119: a key that the token itself contains or names is ignored', async () => {
    const foreign = await server.createKey()
    const url = `${server.issuer}/.well-known/jwks.json`
    const [{ kid = '' } = {}] = server.keys
    const headers: Record<string, unknown>[] = [
      {},
      { kid },
      { kid: undefined },
      { kid: '' },
      { kid: `${kid} ` },
      { kid: '../jwks.json' },
      { kid: '__proto__' },
      { jwk: foreign.jwk },
      { kid, jwk: foreign.jwk },
      { kid, jku: url },
      { kid: undefined, jwk: foreign.jwk },
      { kid, x5u: url, x5c: ['MIIB'] },
    ]
    const before = server.asked()
    for (const header of headers) {
      const token = await server.sign(audience, { key: foreign, header })
      expect([header, await refusal(verifier.verifyToken(token))]).toMatchObject([header, { code: 'token_invalid' }])
    }
    expect(server.asked() - before).toBeLessThanOrEqual(1)
    const nameless = await server.sign(audience, { header: { kid: undefined } as object })
    expect(await refusal(verifier.verifyToken(nameless))).toMatchObject({ code: 'token_invalid' })
    // A valid signature does not make that key trusted either.
    const good = await server.sign(audience, { header: { jku: 'http://127.0.0.1:9/', jwk: foreign.jwk } })
    expect(await verifier.verifyToken(good)).toMatchObject({ account: testAccount })
  })

  test('behavior: threat 119: rejects a signature over other content, and a text that is not a token', async () => {
    const token = await server.sign(audience)
    const [header, payload, signature = ''] = token.split('.')
    const other = Buffer.from(JSON.stringify({ sub: testAccount, aud: audience })).toString('base64url')
    const forged = [
      `${header}.${other}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${payload}.${'A'.repeat(86)}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${token}.${signature}`,
      `${token}A`,
      '',
      '..',
      'x',
      'x'.repeat(10_000),
    ]
    for (const one of forged)
      expect([one, await refusal(verifier.verifyToken(one))]).toMatchObject([one, { code: 'token_invalid' }])
  })

  test('behavior: threat 119: rejects a critical extension that it does not support', async () => {
    for (const header of [
      { crit: ['unknown'], unknown: 1 },
      { crit: ['exp'], exp: 1 },
    ]) {
      const token = await server.sign(audience, { header })
      expect([header, await refusal(verifier.verifyToken(token))]).toMatchObject([header, { code: 'token_invalid' }])
    }
  })

  test('behavior: threat 120: rejects a token for another backend, of another server or type, or with claims that the server never makes', async () => {
    const faults: Record<string, unknown>[] = [
      { aud: 'https://other.example.com' },
      { aud: `${audience}/` },
      { aud: [] },
      { aud: undefined },
      { iss: 'https://api.example.org' },
      { iss: `${server.issuer}/` },
      { iss: undefined },
      { iss: [server.issuer] },
      { sub: undefined },
      { sub: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
      { sub: 'eip155:1:0xd8dA' },
      { sub: 'eip155:1' },
      { sub: `${testAccount}\n` },
      { sub: `did:pkh:${testAccount}` },
      { sid: undefined },
      { sid: 1 },
      { project: undefined },
      { project: '' },
      { project: 1 },
      { jti: undefined },
      { proof: undefined },
      { proof: 'word' },
      { origin: undefined },
      { cnf: null },
      { cnf: {} },
      { cnf: { jkt: 'short' } },
      { cnf: { 'x5t#S256': 'A'.repeat(43) } },
      { cnf: { jkt: 'A'.repeat(43), kid: 'other' } },
    ]
    for (const claims of faults) {
      const token = await server.sign(audience, { claims })
      expect([claims, await refusal(verifier.verifyToken(token))]).toMatchObject([claims, { code: 'token_invalid' }])
    }
    for (const typ of ['JWT', 'at+jwt', 'dpop+jwt', '', undefined]) {
      const token = await server.sign(audience, { header: { typ } as object })
      expect([typ, await refusal(verifier.verifyToken(token))]).toMatchObject([typ, { code: 'token_invalid' }])
    }
  })

  test('behavior: threat 120: times must be present and valid', async () => {
    const at = seconds()
    const faults: [Record<string, unknown>, string][] = [
      [{ exp: at - 10 }, 'token_expired'],
      [{ exp: undefined }, 'token_invalid'],
      [{ exp: String(at + 300) }, 'token_invalid'],
      [{ nbf: at + 11 }, 'token_invalid'],
      [{ nbf: undefined }, 'token_invalid'],
      [{ iat: at + 11 }, 'token_invalid'],
      [{ iat: undefined }, 'token_invalid'],
      [{ iat: String(at) }, 'token_invalid'],
    ]
    for (const [claims, code] of faults) {
      const token = await server.sign(audience, { claims })
      expect([claims, await refusal(verifier.verifyToken(token))]).toMatchObject([claims, { code }])
    }
    for (const claims of [{ exp: at - 9 }, { nbf: at + 10, iat: at + 10 }])
      expect(await verifier.verifyToken(await server.sign(audience, { claims }))).toBeDefined()
    const exact = createVerifier({ issuer: server.issuer, audience, origins: 'any', now: () => now, clockTolerance: 0 })
    const ended = await server.sign(audience, { claims: { exp: at } })
    expect(await refusal(exact.verifyToken(ended))).toMatchObject({ code: 'token_expired', retryable: true })
  })

  test('behavior: threat 122: after a sign-out, a token stays valid for at most five minutes', async () => {
    const token = await server.sign(audience)
    now += 309_000
    expect(await verifier.verifyToken(token)).toBeDefined()
    now += 1_000
    expect(await refusal(verifier.verifyToken(token))).toMatchObject({ code: 'token_expired' })
  })

  test('behavior: threat 120: one of several audiences must match', async () => {
    const several = createVerifier({
      issuer: `${server.issuer}/`,
      audience: [audience, 'orders'],
      origins: 'any',
      now: () => now,
    })
    for (const aud of [audience, 'orders', ['orders', 'other']])
      expect(await several.verifyToken(await server.sign(audience, { claims: { aud } }))).toBeDefined()
    expect(await refusal(several.verifyToken(await server.sign('other')))).toMatchObject({ code: 'token_invalid' })
  })
})

describe('origins', () => {
  test('finding F17: threat 120: a backend that names no origins gets no verifier, so that none accepts tokens of other projects', () => {
    const options = { issuer: server.issuer, audience } as Parameters<typeof createVerifier>[0]
    expect(() => createVerifier(options)).toThrow(/origins of a verifier/)
  })

  test('behavior: threat 120: a token from an unlisted page is refused, with any other claims', async () => {
    const page = 'https://example.com'
    const own = createVerifier({ issuer: server.issuer, audience, origins: [page], now: () => now })
    expect(await own.verifyToken(await server.sign(audience, { claims: { origin: page } }))).toMatchObject({
      origin: page,
    })
    for (const origin of ['https://other.example.com', `${page}/`, `${page}:8443`, 'http://example.com', '']) {
      const token = await server.sign(audience, { claims: { origin } })
      expect([origin, await refusal(own.verifyToken(token))]).toMatchObject([
        origin,
        { code: 'token_invalid', status: 401, message: 'The token is of a page that this backend does not serve' },
      ])
      if (origin) expect(await verifier.verifyToken(token)).toMatchObject({ origin })
    }
  })
})

describe('a request', () => {
  test('behavior: reads requests of the web platform and of Node.js, in any letter case', async () => {
    const token = await server.sign(audience)
    const forms = [
      request(`Bearer ${token}`),
      request(`bearer   ${token} `),
      { headers: new Headers({ Authorization: `BEARER ${token}` }) },
      { method: 'GET', url: '/orders', headers: { authorization: `Bearer ${token}`, get: undefined } },
      { originalUrl: '/api/orders', url: '/orders', headers: { authorization: [`Bearer ${token}`] } },
    ]
    for (const form of forms) expect(await verifier.verify(form)).toMatchObject({ account: testAccount })
  })

  test('error: no token, or a token of another scheme', async () => {
    for (const authorization of [undefined, '', ' ', 'Basic dXNlcjpwYXNz', 'Digest username="x"', 'Bearers x']) {
      const missing = await refusal(verifier.verify(request(authorization)))
      expect([authorization, missing]).toMatchObject([authorization, { code: 'token_missing', status: 401 }])
      // No token was sent, so the response contains no error code (RFC 6750, 3.1).
      expect(missing.headers).toEqual({ 'cache-control': 'no-store', 'www-authenticate': 'DPoP algs="ES256", Bearer' })
    }
  })

  test('error: rejects several tokens', async () => {
    const token = await server.sign(audience)
    const several = new Headers({ authorization: `Bearer ${token}` })
    several.append('authorization', `Bearer ${token}`)
    const values = [
      'Bearer',
      'Bearer ',
      `Bearer ${token}, DPoP ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer "${token}"`,
      `Bearer ${token};`,
      `Bearer\t${token}`,
    ]
    for (const headers of [...values.map((authorization) => ({ authorization })), several])
      expect([headers, await refusal(verifier.verify({ headers }))]).toMatchObject([headers, { code: 'token_invalid' }])
    const twice = { headers: { authorization: [`Bearer ${token}`, `Bearer ${token}`] } }
    expect(await refusal(verifier.verify(twice))).toMatchObject({ code: 'token_invalid' })
  })

  test('behavior: an error converts to a complete response', async () => {
    const expired = await refusal(verifier.verify(bearer(await server.sign(audience, { claims: { exp: 1 } }))))
    const response = expired.toResponse()
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="The token has expired"',
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ code: 'token_expired', message: 'The token has expired' })
    expect(JSON.parse(JSON.stringify(expired))).toEqual({ code: 'token_expired', message: expired.message })
  })
})

describe('options', () => {
  test('error: rejects missing or unsafe options', () => {
    const good = { issuer: 'https://api.example.com', audience, origins: 'any' as const }
    const faults: Record<string, unknown>[] = [
      { issuer: undefined },
      { issuer: '' },
      { issuer: 'api.example.com' },
      { issuer: 'http://api.example.com' },
      { issuer: 'ftp://api.example.com' },
      { issuer: 'https://user:secret@api.example.com' },
      { audience: undefined },
      { audience: '' },
      { audience: [] },
      { audience: ['orders', ''] },
      { jwksUrl: 'file:///etc/passwd' },
      { jwksUrl: '' },
      { origins: undefined },
      { origins: [] },
      { origins: '' },
      { origins: 'https://example.com' },
      { origins: [undefined] },
      { origins: ['example.com'] },
      { origins: ['https://example.com/'] },
      { origins: ['https://example.com/shop'] },
      { origins: ['https://EXAMPLE.com'] },
      { origins: ['https://*.example.com'] },
      { publicUrl: 'orders.example.com' },
      { clockTolerance: -1 },
      { clockTolerance: Number.NaN },
      { clockTolerance: 301 },
    ]
    for (const fault of faults)
      expect(() => createVerifier({ ...good, ...fault } as typeof good), JSON.stringify(fault)).toThrow(TypeError)
    const origins = ['https://example.com', 'http://localhost:5173', 'capacitor://localhost']
    const others = [{}, { origins }, { issuer: 'http://localhost:7101' }, { issuer: 'http://[::1]:7101' }]
    for (const other of others) expect(() => createVerifier({ ...good, ...other })).not.toThrow()
    expect(() =>
      createVerifier({
        issuer: 'http://server',
        jwksUrl: 'http://server:7101/.well-known/jwks.json',
        audience,
        origins: 'any',
      }),
    ).not.toThrow()
  })
})
