import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createVerifier } from '../createVerifier.ts'
import { createTestClient } from '../testing/createTestClient.ts'
import { startTestIssuer, type TestIssuer, testAccount } from '../testing/startTestIssuer.ts'
import type { Verifier } from '../Verifier.ts'
import { createMemoryReplays } from './createMemoryReplays.ts'

const audience = 'https://orders.example.com'
const url = `${audience}/orders`
const now = 1_800_000_000_000
let server: TestIssuer
let client: Awaited<ReturnType<typeof createTestClient>>
let thief: typeof client
let verifier: Verifier
let token: string

beforeAll(async () => {
  server = await startTestIssuer({ now: () => now })
  client = await createTestClient({ now: () => now })
  thief = await createTestClient({ now: () => now })
})
afterAll(() => server.stop())
beforeEach(async () => {
  verifier = create()
  token = await server.sign(audience, { claims: { cnf: client.cnf } })
})

const create = (options: Partial<Parameters<typeof createVerifier>[0]> = {}) =>
  createVerifier({ issuer: server.issuer, audience, origins: 'any', now: () => now, ...options })
const request = (headers: Record<string, string>, at = url, method = 'GET') => new Request(at, { method, headers })
const seconds = now / 1000

async function refusal(verified: Promise<unknown>) {
  const { code, message, headers } = await verified.then(
    () => ({ code: 'good', message: '', headers: {} as Record<string, string> }),
    (error) => error,
  )
  return { code, message, challenge: headers['www-authenticate'] }
}

describe('a token that is bound to a key', () => {
  test('default', async () => {
    const dpop = await client.prove({ method: 'GET', url, token })
    const verified = await verifier.verify(request({ authorization: `DPoP ${token}`, dpop }, `${url}?page=2#top`))
    expect(verified).toMatchObject({ account: testAccount, isBound: true })
    const other = await client.prove({ method: 'POST', url, token })
    expect(await verifier.verifyToken(token, { jwt: other, method: 'POST', url })).toMatchObject({ isBound: true })
  })

  test('behavior: threat 121: a second client that has only the token cannot use it', async () => {
    const bare = await refusal(verifier.verify(request({ authorization: `Bearer ${token}` })))
    expect(bare.code).toBe('token_invalid')
    expect(bare.challenge).toMatch(/^DPoP algs="ES256", error="invalid_token"/)
    expect(await refusal(verifier.verifyToken(token))).toMatchObject({ code: 'token_invalid' })
    const without = await refusal(verifier.verify(request({ authorization: `DPoP ${token}` })))
    expect(without).toMatchObject({ code: 'proof_invalid' })
    expect(without.challenge).toMatch(/^DPoP algs="ES256", error="invalid_dpop_proof"/)
    // Not even its owner can send it as Bearer with a valid proof.
    const own = await client.prove({ method: 'GET', url, token })
    const asBearer = verifier.verify(request({ authorization: `Bearer ${token}`, dpop: own }))
    expect(await refusal(asBearer)).toMatchObject({ code: 'token_invalid' })
    const dpop = await thief.prove({ method: 'GET', url, token })
    for (const scheme of ['DPoP', 'Bearer']) {
      const stolen = verifier.verify(request({ authorization: `${scheme} ${token}`, dpop }))
      expect((await refusal(stolen)).code).not.toBe('good')
    }
    // A proof by the thief with the owner's public key in its header is also refused.
    const forged = await thief.prove({ method: 'GET', url, token }, { header: { jwk: client.jwk } })
    const verified = verifier.verify(request({ authorization: `DPoP ${token}`, dpop: forged }))
    expect(await refusal(verified)).toMatchObject({ code: 'proof_invalid' })
  })

  test('behavior: threat 121: a proof works once, also in two simultaneous requests', async () => {
    const dpop = await client.prove({ method: 'GET', url, token })
    const use = () => refusal(verifier.verify(request({ authorization: `DPoP ${token}`, dpop })))
    const codes = (await Promise.all([use(), use(), use()])).map(({ code }) => code).sort()
    expect(codes).toEqual(['good', 'proof_invalid', 'proof_invalid'])
    expect(await use()).toMatchObject({ code: 'proof_invalid', message: 'The proof was used before' })
  })

  test('behavior: threat 121: method, URL, time, token and ID must match', async () => {
    const faults: Record<string, unknown>[] = [
      { htm: 'POST' },
      { htm: 'get' },
      { htm: undefined },
      { htu: `${audience}/other` },
      { htu: `${url}/` },
      { htu: 'https://evil.example/orders' },
      { htu: 'http://orders.example.com/orders' },
      { htu: '/orders' },
      { htu: undefined },
      { iat: seconds - 61 },
      { iat: seconds + 61 },
      { iat: String(seconds) },
      { iat: undefined },
      { exp: seconds - 1 },
      { ath: undefined },
      { ath: 'x'.repeat(43) },
      { jti: undefined },
      { jti: 'short' },
      { jti: 'x'.repeat(129) },
      { jti: 12345678 },
    ]
    for (const claims of faults) {
      const dpop = await client.prove({ method: 'GET', url, token }, { claims })
      const verified = verifier.verify(request({ authorization: `DPoP ${token}`, dpop }))
      expect([claims, await refusal(verified)]).toMatchObject([claims, { code: 'proof_invalid' }])
    }
    for (const claims of [{ iat: seconds - 60 }, { iat: seconds + 60 }, { htu: `${url}?page=1#top` }]) {
      const dpop = await client.prove({ method: 'GET', url, token }, { claims })
      await expect(verifier.verify(request({ authorization: `DPoP ${token}`, dpop }))).resolves.toBeDefined()
    }
  })

  test('behavior: threat 121: accepts only a public P-256 key of the correct type', async () => {
    const rsa = await exportJWK((await generateKeyPair('RS256', { extractable: true })).publicKey)
    const headers: Record<string, unknown>[] = [
      { typ: 'JWT' },
      { typ: 'siwx+jwt' },
      { typ: undefined },
      { jwk: undefined },
      { jwk: 'text' },
      { jwk: rsa },
      { jwk: await exportJWK(client.privateKey) },
      { jwk: { ...client.jwk, crv: 'P-384' } },
      { jwk: { ...client.jwk, x: 'A'.repeat(43), y: 'A'.repeat(43) } },
    ]
    for (const header of headers) {
      const dpop = await client.prove({ method: 'GET', url, token }, { header })
      const verified = verifier.verify(request({ authorization: `DPoP ${token}`, dpop }))
      expect([header, await refusal(verified)]).toMatchObject([header, { code: 'proof_invalid' }])
    }
    const good = await client.prove({ method: 'GET', url, token })
    for (const dpop of ['', 'a', 'a.b.c', 'x'.repeat(5000), `${good}, ${good}`]) {
      const verified = verifier.verify(request({ authorization: `DPoP ${token}`, dpop }))
      expect([dpop, await refusal(verified)]).toMatchObject([dpop, { code: 'proof_invalid' }])
    }
    // Another algorithm, with the public key as its secret, or with none.
    const claims = JSON.parse(Buffer.from(good.split('.')[1] ?? '', 'base64url').toString())
    const symmetric = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: client.jwk })
    const secret = new TextEncoder().encode(JSON.stringify(client.jwk))
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'dpop+jwt', jwk: client.jwk })).toString('base64url')
    for (const forged of [await symmetric.sign(secret), `${none}.${good.split('.')[1]}.`]) {
      const verified = verifier.verify(request({ authorization: `DPoP ${token}`, dpop: forged }))
      expect(await refusal(verified)).toMatchObject({ code: 'proof_invalid' })
    }
    // A point that is not on the curve is not a key, even if the token is bound to its thumbprint.
    const jwk = { ...client.jwk, x: 'A'.repeat(43), y: 'A'.repeat(43) }
    const odd = await server.sign(audience, { claims: { cnf: { jkt: await calculateJwkThumbprint(jwk) } } })
    const dpop = await client.prove({ method: 'GET', url, token: odd }, { header: { jwk } })
    expect(await refusal(verifier.verify(request({ authorization: `DPoP ${odd}`, dpop })))).toMatchObject({
      code: 'proof_invalid',
    })
  })

  test('behavior: threat 121: an unbound token is refused with the DPoP scheme, and if proofs are required', async () => {
    const unbound = await server.sign(audience)
    const dpop = await client.prove({ method: 'GET', url, token: unbound })
    expect(await refusal(verifier.verify(request({ authorization: `DPoP ${unbound}`, dpop })))).toMatchObject({
      code: 'token_invalid',
    })
    const strict = create({ requireProof: true })
    const plain = await refusal(strict.verify(request({ authorization: `Bearer ${unbound}` })))
    expect(plain).toMatchObject({ code: 'token_invalid' })
    expect(plain.challenge).not.toContain('Bearer')
    expect((await refusal(strict.verify(request({})))).challenge).toBe('DPoP algs="ES256"')
    const proof = await client.prove({ method: 'GET', url, token })
    await expect(strict.verify(request({ authorization: `DPoP ${token}`, dpop: proof }))).resolves.toBeDefined()
  })

  test('behavior: threat 121: a token with several bindings is refused', async () => {
    const cnf = { ...client.cnf, 'x5t#S256': 'A'.repeat(43) }
    const other = await server.sign(audience, { claims: { cnf } })
    const dpop = await client.prove({ method: 'GET', url, token: other })
    const verified = verifier.verify(request({ authorization: `DPoP ${other}`, dpop }))
    expect(await refusal(verified)).toMatchObject({ code: 'token_invalid' })
  })

  test('behavior: threat 121: ignores the host that a request claims', async () => {
    const evil = 'https://evil.example/orders'
    const dpop = await client.prove({ method: 'GET', url: evil, token })
    const headers = { authorization: `DPoP ${token}`, dpop, host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    for (const form of [request(headers, evil), { method: 'GET', url: '/orders', headers }])
      expect(await refusal(verifier.verify(form))).toMatchObject({ code: 'proof_invalid' })
  })

  test('behavior: the URL of the backend is its audience, or its publicUrl with the prefix that a proxy removes', async () => {
    const named = await server.sign('orders', { claims: { cnf: client.cnf } })
    const nowhere = create({ audience: 'orders' })
    const behind = create({ audience: 'orders', publicUrl: 'https://example.com/api/' })
    const several = create({ audience: ['orders', 'https://a.example', 'https://b.example/'] })
    const cases = [
      { by: nowhere, asked: url, path: '/orders', code: 'proof_invalid' },
      { by: behind, asked: 'https://example.com/api/orders', path: '/orders', code: 'good' },
      { by: behind, asked: 'https://example.com/orders', path: '/orders', code: 'proof_invalid' },
      { by: several, asked: 'https://a.example/orders', path: '/orders', code: 'good' },
      { by: several, asked: 'https://b.example/orders', path: 'http://10.0.0.1:3000/orders?page=1', code: 'good' },
      { by: several, asked: 'https://c.example/orders', path: '/orders', code: 'proof_invalid' },
      // A path that looks like a URL is a path.
      { by: several, asked: 'https://a.example/orders', path: '//b.example/orders', code: 'proof_invalid' },
      { by: several, asked: 'https://a.example/a%20b', path: '/a%20b?x=/y#z', code: 'good' },
      { by: several, asked: 'https://a.example/orders', path: '*', code: 'proof_invalid' },
      { by: several, asked: 'https://a.example/orders', path: '', code: 'proof_invalid' },
    ]
    for (const { by, asked, path, code } of cases) {
      const dpop = await client.prove({ method: 'GET', url: asked, token: named })
      const verified = by.verify({ method: 'GET', url: path, headers: { authorization: `DPoP ${named}`, dpop } })
      expect([asked, path, await refusal(verified)]).toMatchObject([asked, path, { code }])
    }
  })

  test('behavior: uses the whole path if a router of Express removed its prefix', async () => {
    const dpop = await client.prove({ method: 'GET', url: `${audience}/api/orders`, token })
    const headers = { authorization: `DPoP ${token}`, dpop }
    await expect(
      verifier.verify({ method: 'GET', url: '/orders', originalUrl: '/api/orders', headers }),
    ).resolves.toBeDefined()
  })

  test('behavior: threat 121: backends with several processes share the store of used proofs', async () => {
    const seen = new Map<string, number>()
    const replays = {
      add: async (id: string, time: number) => !seen.has(id) && Boolean(seen.set(id, time)),
    }
    const [one, other] = [create({ replays }), create({ replays })]
    const dpop = await client.prove({ method: 'GET', url, token })
    await one.verify(request({ authorization: `DPoP ${token}`, dpop }))
    expect(await refusal(other.verify(request({ authorization: `DPoP ${token}`, dpop })))).toMatchObject({
      code: 'proof_invalid',
    })
    expect([...seen.values()]).toEqual([61])
    // A request is refused if the store is unreachable.
    const broken = create({
      replays: {
        add: () => {
          throw new Error('The store is down')
        },
      },
    })
    const proof = await client.prove({ method: 'GET', url, token })
    await expect(broken.verify(request({ authorization: `DPoP ${token}`, dpop: proof }))).rejects.toThrow('is down')
  })
})

describe('the store of one process', () => {
  test('behavior: threat 121: it deletes expired IDs, and an attacker cannot push out valid ones', () => {
    let time = 0
    const replays = createMemoryReplays({ size: 3, now: () => time })
    for (const id of ['a', 'b', 'c']) expect(replays.add(id, 60)).toBe(true)
    expect(replays.add('d', 60)).toBe(false)
    expect(replays.add('a', 60)).toBe(false)
    time = 59_999
    expect(replays.add('a', 60)).toBe(false)
    time = 70_000
    for (const id of ['d', 'a']) expect(replays.add(id, 60)).toBe(true)
  })
})
