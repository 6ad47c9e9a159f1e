import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './testing/createTestApp.ts'
import { createTestContext, type TestContext } from './testing/createTestContext.ts'

let context: TestContext
let testApp: TestApp
let broken = false
beforeAll(async () => {
  context = await createTestContext()
  testApp = await createTestApp({
    context,
    checks: [
      { name: 'database', check: () => context.connection.ping() },
      {
        name: 'changeable',
        check: async () => {
          if (broken) throw new Error('It does not answer')
        },
      },
    ],
  })
})
afterAll(() => context.stop())

const get = (path: string) => testApp.app.request(path)

test('/health: default', async () => {
  const response = await get('/health')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
})

test('/ready: behavior: 503 with the same body if a dependency fails, 200 again when it is back', async () => {
  const ready = await get('/ready')
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({
    status: 'ready',
    dependencies: [
      { name: 'database', status: 'ok', latency: expect.any(Number), detail: null },
      { name: 'changeable', status: 'ok', latency: expect.any(Number), detail: null },
    ],
  })
  broken = true
  const failed = await get('/ready')
  expect(failed.status).toBe(503)
  expect(await failed.json()).toMatchObject({
    status: 'not_ready',
    dependencies: [{ status: 'ok' }, { name: 'changeable', status: 'failed', detail: 'It does not answer' }],
  })
  broken = false
  expect((await get('/ready')).status).toBe(200)
})

describe('the documentation', () => {
  test('behavior: the document describes every route, its refusals and its parameters', async () => {
    const document = (await (await get('/openapi.json')).json()) as {
      openapi: string
      paths: Record<string, Record<string, { responses: object; parameters: { name: string; required: boolean }[] }>>
    }
    expect(document.openapi).toBe('3.1.0')
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const registered = testApp.app.routes
      .map(({ method, path }) => `${method} ${path}`)
      // Except its own pages, the alternative path of the gateway, and hints that a WebSocket is required.
      .filter((route) => !['GET /docs', 'GET /openapi.json', 'POST /v1/', 'GET /v1', 'GET /v1/'].includes(route))
    expect(documented.toSorted()).toEqual(registered.toSorted())
    const wallets = document.paths['/getWallets']?.get
    expect(Object.keys(wallets?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '403', '429', '500']))
    expect(wallets?.parameters.find(({ name }) => name === 'projectId')?.required).toBe(true)
    expect(wallets?.parameters.find(({ name }) => name === 'page')?.required).toBe(false)
  })

  test('behavior: the page is self-contained and can load or run nothing', async () => {
    const response = await get('/docs')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    const page = await response.text()
    expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/)
    expect(page).toContain('/v1/supported-chains')
    const { createHash } = await import('node:crypto')
    const style = page.match(/<style>(.*)<\/style>/s)?.[1] ?? ''
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  })
})

test('metrics: behavior: labels are route patterns, without callers’ values', async () => {
  await get('/public/getTokenImage/secret-token')
  const text = await context.metrics.metrics()
  expect(text).toContain('route="/public/getTokenImage/{symbol}"')
  expect(text).not.toContain('secret-token')
})
