import { createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createAdmission } from '../../projects/createAdmission.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { until } from '../../testing/until.ts'
import { createHttpApp } from './createHttpApp.ts'
import { createRateLimits } from './createRateLimits.ts'
import { createUpgrades } from './createUpgrades.ts'
import { listen } from './listen.ts'

let context: TestContext
let base: string
const served: WebSocket[] = []

beforeAll(async () => {
  context = await createTestContext({ config: { http: { port: 0 } } })
  const limits = await createRateLimits({ config: context.config, log: context.log })
  const app = createHttpApp({ context, admit: createAdmission({ config: context.config, limits }) })
  const upgrades = createUpgrades({ app, heartbeat: 300 })
  upgrades.add({ path: '/echo', routeClass: 'read', prepare: () => (socket) => void served.push(socket) })
  upgrades.add({
    path: '/broken',
    routeClass: 'read',
    prepare: () => {
      throw new Error('a secret of the inside')
    },
  })
  base = (await listen({ app, upgrades, context })).url.replace('http', 'ws')
})
afterAll(() => context.stop())

const connect = (path: string, options = {}) => {
  const socket = new WebSocket(`${base}${path}?projectId=${testProjectId}`, options)
  socket.on('error', () => {})
  return socket
}

test('behavior: a peer that answers pings stays, and a silent one is ended', async () => {
  const alive = connect('/echo')
  await until(() => served.length === 1)
  const dead = connect('/echo', { autoPong: false })
  await until(() => served.length === 2)
  await until(() => served[1]?.readyState === WebSocket.CLOSED)
  expect(served[0]?.readyState).toBe(WebSocket.OPEN)
  alive.close()
  dead.terminate()
})

test('error: malformed requests are refused as JSON', async () => {
  const socket = createConnection({ port: Number(new URL(base).port), host: '127.0.0.1' })
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  socket.end('GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n')
  await new Promise((resolve) => socket.once('close', resolve))
  expect(text).toContain('HTTP/1.1 400')
  expect(text).toContain('"code":"malformed_request"')
  expect(text).toContain('x-request-id')
})

test('error: unknown paths and failures are reported without internal details', async () => {
  const refusal = (path: string) =>
    new Promise<{ status: number | undefined; body: string }>((resolve) => {
      connect(path).once('unexpected-response', (_request, response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString()
        })
        response.on('end', () => resolve({ status: response.statusCode, body }))
      })
    })
  expect(await refusal('/nowhere')).toMatchObject({ status: 404, body: expect.stringContaining('not_found') })
  expect(await refusal('//')).toMatchObject({ status: 404, body: expect.stringContaining('not_found') })
  const broken = await refusal('/broken')
  expect(broken).toMatchObject({ status: 500, body: expect.stringContaining('internal') })
  expect(broken.body).not.toContain('secret')
})
