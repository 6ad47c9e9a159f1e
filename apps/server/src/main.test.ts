import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { quickDatabase } from '../../../scripts/lib/quickDatabase.mjs'
import { serverProgram } from '../../../scripts/lib/serverBundle.mjs'
import { startAnvil, type TestAnvil } from './testing/startAnvil.ts'
import { testProjectId } from './testing/testProjectId.ts'
import { until } from './testing/until.ts'
import { writeTestDataFolder } from './testing/writeTestDataFolder.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-main-'))
const running = new Set<ChildProcess>()
let anvil: TestAnvil
let main: string

beforeAll(async () => {
  await writeTestDataFolder(join(folder, 'data'))
  ;[anvil, main] = await Promise.all([startAnvil(), serverProgram('main')])
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(async () => {
  await anvil.stop()
  rmSync(folder, { recursive: true, force: true })
})

function config(change: object = {}): string {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.json`)
  const content = {
    http: { port: 0 },
    metrics: { port: 0 },
    dataFolder: join(folder, 'data'),
    projects: [{ id: testProjectId, name: 'Test', origins: [] }],
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'Local One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: anvil.url }],
      },
    ],
    ...change,
  }
  writeFileSync(path, JSON.stringify(content))
  return path
}

/**
 * Starts the process as in production, with the embedded database and the flags of a short-lived one (`bundle.test.ts` omits them in the full tier).
 * `start.test.ts` starts it like `npm start`: from its sources, with a new data folder.
 */
function start(path: string, environment: Record<string, string> = {}) {
  const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_OPTIONS: _options, ...rest } = process.env
  const child = spawn(process.execPath, [...quickDatabase, main], {
    env: { ...rest, NODE_ENV: 'production', LATCHKEY_CONFIG: path, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
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
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const line of output.split('\n').slice(0, -1)) {
        const message = JSON.parse(line)
        if (message.ready) resolve(message.ready)
      }
    })
    exited.then(() => reject(new Error(`It ended: ${errors}`)))
  })
  ready.catch(() => {})
  return { child, ready, exited, output: () => output, errors: () => errors }
}

test('default', async () => {
  const server = start(config({ http: { port: 0, publicUrl: 'https://api.example.com' } }))
  const { url, metricsUrl } = await server.ready
  await until(async () => server.errors().includes('A public server uses the embedded database'))
  expect(server.output()).toContain('{"progress":')
  expect((await fetch(`${url}/health`)).status).toBe(200)
  await until(async () => (await fetch(`${url}/ready`)).status === 200)
  const metrics = await (await fetch(metricsUrl)).text()
  for (const name of [
    'latchkey_http_request_seconds_bucket',
    'latchkey_rpc_upstream_serving',
    'latchkey_indexer_head_block',
    'latchkey_database_ping_seconds{engine="pglite"}',
    'latchkey_realtime_subscribers',
    'nodejs_eventloop_lag_seconds',
  ]) {
    expect(metrics).toContain(name)
  }
  expect((await fetch(`${url}/metrics`)).status).toBe(404)

  // A second process on the same folder is refused with a sentence, and does not affect the first.
  const second = start(config())
  expect(await second.exited).toBe(75)
  expect(second.errors()).toContain(`(pid ${server.child.pid}) uses the data folder`)
  expect((await fetch(`${url}/health`)).status).toBe(200)

  // An open stream does not prevent the shutdown.
  const account = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
  const stream = await fetch(`${url}/v1/stream?projectId=${testProjectId}&topics=balance:eip155:31337:${account}`)
  expect(stream.status).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

test('behavior: after a kill at any moment it starts again on the same folder, and ends with its parent', async () => {
  const first = start(config())
  await first.ready
  first.child.kill('SIGKILL')
  await first.exited
  const second = start(config())
  const { url } = await second.ready
  expect((await fetch(`${url}/health`)).status).toBe(200)
  second.child.stdin?.end()
  expect(await second.exited).toBe(0)
})

test('error: if the embedded database breaks down it ends, with a sentence and exit code 1', async () => {
  // Ends the database's thread on a signal, like an out-of-memory error.
  const preload = join(folder, 'preload.mjs')
  writeFileSync(
    preload,
    `import threads from 'node:worker_threads'
import { syncBuiltinESMExports } from 'node:module'
threads.Worker = class extends threads.Worker {
  constructor(...parameters) {
    super(...parameters)
    process.on('SIGUSR2', () => this.terminate())
  }
}
syncBuiltinESMExports()`,
  )
  const server = start(config(), { NODE_OPTIONS: `--import=${preload}` })
  await server.ready
  server.child.kill('SIGUSR2')
  expect(await server.exited).toBe(1)
  expect(server.errors()).toContain('The embedded database failed: Its thread ended with code 1. The server ends')
  const again = start(config())
  await again.ready
  again.child.kill('SIGINT')
  expect(await again.exited).toBe(0)
})

test('error: an invalid configuration is reported in sentences, with exit code 78', async () => {
  const broken = start(config({ http: { port: 'many' }, colour: 'red' }))
  expect(await broken.exited).toBe(78)
  expect(broken.errors()).toContain('http.port: found "many", expected a number')
  expect(broken.errors()).toContain('colour: unknown setting')
  expect(broken.errors()).not.toContain('    at ')
  // Programs that read the log get it as a line of the log.
  const [line = ''] = broken.errors().split('\n')
  expect(JSON.parse(line)).toMatchObject({ level: 60, code: 'config_invalid', msg: expect.stringContaining('colour') })
  const corrupt = join(folder, 'corrupt.json')
  writeFileSync(corrupt, '{\n  "chains": [,]\n}')
  const unreadable = start(corrupt)
  expect(await unreadable.exited).toBe(78)
  expect(unreadable.errors()).toContain('line 2, column 14: expected a value')
})

test('behavior: a start without the wallet’s pages makes no key file', async () => {
  const keyFile = join(folder, 'wallet.key')
  const wallet = { publicUrl: 'http://wallet.localhost:7102', folder: join(folder, 'no-pages'), keyFile }
  const mail = { url: 'smtp://127.0.0.1:9', from: 'Test <test@example.com>' }
  const server = start(config({ wallet, mail }))
  expect(await server.exited).toBe(78)
  expect(server.errors()).toContain('no-pages')
  expect(existsSync(keyFile)).toBe(false)
  expect(server.output()).toBe('')
})

test('error: a port in use and an unreachable database are reported in a sentence, with exit code 1', async () => {
  const blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  const { port } = blocker.address() as AddressInfo
  const server = start(config({ http: { port } }))
  expect(await server.exited).toBe(1)
  expect(server.errors()).toContain(`The port ${port} on 127.0.0.1 is taken`)
  const measured = start(config({ metrics: { port } }))
  expect(await measured.exited).toBe(1)
  expect(measured.errors()).toContain(`The port ${port} on 127.0.0.1 is taken by another program: set METRICS_PORT`)
  blocker.close()
  const away = start(config(), { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })
  expect(await away.exited).toBe(1)
  expect(away.errors()).toContain('The database cannot be reached')
})
