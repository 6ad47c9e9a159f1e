import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { defineEndpoint } from '@latchkey/protocol/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createAdmission } from '../../projects/createAdmission.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import type { App } from './App.ts'
import { leastToCompress } from './createCompressor.ts'
import { createHttpApp } from './createHttpApp.ts'
import { createRateLimits } from './createRateLimits.ts'
import { registerEndpoint } from './registerEndpoint.ts'
import type { WalletSession } from './WalletSession.ts'

const endpoint = defineEndpoint({
  method: 'GET',
  path: '/v1/list',
  summary: 'A list',
  tag: 'Test',
  project: 'none',
  response: z.object({ rows: z.string() }),
  errors: [],
})
const long = { rows: 'a row of a list, '.repeat(400) }
const text = JSON.stringify(long)
const frozen = Object.freeze({ ...long })
let context: TestContext
let app: App

beforeAll(async () => {
  context = await createTestContext()
  const limits = await createRateLimits({ config: context.config, log: context.log })
  app = createHttpApp({ context, admit: createAdmission({ config: context.config, limits }) })
  app.authenticate = async () => ({ jkt: 'key', session: { sessionId: 's' } as WalletSession })
  registerEndpoint(app, endpoint, () => long)
  registerEndpoint(app, defineEndpoint({ ...endpoint, path: '/v1/frozen' }), () => frozen)
  registerEndpoint(app, defineEndpoint({ ...endpoint, path: '/v1/short' }), () => ({ rows: '' }))
  registerEndpoint(app, defineEndpoint({ ...endpoint, path: '/v1/cookies', cookies: true }), () => long)
  registerEndpoint(app, defineEndpoint({ ...endpoint, path: '/v1/proof', auth: 'proof' }), () => long)
  registerEndpoint(app, defineEndpoint({ ...endpoint, path: '/v1/session', auth: 'session' }), () => long)
  registerEndpoint(app, defineEndpoint({ ...endpoint, path: '/v1/said', method: 'POST' }), () => long)
})
afterAll(() => context.stop())

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await app.request(path, { method, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } })
  expect(response.status).toBe(200)
  return {
    encoding: response.headers.get('content-encoding'),
    vary: response.headers.get('vary'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip;q=0.8, br;q=0', 'gzip', gunzipSync],
  ['GZIP', 'gzip', gunzipSync],
] as const)(
  'behavior: a public list is compressed with an accepted encoding: %s',
  async (accepted, encoding, unpack) => {
    for (const path of ['/v1/list', '/v1/frozen', '/v1/frozen']) {
      const answer = await ask(path, { 'accept-encoding': accepted })
      expect(answer).toMatchObject({ encoding, vary: 'origin, accept-encoding' })
      expect(answer.bytes.length).toBeLessThan(text.length / 5)
      expect(unpack(answer.bytes).toString()).toBe(text)
    }
  },
)

test('behavior: short replies, and those for callers without an accepted encoding, are uncompressed, and caches separate them', async () => {
  for (const accepted of ['', 'identity', 'br;q=0, gzip;q=0.0', 'zstd'])
    expect(await ask('/v1/list', { 'accept-encoding': accepted })).toEqual({
      ...{ encoding: null, vary: 'origin, accept-encoding' },
      bytes: Buffer.from(text),
    })
  expect(JSON.stringify({ rows: '' }).length).toBeLessThan(leastToCompress)
  expect(await ask('/v1/short')).toMatchObject({ encoding: null, vary: 'origin, accept-encoding' })
})

test('threat 200: replies with private data are not compressed', async () => {
  for (const path of ['/v1/cookies', '/v1/proof', '/v1/session'])
    expect(await ask(path), path).toMatchObject({ encoding: null, bytes: Buffer.from(text) })
  expect(await ask('/v1/said', {}, 'POST')).toMatchObject({ encoding: null })
  for (const name of ['cookie', 'authorization', 'dpop'])
    expect(await ask('/v1/list', { [name]: 'secret' }), name).toMatchObject({ encoding: null })
})

test('threat 200: refusals, which repeat input, are not compressed', async () => {
  const response = await app.request(`/${'x'.repeat(2_000)}`, { headers: { 'accept-encoding': 'br' } })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-encoding')).toBeNull()
})
