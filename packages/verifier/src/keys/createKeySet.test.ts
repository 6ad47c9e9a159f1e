import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createVerifier } from '../createVerifier.ts'
import { startTestIssuer, type TestIssuer } from '../testing/startTestIssuer.ts'
import type { Verifier } from '../Verifier.ts'

const audience = 'orders'
let now = 1_800_000_000_000
let server: TestIssuer
let verifier: Verifier

beforeEach(async () => {
  server = await startTestIssuer({ now: () => now })
  verifier = createVerifier({ issuer: server.issuer, audience, origins: 'any', now: () => now })
})
afterEach(() => server.stop())

/** @returns `good`, or the code of the error */
const judge = async (token: string | Promise<string>, by = verifier) =>
  by.verifyToken(await token).then(
    () => 'good',
    ({ code }) => code,
  )
const fail = () => server.answerWith((_, response) => response.writeHead(500).end())

describe('the published keys', () => {
  test('default: fetches the keys once for several simultaneous requests', async () => {
    expect(server.asked()).toBe(0)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => server.sign(audience)))
    expect(new Set(await Promise.all(tokens.map((token) => judge(token))))).toEqual(new Set(['good']))
    expect(server.asked()).toBe(1)
    now += 299_000
    expect(await judge(server.sign(audience))).toBe('good')
    expect(server.asked()).toBe(1)
    now += 2_000
    expect(await judge(server.sign(audience))).toBe('good')
    await vi.waitFor(() => expect(server.asked()).toBe(2))
  })

  test('behavior: threat 124: after a renewal an old and a new token are valid, and one of a removed key is not', async () => {
    const [old] = server.keys
    const before = await server.sign(audience)
    expect(await judge(before)).toBe('good')
    await server.addKey()
    now += 31_000
    expect(await judge(server.sign(audience))).toBe('good')
    expect(await judge(before)).toBe('good')
    expect(server.asked()).toBe(2)
    server.keys.pop()
    now += 301_000
    // Cached keys verify while they are fetched again.
    await judge(server.sign(audience))
    await vi.waitFor(async () => expect(await judge(server.sign(audience, { key: old }))).toBe('token_invalid'))
  })

  test('behavior: threat 124: unknown key IDs cause at most two requests a minute', async () => {
    expect(await judge(server.sign(audience))).toBe('good')
    for (let minute = 0; minute < 2; minute++) {
      for (let index = 0; index < 50; index++)
        expect(await judge(server.sign(audience, { header: { kid: `unknown ${index}` } }))).toBe('token_invalid')
      now += 30_000
    }
    expect(server.asked()).toBe(2)
  })

  test('behavior: threat 124: without the server the cached keys work for an hour, and a new key is not reported as invalid', async () => {
    const known = server.keys[0]
    expect(await judge(server.sign(audience))).toBe('good')
    fail()
    const unpublished = await server.createKey()
    now += 301_000
    for (let index = 0; index < 5; index++) expect(await judge(server.sign(audience))).toBe('good')
    await vi.waitFor(() => expect(server.asked()).toBe(2))
    now += 30_000
    expect(await judge(server.sign(audience, { key: unpublished }))).toBe('keys_unavailable')
    now += 3_599_000 - 331_000
    const before = server.asked()
    expect(await judge(server.sign(audience))).toBe('good')
    // Cached keys answer at once. The request to the server follows a little later.
    await vi.waitFor(() => expect(server.asked()).toBe(before + 1))
    now += 31_000
    expect(await judge(server.sign(audience))).toBe('keys_unavailable')
    // No further request before the pause is over.
    const asked = server.asked()
    expect(await judge(server.sign(audience))).toBe('keys_unavailable')
    expect(server.asked()).toBe(asked)
    server.answerWith(undefined)
    now += 30_000
    expect(await judge(server.sign(audience, { key: known }))).toBe('good')
  })

  test('error: threat 124: without any keys returns 503 instead of an invalid token, and retries after five seconds', async () => {
    fail()
    const token = await server.sign(audience)
    const error = await verifier.verifyToken(token).catch((reason) => reason)
    expect(error).toMatchObject({ code: 'keys_unavailable', status: 503, retryable: true })
    expect(error.headers).toEqual({ 'cache-control': 'no-store', 'retry-after': '5' })
    expect(error.toResponse().status).toBe(503)
    await Promise.all(Array.from({ length: 10 }, () => judge(token)))
    expect(server.asked()).toBe(1)
    server.answerWith(undefined)
    now += 5_000
    expect(await judge(token)).toBe('good')
  })

  test('error: threat 124: rejects an answer that redirects, is too long, is not JSON, has no key, or never arrives', async () => {
    const token = await server.sign(audience)
    const elsewhere = await startTestIssuer({ now: () => now })
    elsewhere.keys.splice(0, 1, ...server.keys)
    const end = (body: string) => (response: ServerResponse) => response.writeHead(200).end(body)
    const jwk = { ...server.keys[0]?.jwk, kid: server.keys[0]?.kid }
    const long = { keys: [{ ...jwk, alg: 'ES256', use: 'sig' }], more: 'x'.repeat(70_000) }
    const answers: ((response: ServerResponse) => unknown)[] = [
      (response) => response.writeHead(302, { location: `${elsewhere.issuer}/.well-known/jwks.json` }).end(),
      (response) => response.writeHead(204).end(),
      (response) => response.writeHead(500).end(JSON.stringify({ keys: [jwk] })),
      end('<html>'),
      end('null'),
      end('[]'),
      end('{"keys":{}}'),
      end('{"keys":[null,1,"a",{}]}'),
      end(JSON.stringify(long)),
      ...[
        { kty: 'RSA' },
        { alg: 'ES384' },
        { use: 'enc' },
        { crv: 'P-384' },
        { kid: 1 },
        { x: 'AAAA' },
        { y: jwk.x },
      ].map((fault) => end(JSON.stringify({ keys: [{ ...jwk, ...fault }] }))),
      (response) => response.destroy(),
    ]
    for (const answer of answers) {
      const fresh = createVerifier({ issuer: server.issuer, audience, origins: 'any', now: () => now })
      server.answerWith((_, response) => void answer(response))
      expect(await judge(token, fresh)).toBe('keys_unavailable')
    }
    expect(elsewhere.asked()).toBe(0)
    const { timeout } = AbortSignal
    const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 20))
    server.answerWith(() => {})
    const fresh = createVerifier({ issuer: server.issuer, audience, origins: 'any', now: () => now })
    expect(await judge(token, fresh)).toBe('keys_unavailable')
    expect(patience).toHaveBeenCalledWith(5_000)
    patience.mockRestore()
    await elsewhere.stop()
  })

  test('behavior: ignores keys of other services in the same set', async () => {
    const [ours] = server.keys
    const mixed = [{ kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: 'rsa' }, null, { ...ours?.jwk, kid: ours?.kid }]
    server.answerWith((_, response) => response.writeHead(200).end(JSON.stringify({ keys: mixed })))
    expect(await judge(server.sign(audience))).toBe('good')
  })

  test('behavior: threat 124: requests only the configured URL, with the given fetch', async () => {
    const asked: string[] = []
    const jwksUrl = `${server.issuer}/.well-known/jwks.json`
    const own = createVerifier({
      ...{ issuer: 'https://api.example.com', audience, jwksUrl, origins: 'any', now: () => now },
      fetch: (url, init) => {
        asked.push(url)
        expect(init.redirect).toBe('manual')
        return fetch(url, init)
      },
    })
    const claims = { iss: 'https://api.example.com' }
    expect(await judge(server.sign(audience, { claims }), own)).toBe('good')
    expect(await judge(server.sign(audience, { claims: { iss: 'https://evil.example' } }), own)).toBe('token_invalid')
    expect(asked).toEqual([jwksUrl])
  })

  test('behavior: at the edge a request does not wait for a read that another request started', async () => {
    vi.stubGlobal('EdgeRuntime', 'vercel')
    try {
      const held: (() => void)[] = []
      const calls: string[] = []
      const edge = createVerifier({
        ...{ issuer: server.issuer, audience, origins: 'any', now: () => now },
        fetch: async (url, init) => {
          calls.push(url)
          // The first request ends before its answer arrives.
          if (calls.length === 1) await new Promise<void>((resolve) => held.push(resolve))
          return fetch(url, init)
        },
      })
      const first = judge(server.sign(audience), edge)
      await vi.waitFor(() => expect(calls).toHaveLength(1))
      now += 5_000
      expect(await judge(server.sign(audience), edge)).toBe('good')
      expect(calls).toHaveLength(2)
      held[0]?.()
      expect(await first).toBe('good')
      // Old keys are read within the request, because no work continues after it.
      const [old] = server.keys
      await server.addKey()
      server.keys.pop()
      now += 301_000
      expect(await judge(server.sign(audience, { key: old }), edge)).toBe('token_invalid')
      expect(calls).toHaveLength(3)
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
