import { defineEndpoint, errorBodySchema, getBalance, getFungiblePrice } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createAdmission } from '../../projects/createAdmission.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import type { App } from './App.ts'
import { createHttpApp } from './createHttpApp.ts'
import { createRateLimits } from './createRateLimits.ts'
import { registerEndpoint } from './registerEndpoint.ts'
import type { WalletSession } from './WalletSession.ts'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const account = `eip155:31337:${address}`
const balancePath = `/v1/account/${address}/balance?projectId=${testProjectId}`

let context: TestContext
let app: App
let lastBalanceInput: unknown

beforeAll(async () => {
  context = await createTestContext({ config: { limits: { readPerMinute: 1_000 } } })
  app = await create(context)
  registerEndpoint(app, getBalance, (input, { header }) => {
    lastBalanceInput = input
    header('x-stale', '12')
    if (input.query.forceUpdate === 'down')
      throw new ServiceError('upstream_unavailable', { field: 'chainId', retryAfter: 3 })
    if (input.query.forceUpdate === 'bug') throw new Error('a secret of the inside')
    if (input.query.forceUpdate === 'shape') return { balances: [{ name: 1 }] } as never
    return { balances: [] }
  })
  registerEndpoint(app, getFungiblePrice, ({ body }) => ({
    fungibles: body.addresses.map((one) => ({
      address: one,
      name: '',
      symbol: '',
      iconUrl: null,
      price: null,
      decimals: 18,
    })),
  }))
})
afterAll(() => context.stop())

async function create(on: TestContext): Promise<App> {
  const limits = await createRateLimits({ config: on.config, log: on.log })
  return createHttpApp({ context: on, admit: createAdmission({ config: on.config, limits }) })
}

async function refusal(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('access-control-allow-origin')).not.toBeNull()
  const body = errorBodySchema.parse(await response.json())
  return { status: response.status, code: body.code, ...body.reasons[0], reasons: body.reasons }
}

const price = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  app.request('/v1/fungible/price', {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('an endpoint', () => {
  test('default', async () => {
    const response = await app.request(`${balancePath}&chainId=eip155:31337&unknown=1`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ balances: [] })
    expect(response.headers.get('x-stale')).toBe('12')
    expect(lastBalanceInput).toEqual({
      params: { address },
      query: { currency: 'usd', chainId: 'eip155:31337' },
      body: undefined,
    })
  })

  test('behavior: a body is validated, and its projectId counts', async () => {
    const response = await price({ projectId: testProjectId, currency: 'usd', addresses: [account] })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ fungibles: [{ address: account, price: null }] })
  })

  test('behavior: a body can be plain text, which needs no preflight', async () => {
    const response = await price({ projectId: testProjectId, addresses: [account] }, { 'content-type': 'text/plain' })
    expect(response.status).toBe(200)
  })

  test('error: a malformed path or query is reported with its field', async () => {
    expect(await refusal(await app.request(`/v1/account/0x12/balance?projectId=${testProjectId}`))).toMatchObject({
      status: 400,
      code: 'malformed_address',
      field: 'address',
    })
    expect(await refusal(await app.request(`${balancePath}&chainId=ethereum`))).toMatchObject({
      status: 400,
      code: 'unsupported_chain',
      field: 'chainId',
    })
    expect(await refusal(await app.request(`${balancePath}&currency=eur`))).toMatchObject({
      status: 400,
      code: 'unsupported_currency',
      field: 'currency',
    })
    const both = await refusal(await app.request(`${balancePath}&currency=eur&chainId=x`))
    expect(both.reasons.map(({ field }) => field).toSorted()).toEqual(['chainId', 'currency'])
  })

  test('error: a body that is not JSON, has another type or the wrong shape, or is too large', async () => {
    expect(await refusal(await price('{"a":'))).toMatchObject({ status: 400, code: 'malformed_request', field: 'body' })
    expect(await refusal(await price('x', { 'content-type': 'application/xml' }))).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    })
    expect(await refusal(await price({ projectId: testProjectId, addresses: [account, 'x'] }))).toMatchObject({
      status: 422,
      code: 'invalid_body',
      field: 'addresses.1',
    })
    expect(
      await refusal(await price({ projectId: testProjectId, currency: 'eur', addresses: [account] })),
    ).toMatchObject({
      status: 400,
      code: 'unsupported_currency',
      field: 'currency',
    })
    const large = 'x'.repeat(2 ** 20 + 1)
    expect(await refusal(await price(large))).toMatchObject({ status: 413, code: 'payload_too_large' })
    const stream = new Response(large).body
    const chunked = await app.request('/v1/fungible/price', {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(await refusal(chunked)).toMatchObject({ status: 413, code: 'payload_too_large' })
  })

  test('error: unknown paths and methods', async () => {
    expect(await refusal(await app.request('/nowhere'))).toMatchObject({ status: 404, code: 'not_found' })
    const response = await app.request(balancePath, { method: 'DELETE' })
    expect(response.headers.get('allow')).toBe('GET, OPTIONS')
    expect(await refusal(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  })

  test('error: errors of a handler', async () => {
    const down = await app.request(`${balancePath}&forceUpdate=down`)
    expect(down.headers.get('retry-after')).toBe('3')
    expect(await refusal(down)).toMatchObject({ status: 503, code: 'upstream_unavailable', field: 'chainId' })
    const bug = await refusal(await app.request(`${balancePath}&forceUpdate=bug`))
    expect(bug).toMatchObject({ status: 500, code: 'internal' })
    expect(JSON.stringify(bug)).not.toContain('secret')
  })

  test('error: tests detect a response that breaks its contract', async () => {
    expect(await refusal(await app.request(`${balancePath}&forceUpdate=shape`))).toMatchObject({ status: 500 })
  })
})

describe('projects and origins', () => {
  const from = (origin: string) => app.request(balancePath, { headers: { origin } })

  test('error: missing and unknown project', async () => {
    const path = `/v1/account/${address}/balance`
    expect(await refusal(await app.request(path))).toMatchObject({
      status: 401,
      code: 'project_missing',
      field: 'authentication',
    })
    expect(await refusal(await app.request(`${path}?projectId=ffffffffffffffffffffffffffffffff`))).toMatchObject({
      status: 401,
      code: 'project_unknown',
      field: 'authentication',
    })
  })

  test('behavior: allowed origins pass, and the reply names them', async () => {
    const response = await from('http://localhost:5173')
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
    expect(response.headers.get('vary')).toContain('origin')
  })

  test('error: another origin learns which one is missing, and can read the refusal', async () => {
    for (const origin of ['http://localhost:5174', 'https://evil.example', 'null']) {
      const response = await from(origin)
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      const body = await refusal(response)
      expect(body).toMatchObject({ status: 403, code: 'origin_not_allowed', field: 'origin' })
      expect(body.description).toContain(origin)
    }
  })
})

describe('every response', () => {
  test('behavior: preflights are answered first, even on unknown paths', async () => {
    for (const path of [balancePath, '/nowhere']) {
      const response = await app.request(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://anywhere.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'content-type',
        },
      })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('https://anywhere.example')
      expect(response.headers.get('access-control-allow-headers')).toContain('content-type')
      expect(response.headers.get('access-control-allow-methods')).toContain('GET')
    }
  })

  test('behavior: has a request id: the caller’s, if it is valid', async () => {
    const id = 'b52b9f0e-3c1c-4a8e-9a63-1c7d3c1f7b8f'
    const kept = await app.request(balancePath, { headers: { 'x-request-id': id } })
    expect(kept.headers.get('x-request-id')).toBe(id)
    const made = await app.request('/nowhere', { headers: { 'x-request-id': 'x\u00e9; drop' } })
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('behavior: is safe to open in a browser', async () => {
    const { headers } = await app.request('/nowhere')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})

test('error: a refusal beyond the limit is readable in browsers, and has the seconds to wait', async () => {
  const limited = await create({
    ...context,
    metrics: new Registry(),
    config: { ...context.config, limits: { ...context.config.limits, readPerMinute: 3, rpcPerMinute: 3 } },
  })
  const endpoint = defineEndpoint({
    method: 'GET',
    path: '/ping',
    summary: '',
    tag: '',
    project: 'none',
    response: z.object({}),
    errors: [],
  })
  registerEndpoint(limited, endpoint, () => ({}))
  const ask = (ip: string) => limited.request('/ping', { headers: { origin: 'https://a.example' } }, env(ip))
  for (let index = 0; index < 3; index += 1) expect((await ask('192.0.2.1')).status).toBe(200)
  const response = await ask('192.0.2.1')
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refusal(response)).toMatchObject({ status: 429, code: 'rate_limited', field: 'rate_limited' })
  expect((await ask('192.0.2.2')).status).toBe(200)
})

test('finding F17: threat 169: the body of a refused request is not read', async () => {
  const limited = await create({
    ...context,
    metrics: new Registry(),
    config: { ...context.config, limits: { ...context.config.limits, readPerMinute: 3 } },
  })
  const endpoint = defineEndpoint({
    method: 'POST',
    path: '/said',
    summary: '',
    tag: '',
    project: 'required',
    body: z.object({ projectId: z.string() }),
    response: z.object({}),
    errors: [],
  })
  registerEndpoint(limited, endpoint, () => ({}))
  registerEndpoint(limited, defineEndpoint({ ...endpoint, path: '/own', project: 'none', auth: 'session' }), () => ({}))
  limited.authenticate = async () => {
    throw new ServiceError('session_ended')
  }
  const ask = async (path: string, ip: string, text: string) => {
    let reads = 0
    const body = new ReadableStream({
      pull: (controller) => {
        reads += 1
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    })
    // A stream starts to fill before it is read.
    const request = new Request(`http://server${path}`, { method: 'POST', body, duplex: 'half' } as RequestInit)
    const response = await limited.hono.fetch(request, env(ip))
    return { ...(await refusal(response)), reads, isRead: request.bodyUsed }
  }
  // The address has too many requests, with any body.
  for (let index = 0; index < 3; index += 1) {
    expect(await ask('/said', '192.0.2.1', '{')).toMatchObject({ code: 'malformed_request', isRead: true })
  }
  expect(await ask('/said', '192.0.2.1', '{')).toMatchObject({ code: 'rate_limited', isRead: false })
  expect(await ask('/said?projectId=none', '192.0.2.2', '{')).toMatchObject({ code: 'project_unknown', isRead: false })
  expect(await ask('/own', '192.0.2.3', '{')).toMatchObject({ code: 'session_ended', isRead: false })
})

function env(remoteAddress: string) {
  return { incoming: { socket: { remoteAddress } } }
}

describe('an endpoint with a caller', () => {
  const endpointAt = (path: string) =>
    defineEndpoint({
      method: 'POST',
      path,
      summary: 'Who asks',
      tag: 'Test',
      project: 'none',
      response: z.object({ who: z.string() }),
      errors: [],
    })
  const post = (on: App, path: string, headers: Record<string, string> = {}) =>
    on.request(path, { method: 'POST', headers })

  test('default', async () => {
    const own = await create(context)
    const needs: string[] = []
    own.authenticate = async (_, { need, url }) => {
      needs.push(`${need} ${new URL(url).pathname}`)
      const session = { sessionId: 's' } as WalletSession
      return { jkt: 'key', session: need === 'session' ? session : undefined }
    }
    registerEndpoint(own, defineEndpoint({ ...endpointAt('/v1/proof'), auth: 'proof' }), (_, { caller }) => ({
      who: `${caller.jkt} ${caller.session?.sessionId}`,
    }))
    registerEndpoint(
      own,
      defineEndpoint({ ...endpointAt('/v1/session'), auth: 'session' }),
      // No check for undefined, because the type guarantees a login.
      (_, { caller }) => ({ who: `${caller.jkt} ${caller.session.sessionId}` }),
    )
    expect(await (await post(own, '/v1/proof')).json()).toEqual({ who: 'key undefined' })
    expect(await (await post(own, '/v1/session')).json()).toEqual({ who: 'key s' })
    expect(needs).toEqual(['proof /v1/proof', 'session /v1/session'])
  })

  test('behavior: an optional proof counts if it is sent', async () => {
    const own = await create(context)
    own.authenticate = async () => ({ jkt: 'key', session: undefined })
    registerEndpoint(own, endpointAt('/v1/open'), async (_, { prove, userAgent }) => ({
      who: `${(await prove())?.jkt} ${userAgent}`,
    }))
    expect(await (await post(own, '/v1/open', { 'user-agent': 'x' })).json()).toEqual({ who: 'undefined x' })
    expect(await (await post(own, '/v1/open', { dpop: 'a.b.c' })).json()).toEqual({ who: 'key ' })
  })

  test('error: refusals are JSON, and without authentication every request is refused', async () => {
    const own = await create(context)
    registerEndpoint(own, defineEndpoint({ ...endpointAt('/v1/none'), auth: 'proof' }), () => ({ who: '' }))
    expect(await refusal(await post(own, '/v1/none'))).toMatchObject({ status: 401, code: 'proof_invalid' })
    own.authenticate = async () => {
      throw new ServiceError('session_ended')
    }
    expect(await refusal(await post(own, '/v1/none'))).toMatchObject({ status: 401, code: 'session_ended' })
  })
})
