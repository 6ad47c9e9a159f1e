import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import type { Hono } from 'hono'
import { calculateJwkThumbprint, decodeProtectedHeader, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClient } from './testing/createTestClient.ts'
import { startTestIssuer, type TestIssuer, testAccount } from './testing/startTestIssuer.ts'

const page = 'https://example.com'
const backend = 'https://orders.example.com'
const folder = resolve('packages/verifier/.latchkey/recipes')
let server: TestIssuer
let express: { server: Server }
let hono: { default: Hono }
let next: { GET: (request: Request) => Promise<Response> }
let bound: {
  createBoundFetch: (options: object) => Promise<{ fetch: (url: string, init: object) => Promise<Response> }>
}

/** Starts every backend of the recipe, as a reader would copy it. */
beforeAll(async () => {
  server = await startTestIssuer({ now: Date.now, origin: page })
  const recipe = readFileSync('docs/recipes/backends.md', 'utf8')
  for (const [, code = ''] of recipe.matchAll(/```ts\n([\s\S]*?)```/g)) {
    const file = join(folder, /^\/\/ ([\w./]+\.ts)/.exec(code)?.[1] ?? 'unnamed.ts')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code)
  }
  const { LATCHKEY_URL, PORT } = process.env
  Object.assign(process.env, { LATCHKEY_URL: server.issuer, PORT: '0' })
  express = await import(join(folder, 'backend/express.ts'))
  hono = await import(join(folder, 'backend/hono.ts'))
  next = await import(join(folder, 'backend/app/orders/route.ts'))
  bound = await import(join(folder, 'createBoundFetch.ts'))
  for (const [name, value] of Object.entries({ LATCHKEY_URL, PORT })) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  if (!express.server.listening) await new Promise((listening) => express.server.once('listening', listening))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  express.server.closeAllConnections()
  await new Promise((closed) => express.server.close(closed))
  await server.stop()
})

const askers: Record<string, { audience: string; ask: (path: string, init?: RequestInit) => Promise<Response> }> = {
  Hono: { audience: backend, ask: async (path, init) => hono.default.fetch(new Request(`${backend}${path}`, init)) },
  Express: {
    audience: backend,
    ask: (path, init) => {
      const address = express.server.address()
      return fetch(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}${path}`, init)
    },
  },
  'Next.js': { audience: page, ask: (path, init) => next.GET(new Request(`${page}${path}`, init)) },
}

describe.each(Object.entries(askers))('the backend of the recipe: %s', (_, { audience, ask }) => {
  test('default', async () => {
    const response = await ask('/orders?page=1', {
      headers: { authorization: `Bearer ${await server.sign(audience)}` },
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ account: testAccount, orders: [] })
  })

  test('behavior: threat 121: a bound token needs its proof, once', async () => {
    const client = await createTestClient({ now: Date.now })
    const token = await server.sign(audience, { claims: { cnf: client.cnf } })
    const dpop = await client.prove({ method: 'GET', url: `${audience}/orders`, token })
    const headers = { authorization: `DPoP ${token}`, dpop }
    expect((await ask('/orders', { headers })).status).toBe(200)
    const replayed = await ask('/orders', { headers })
    expect(replayed.status).toBe(401)
    expect(await replayed.json()).toEqual({ code: 'proof_invalid', message: 'The proof was used before' })
    expect((await ask('/orders', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  })

  test('error: no token, an invalid one, one for another backend, one from a page of another project', async () => {
    const missing = await ask('/orders')
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, 'DPoP algs="ES256", Bearer'])
    const foreign = await server.sign(audience, { claims: { project: 'other', origin: 'https://other.example.com' } })
    for (const token of ['x.y.z', await server.sign('https://other.example.com'), foreign]) {
      const bad = await ask('/orders', { headers: { authorization: `Bearer ${token}` } })
      expect(bad.status).toBe(401)
      expect(bad.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/)
      expect(bad.headers.get('cache-control')).toBe('no-store')
      expect(await bad.json()).toMatchObject({ code: 'token_invalid' })
    }
  })
})

describe.each(['Hono', 'Express'])('the backend of the recipe on another origin: %s', (name) => {
  test('behavior: the page can send requests to it, and read an error', async () => {
    const { ask = fetch } = askers[name] ?? {}
    const preflight = await ask('/orders', {
      method: 'OPTIONS',
      headers: { origin: page, 'access-control-request-method': 'GET' },
    })
    expect(preflight.status).toBe(204)
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(/, ?/)
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'dpop']))
    const refused = await ask('/orders', { headers: { origin: page } })
    expect(refused.headers.get('access-control-allow-origin')).toBe(page)
    expect(refused.headers.get('access-control-expose-headers')).toContain('www-authenticate')
  })
})

test('behavior: the page of the recipe binds its tokens to a key', async () => {
  const asked: string[] = []
  server.answerWith(async (request, response) => {
    if (request.method !== 'POST') return server.publish(request, response)
    const proof = String(request.headers.dpop)
    asked.push(`${request.method} ${request.url}`)
    const jkt = await calculateJwkThumbprint(decodeProtectedHeader(proof).jwk as JWK)
    const token = await server.sign(backend, { claims: { cnf: { jkt } } })
    const expiresAt = new Date(Date.now() + 300_000).toISOString()
    response.end(JSON.stringify({ token, expiresAt, tokenType: 'DPoP' }))
  })
  const client = await bound.createBoundFetch({ apiUrl: server.issuer, projectId: 'project', audience: backend })
  const original = globalThis.fetch
  // The page uses the backend's public URL.
  globalThis.fetch = async (input, init) =>
    String(input).startsWith(backend) ? hono.default.fetch(new Request(input, init)) : original(input, init)
  try {
    for (const path of ['/orders', '/orders?page=2']) {
      const response = await client.fetch(`${backend}${path}`, { method: 'GET' })
      expect([response.status, await response.json()]).toEqual([200, { account: testAccount, orders: [] }])
    }
  } finally {
    globalThis.fetch = original
    server.answerWith(undefined)
  }
  expect(asked).toEqual(['POST /v1/siwx/token?projectId=project'])
})
