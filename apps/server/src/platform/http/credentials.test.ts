import { defineEndpoint } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createAdmission } from '../../projects/createAdmission.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import type { App } from './App.ts'
import { createHttpApp } from './createHttpApp.ts'
import { createRateLimits } from './createRateLimits.ts'
import { registerEndpoint } from './registerEndpoint.ts'

const page = 'http://localhost:5173'
const common = {
  summary: 'x',
  tag: 'x',
  project: 'required',
  response: z.object({ who: z.string() }),
  errors: [],
} as const
const params = z.object({ id: z.string() })
const body = z.object({})

let context: TestContext
let app: App
/** Number of calls of the handler. */
let answered = 0
beforeAll(async () => {
  context = await createTestContext()
  const { config, log } = context
  app = createHttpApp({ context, admit: createAdmission({ config, limits: await createRateLimits({ config, log }) }) })
  const answer = () => {
    answered++
    return { who: 'Ada' }
  }
  const kept = { ...common, cookies: true } as const
  registerEndpoint(app, defineEndpoint({ method: 'GET', path: '/kept', ...kept }), answer)
  registerEndpoint(app, defineEndpoint({ method: 'POST', path: '/kept/{id}', ...kept, params, body }), answer)
  registerEndpoint(app, defineEndpoint({ method: 'GET', path: '/public', ...common }), answer)
  registerEndpoint(app, defineEndpoint({ method: 'GET', path: '/refused', ...kept }), () => {
    throw new ServiceError('siwx_session_required')
  })
})
afterAll(() => context.stop())

const ask = (path: string, origin: string | undefined, method = 'GET', more: RequestInit = {}) =>
  app.request(`${path}?projectId=${testProjectId}`, {
    method,
    ...more,
    headers: {
      cookie: 'a=b',
      ...(origin === undefined ? {} : { origin }),
      ...(more.headers as Record<string, string>),
    },
  })
/** Checks the headers that a browser requires before a page can read a reply to a request with cookies. */
const readableBy = (response: Response, origin: string) =>
  response.headers.get('access-control-allow-origin') === origin &&
  response.headers.get('access-control-allow-credentials') === 'true'

describe('an endpoint with cookies', () => {
  test('default: a page on an origin of the project can send cookies, and read the reply', async () => {
    const response = await ask('/kept', page)
    expect(await response.json()).toEqual({ who: 'Ada' })
    expect(readableBy(response, page)).toBe(true)
    expect(response.headers.get('vary')).toBe('origin')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('behavior: the page can read a refusal, and the preflight allows it', async () => {
    const refused = await ask('/refused', page)
    expect([refused.status, readableBy(refused, page)]).toEqual([401, true])
    const preflight = await ask('/kept/7', page, 'OPTIONS', {
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type,dpop' },
    })
    expect([preflight.status, readableBy(preflight, page)]).toEqual([204, true])
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    for (const name of ['content-type', 'dpop']) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name)
    }
  })

  test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://localhost:5174', ''])(
    'error: threat 117: another origin gets no data, but can read the reason: %j',
    async (origin) => {
      answered = 0
      const sent = { body: '{}', headers: { 'content-type': 'text/plain' } }
      for (const response of [await ask('/kept', origin), await ask('/kept/7', origin, 'POST', sent)]) {
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({ code: 'origin_not_allowed' })
        expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      }
      expect(answered).toBe(0)
    },
  )

  test('error: threat 117: no reply allows all origins', async () => {
    const response = await ask('/kept', undefined)
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await ask('/kept', undefined, 'OPTIONS')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

test('behavior: an endpoint without cookies accepts none from a page', async () => {
  for (const response of [
    await ask('/public', page),
    await ask('/public', page, 'OPTIONS'),
    await ask('/none', page),
  ]) {
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('access-control-allow-origin')).toBe(page)
  }
})
