import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { isFull, runs } from '../../../scripts/lib/fuzz.mjs'
import { quickDatabase } from '../../../scripts/lib/quickDatabase.mjs'
import { serverProgram } from '../../../scripts/lib/serverBundle.mjs'
import { createTestIdentity, createTestToken } from './relay/testing/createTestToken.ts'
import { createTestApp } from './testing/createTestApp.ts'
import { createTestContext } from './testing/createTestContext.ts'
import { testProjectId } from './testing/testProjectId.ts'
import { until } from './testing/until.ts'

// Attacks against a server in a separate process, with the memory that it reports.

const folder = mkdtempSync(join(tmpdir(), 'latchkey-flood-'))
const account = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
/** Maximum growth of the process under any attack. */
const mostGrowth = 60_000_000
let child: ChildProcess
let url: string
let metricsUrl: string

beforeAll(async () => {
  const main = await serverProgram('main')
  const file = join(folder, 'config.json')
  const content = {
    http: { port: 0, trustProxy: true },
    metrics: { port: 0 },
    dataFolder: join(folder, 'data'),
    projects: [{ id: testProjectId, name: 'Test', origins: [] }],
    relay: { store: 'memory' },
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'None',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: 'http://127.0.0.1:9' }],
        indexer: { enabled: false },
      },
    ],
  }
  writeFileSync(file, JSON.stringify(content))
  const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_OPTIONS: _options, ...environment } = process.env
  child = spawn(process.execPath, [...quickDatabase, main], {
    env: { ...environment, NODE_ENV: 'production', LOG_LEVEL: 'silent', LATCHKEY_CONFIG: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ;({ url, metricsUrl } = await new Promise<{ url: string; metricsUrl: string }>((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`It ended with ${code}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const line of output.split('\n').slice(0, -1)) if (JSON.parse(line).ready) resolve(JSON.parse(line).ready)
    })
  }))
  // Warm up first, so that the cost of a process's first visitors does not count for the attack.
  for (let round = 0; round < 10; round += 1) await expectServed('203.0.113.1')
})
afterAll(() => {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const readMetric = async (name: string) => {
  const text = await (await fetch(metricsUrl)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
const readMemory = () => readMetric('process_resident_memory_bytes')
const inMB = (bytes: number) => (bytes / 1e6).toFixed(1)

/** Paths with WebSockets, for visitors. */
const routes: Record<string, () => string> = {
  '/v1': () => `/v1?projectId=${testProjectId}&chainId=eip155:31337`,
  '/v1/stream': () => `/v1/stream?projectId=${testProjectId}&topics=balance:eip155:31337:${account}`,
  '/relay': () => {
    const audience = `${url.replace('http', 'ws')}/relay`
    return `/relay?projectId=${testProjectId}&auth=${createTestToken({ identity: createTestIdentity(), audience })}`
  },
}

type Visitor = { socket: WebSocket; status: Promise<number>; closed: Promise<number>; pong: Promise<unknown> }

/** Opens a WebSocket as a visitor behind the proxy. `status` is 101, or that of the refusal. */
function visit(path: string, ip: string, options: ClientOptions = {}): Visitor {
  const headers = { 'x-forwarded-for': ip }
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers, perMessageDeflate: false, ...options })
  socket.on('error', () => {})
  const status = new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return { socket, status, closed, pong: new Promise((resolve) => socket.once('pong', resolve)) }
}

/** Sends a fragment of a message that never ends, and waits until the server has read it or closed the socket. */
async function stall({ socket, closed, pong }: Visitor, bytes: number): Promise<void> {
  socket.send(Buffer.alloc(bytes, 0x61), { fin: false, binary: false })
  socket.ping()
  await Promise.race([pong, closed])
}

/** Checks that another visitor is served meanwhile, on every route. */
async function expectServed(ip: string) {
  for (const path of Object.values(routes)) {
    const visitor = visit(path(), ip)
    expect(await visitor.status).toBe(101)
    visitor.socket.ping()
    await visitor.pong
    visitor.socket.terminate()
    await visitor.closed
  }
}

const end = (visitors: readonly Visitor[]) =>
  Promise.all(
    visitors.map(({ socket, closed }) => {
      socket.terminate()
      return closed
    }),
  )
const settled = () => until(async () => (await readMetric('latchkey_http_sockets')) === 0)

/** Hundreds of sockets. The first few reach every limit, and more must not change the result. */
const waves = runs({ fast: 3, full: 20 })
/** A fragment far above the limit: fifty of them exceed the allowed growth of the process. */
const fragment = runs({ fast: 2, full: 10 })
/** Twenty bodies of 2 MiB each: three of these are twice the memory that the process may take. */
const bodyWaves = runs({ fast: 3, full: 10 })
/** Two thousand pieces end a socket. */
const pieces = runs({ fast: 2_500, full: 4_000 })

describe.sequential('a flood', () => {
  // All of them use one implementation, as the last tests check.
  for (const [route, path] of Object.entries(routes).slice(0, isFull ? undefined : 1)) {
    test(`finding F5: threat 167: a hundred sockets of one address, fragments of nearly ${fragment} MiB at ${route}`, async () => {
      await expectServed('203.0.113.1')
      const before = await readMemory()
      const visitors = Array.from({ length: 100 }, () => visit(path(), '192.0.2.1'))
      const statuses = await Promise.all(visitors.map(({ status }) => status))
      expect(statuses.filter((status) => status === 101)).toHaveLength(50)
      expect(statuses.filter((status) => status === 429)).toHaveLength(50)
      const inside = visitors.filter((_, index) => statuses[index] === 101)
      await Promise.all(inside.map((visitor) => stall(visitor, fragment * 2 ** 20 - 1)))
      const grown = (await readMemory()) - before
      console.log(`100 sockets at ${route}, fragments of ${fragment} MiB: the process grew by ${inMB(grown)} MB`)
      expect(grown).toBeLessThan(mostGrowth)
      expect(new Set(await Promise.all(inside.map(({ closed }) => closed)))).toEqual(new Set([1009]))
      await expectServed('203.0.113.1')
      await settled()
    })
  }

  test(`finding F5: threat 168: ${waves}00 sockets of hundreds of addresses, each with a fragment just within the limit`, async () => {
    const before = await readMemory()
    let most = 0
    let held = 0
    const visitors: Visitor[] = []
    const paths = Object.values(routes)
    for (let wave = 0; wave < waves; wave += 1) {
      const more = Array.from({ length: 100 }, (_, index) => {
        const number = wave * 100 + index
        return visit(paths[number % 3]?.() ?? '', `198.51.${100 + (number % 4)}.${Math.floor(number / 4) % 100}`)
      })
      expect(new Set(await Promise.all(more.map(({ status }) => status)))).toEqual(new Set([101]))
      await Promise.all(more.map((visitor) => stall(visitor, 250_000)))
      visitors.push(...more)
      most = Math.max(most, (await readMemory()) - before)
      held = Math.max(held, await readMetric('latchkey_http_intake_bytes'))
    }
    console.log(
      `${visitors.length} sockets of hundreds of addresses: ${inMB(held)} MB held, the process grew by ${inMB(most)} MB`,
    )
    expect(held).toBeLessThanOrEqual(12 * 2 ** 20)
    expect(held).toBeGreaterThan(10 * 2 ** 20)
    expect(most).toBeLessThan(mostGrowth)
    await expectServed('203.0.113.1')
    await end(visitors)
    await settled()
    expect(await readMetric('latchkey_http_intake_bytes')).toBe(0)
  })

  test('finding F5: threat 168: fragments in chunks of one byte', async () => {
    const before = await readMemory()
    const visitors = Array.from({ length: 50 }, () => visit(routes['/v1']?.() ?? '', '192.0.2.7'))
    await Promise.all(visitors.map(({ status }) => status))
    await Promise.all(
      visitors.map(async ({ socket, closed, pong }) => {
        for (let index = 0; index < pieces && socket.readyState === WebSocket.OPEN; index += 1) {
          socket.send('a', { fin: false })
        }
        socket.ping()
        await Promise.race([pong, closed])
      }),
    )
    const grown = (await readMemory()) - before
    console.log(`50 sockets, pieces of one byte: the process grew by ${inMB(grown)} MB`)
    expect(grown).toBeLessThan(mostGrowth)
    expect(await readMetric('latchkey_http_intake_bytes')).toBeLessThanOrEqual(4 * 2 ** 20)
    await expectServed('203.0.113.1')
    await end(visitors)
    await settled()
  })

  test('finding F17: threat 169: bodies that stop halfway are limited, and others are read', async () => {
    const before = await readMemory()
    const open: Socket[] = []
    const { port, hostname } = new URL(url)
    const send = (ip: string, bytes: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname)
        open.push(socket)
        socket.on('error', () => {})
        socket.on('close', () => resolve())
        const head = `POST /v1?projectId=${testProjectId}&chainId=eip155:31337 HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${ip}\r\n`
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n`)
        socket.write(Buffer.alloc(bytes - 1, 0x20), () => resolve())
      })
    let most = 0
    for (let wave = 0; wave < bodyWaves; wave += 1) {
      const bodies = Array.from({ length: 20 }, (_, index) => send(`198.51.${wave}.${index}`, 2 * 2 ** 20))
      await Promise.all(bodies)
      most = Math.max(most, (await readMemory()) - before)
    }
    console.log(`${bodyWaves * 20} bodies of 2 MiB that stop halfway: the process grew by ${inMB(most)} MB`)
    expect(await readMetric('latchkey_http_intake_bytes')).toBeLessThanOrEqual(12 * 2 ** 20)
    expect(most).toBeLessThan(mostGrowth)
    const answer = await fetch(`${url}/v1?projectId=${testProjectId}&chainId=eip155:31337`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.1' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }),
    })
    expect(answer.status).toBe(200)
    for (const socket of open) socket.destroy()
    await until(async () => (await readMetric('latchkey_http_intake_bytes')) === 0)
  })

  test('finding F5: threat 167: handshakes and streams of one address have one limit', async () => {
    const path = routes['/v1/stream']?.() ?? ''
    const controller = new AbortController()
    const ask = (ip: string) =>
      fetch(`${url}${path}`, { headers: { 'x-forwarded-for': ip }, signal: controller.signal })
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask('192.0.2.9')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('10')
    expect(await refused?.json()).toMatchObject({ code: 'rate_limited' })
    // Another socket of the same address exceeds the limit as well, one of another address does not.
    expect(await visit(path, '192.0.2.9').status).toBe(429)
    expect((await ask('203.0.113.1')).status).toBe(200)
    controller.abort()
    await settled()
  })
})

describe('every route', () => {
  test('finding F5: threat 167: that accepts WebSockets is one of the attacked ones', async () => {
    const context = await createTestContext()
    const { app } = await createTestApp({ context })
    const known = app.upgrades.routes()
    expect(known.map(({ path }) => path).sort()).toEqual(Object.keys(routes).sort())
    // The relay reads frames slightly above its limit, to refuse them with a reply.
    for (const { maxPayload } of known) expect(maxPayload).toBeLessThanOrEqual(262_144 + 65_536)
    await context.stop()
  })

  test('finding F5: threat 167: uses one implementation, in the whole server', () => {
    const source = new URL('.', import.meta.url).pathname
    const matches = (pattern: RegExp) =>
      readdirSync(source, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing\//.test(name))
        .filter((name) => pattern.test(readFileSync(join(source, name), 'utf8')))
        .sort()
    expect(matches(/new WebSocketServer\(/)).toEqual(['platform/http/createUpgrades.ts'])
    expect(matches(/\.on\('upgrade'/)).toEqual(['platform/http/listen.ts'])
    expect(matches(/text\/event-stream/)).toEqual(['realtime/registerRealtimeRoutes.ts'])
    expect(matches(/createServer\(/)).toEqual(['platform/http/listen.ts', 'platform/metrics/serveMetrics.ts'])
  })
})
