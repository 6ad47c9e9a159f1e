import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../platform/http/App.ts'
import { createTestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { describeRefusedOrigin } from './describeRefusedOrigin.ts'

const off = 'f'.repeat(32)
let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext({
    config: {
      projects: [
        { id: off, name: 'Off', origins: ['https://off.example'], enabled: false },
        {
          id: testProjectId,
          name: 'Site',
          origins: ['https://example.com', 'https://*.example.org'],
          telemetry: { enabled: true },
        },
      ],
    },
  })
  app = (await createTestApp({ context })).app
})
afterAll(() => context.stop())

const get = async (path: string, { project = testProjectId, origin }: { project?: string; origin?: string } = {}) => {
  const query = project ? `?projectId=${project}` : ''
  const response = await app.request(`${path}${query}`, { headers: origin === undefined ? {} : { origin } })
  const body = (await response.json()) as { code?: string; reasons?: { field: string; description: string }[] }
  return { status: response.status, body, text: body.reasons?.[0]?.description }
}

test('default', async () => {
  expect((await get('/projects/v1/origins')).body).toEqual({
    allowedOrigins: ['https://example.com', 'https://*.example.org'],
  })
  expect((await get('/getAnalyticsConfig')).body).toEqual({ isAnalyticsEnabled: true })
  const { body } = await get('/projects/v1/config', { origin: 'https://example.com' })
  expect((await get('/appkit/v1/config', { origin: 'https://example.com' })).body).toEqual(body)
  expect(body).toEqual({
    features: [
      { id: 'social_login', isEnabled: false, config: [] },
      { id: 'activity', isEnabled: true, config: [] },
      { id: 'swap', isEnabled: false, config: [] },
      { id: 'onramp', isEnabled: false, config: [] },
      { id: 'names', isEnabled: false, config: [] },
      { id: 'siwx', isEnabled: false, config: [] },
      { id: 'smart_accounts', isEnabled: false, config: [] },
      { id: 'analytics', isEnabled: true, config: [] },
    ],
  })
})

describe('error: a refusal names the setting to change', () => {
  test('no project, an unknown one, a disabled one', async () => {
    expect(await get('/getAnalyticsConfig', { project: '' })).toMatchObject({
      status: 401,
      body: { code: 'project_missing' },
      text: expect.stringContaining('projects[].id'),
    })
    const unknown = await get('/getAnalyticsConfig', { project: 'a'.repeat(32) })
    expect(unknown).toMatchObject({ status: 401, body: { code: 'project_unknown' } })
    expect(unknown.text).toContain(`no project ${'a'.repeat(32)}`)
    expect(unknown.text).not.toContain('32 hexadecimal')
    expect((await get('/getAnalyticsConfig', { project: 'mine' })).text).toContain('32 hexadecimal characters')
    const disabled = await get('/getAnalyticsConfig', { project: off })
    expect(disabled).toMatchObject({ status: 401, body: { code: 'project_unknown' } })
    expect(disabled.text).toContain('projects[0].enabled')
  })

  test('an origin that is missing', async () => {
    for (const path of ['/getAnalyticsConfig', '/projects/v1/origins', '/projects/v1/config']) {
      const { status, body } = await get(path, { origin: 'https://new.example' })
      expect(status).toBe(403)
      expect(body).toEqual({
        status: 'FAILED',
        code: 'origin_not_allowed',
        reasons: [
          {
            field: 'origin',
            description: `The origin https://new.example may not use the project Site (${testProjectId}): add "https://new.example" to projects[1].origins in the server's configuration and start it again`,
          },
        ],
      })
    }
  })

  test.each([
    ['http://example.com', '"https://example.com" is allowed, but with a different scheme'],
    ['https://example.com:8443', '"https://example.com" is allowed, but with a different port'],
    ['https://www.example.com', '"https://example.com" is allowed, but www makes it a different host'],
    ['https://example.org', '"https://*.example.org" is allowed, but a wildcard does not match the domain itself'],
    ['null', 'opened from a file or in a sandboxed frame'],
  ])('%s: %s', async (origin, hint) => {
    const { status, text } = await get('/getAnalyticsConfig', { origin })
    expect(status).toBe(403)
    expect(text).toContain(`The origin ${origin} may not use`)
    expect(text).toContain(hint)
  })

  test('unrelated origins are not compared', () => {
    const project = { id: off, name: 'X', origins: ['https://example.com', 'app://one', 'http://localhost:*'] }
    for (const origin of ['https://example.net', 'not an origin', 'https://evil.example'])
      expect(describeRefusedOrigin({ origin, project, index: 0 })).not.toContain('is allowed')
    expect(describeRefusedOrigin({ origin: 'https://localhost:1', project, index: 0 })).toContain(
      '"http://localhost:*" is allowed, but with a different scheme',
    )
  })
})
