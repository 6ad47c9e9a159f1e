import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { serverProgram } from '../../../../scripts/lib/serverBundle.mjs'
import { type NoTestRedis, startRedis, type TestRedis } from '../testing/startRedis.ts'
import { connectTestClient, createTestTopic } from './testing/connectTestClient.ts'
import { testRelayProjectId as projectId } from './testing/startTestRelay.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
const running = new Set<ChildProcess>()
let main: string

beforeAll(async () => {
  main = await serverProgram('relay')
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the relay as a separate process. */
function start(change: object) {
  const path = join(folder, 'config.json')
  const chain = { chainId: 'eip155:1', name: 'x', nativeCurrency: { name: 'x', symbol: 'x', decimals: 18 } }
  const content = {
    http: { port: 0 },
    metrics: { port: 0 },
    // This path must not be opened.
    dataFolder: join(folder, 'nowhere\u0000'),
    projects: [{ id: projectId, name: 'Test', origins: [] }],
    chains: [{ ...chain, upstreams: [{ url: 'http://127.0.0.1:9' }] }],
    ...change,
  }
  writeFileSync(path, JSON.stringify(content))
  const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_OPTIONS: _options, ...rest } = process.env
  const child = spawn(process.execPath, [main], {
    env: { ...rest, NODE_ENV: 'production', LATCHKEY_CONFIG: path },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code)
    }),
  )
  const ready = new Promise<{ url: string; metricsUrl: string }>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const line of output.split('\n').slice(0, -1)) {
        const message = JSON.parse(line) as { ready?: { url: string; metricsUrl: string } }
        if (message.ready) resolve(message.ready)
      }
    })
    exited.then(() => reject(new Error(`It ended: ${errors}`)))
  })
  ready.catch(() => {})
  return { child, ready, exited, errors: () => errors }
}

const toRelay = (url: string) => ({ url: `${url.replace('http', 'ws')}/relay`, projectId })

test('default', async () => {
  const server = start({ relay: { store: 'memory', enabled: false } })
  const { url, metricsUrl } = await server.ready
  const relay = toRelay(url)
  const topic = createTestTopic()
  const [app, wallet] = [await connectTestClient({ relay }), await connectTestClient({ relay })]
  await wallet.call('irn_subscribe', { topic })
  expect(await app.call('irn_publish', { topic, message: 'secret text', ttl: 60, tag: 0 })).toMatchObject({
    result: true,
  })
  await wallet.received(1)
  expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({
    status: 'ready',
    dependencies: [{ name: 'relay store', status: 'ok' }],
  })
  expect(await (await fetch(metricsUrl)).text()).toContain('latchkey_relay_published_total 1')
  expect((await fetch(`${url}/relay`)).status).toBe(426)
  // It has no other endpoints of the server.
  expect((await fetch(`${url}/v1`)).status).toBe(404)
  server.child.kill('SIGTERM')
  expect(await app.closed).toMatchObject({ code: 1001 })
  expect(await server.exited).toBe(0)
  expect(server.errors()).not.toMatch(/secret text|did:key|eyJ/)
  expect(server.errors()).not.toContain(topic)
})

test('behavior: two processes on one Redis act as one relay, and each ends with its parent', async (context) => {
  const redis: TestRedis | NoTestRedis = await startRedis()
  if (redis.skip !== undefined) return context.skip(redis.skip)
  const servers = [start({ redis: { url: redis.url } }), start({ redis: { url: redis.url } })]
  const [first = '', second = ''] = await Promise.all(servers.map(async ({ ready }) => (await ready).url))
  const app = await connectTestClient({ relay: toRelay(first) })
  const wallet = await connectTestClient({ relay: toRelay(second) })
  const topic = createTestTopic()
  await wallet.call('irn_subscribe', { topic })
  for (const text of ['1', '2', '3']) await app.call('irn_publish', { topic, message: text, ttl: 60, tag: 0 })
  await wallet.received(3)
  expect(wallet.messages()).toEqual(['1', '2', '3'])
  for (const { child } of servers) child.stdin.end()
  expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0])
  await redis.stop?.()
})
