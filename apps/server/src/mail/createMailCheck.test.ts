import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDependencyReader } from '../platform/health/createDependencyReader.ts'
import { startMailServer, type TestMailServer } from '../testing/startMailServer.ts'
import { createMailCheck } from './createMailCheck.ts'
import { createMailTransport } from './createMailTransport.ts'

const from = 'Example <no-reply@example.com>'
let server: TestMailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.stop())

test('behavior: /ready names a mail server that does not answer, and the server stays ready', async () => {
  let now = 0
  const transport = createMailTransport({ config: { url: server.url, from } })
  const check = createMailCheck({ transport, clock: { now: () => now } })
  const read = createDependencyReader({ checks: [check] })
  expect(await read()).toMatchObject({ isReady: true, dependencies: [{ name: 'mail server', status: 'ok' }] })
  await server.stop()
  // Within a minute the mail server gets no second login.
  now = 59_999
  expect(await read()).toMatchObject({ dependencies: [{ status: 'ok' }] })
  now = 60_000
  expect(await read()).toMatchObject({
    isReady: true,
    dependencies: [{ name: 'mail server', status: 'failed', detail: expect.stringContaining('ECONNREFUSED') }],
  })
  const needed = createDependencyReader({ checks: [{ ...check, isNeeded: true }] })
  expect(await needed()).toMatchObject({ isReady: false })
  transport.close()
})
