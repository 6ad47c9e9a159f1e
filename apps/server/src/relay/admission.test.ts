import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connectTestClient } from './testing/connectTestClient.ts'
import { createTestIdentity, createTestToken } from './testing/createTestToken.ts'
import { startTestRelay, type TestRelay, testRelayProjectId } from './testing/startTestRelay.ts'

const off = 'f'.repeat(32)
const identity = createTestIdentity()
let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay({
    projects: [
      { id: testRelayProjectId, name: 'Site', origins: ['https://app.example.com'] },
      { id: off, name: 'Off', origins: ['https://app.example.com'], enabled: false },
    ],
  })
})
afterAll(() => relay.stop())

type Attempt = { query?: Record<string, string>; headers?: Record<string, string>; path?: string }

const urlOf = ({ query, path = '' }: Attempt) => `${relay.url}${path}?${new URLSearchParams(query)}`
const token = (claims: Record<string, unknown> = {}) => createTestToken({ identity, audience: relay.url, claims })
const good = () => ({ auth: token(), projectId: relay.projectId })

/** Returns the close code and reason of a connection that is refused by closing it. */
const closeOf = async (attempt: Attempt) => {
  const query = { useOnCloseEvent: 'true', ...attempt.query }
  const socket = new WebSocket(urlOf({ ...attempt, query }), { headers: attempt.headers ?? {} })
  return new Promise<{ code: number; reason: string }>((resolve, reject) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    socket.once('error', reject)
  })
}

/** Returns the HTTP status of an upgrade, or 101 if it succeeded. */
const statusOf = (attempt: Attempt) =>
  new Promise<{ status: number | undefined; body: string }>((resolve) => {
    const socket = new WebSocket(urlOf(attempt), { headers: attempt.headers ?? {} })
    socket.once('open', () => {
      socket.terminate()
      resolve({ status: 101, body: '' })
    })
    socket.on('error', () => {})
    socket.once('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
  })

test('default', async () => {
  expect(await statusOf({ query: good() })).toMatchObject({ status: 101 })
  // The token of a native client, a trailing slash, and a listed origin.
  const headers = { authorization: `Bearer ${token()}` }
  expect(await statusOf({ query: { projectId: relay.projectId }, headers })).toMatchObject({ status: 101 })
  expect(await statusOf({ query: good(), path: '/' })).toMatchObject({ status: 101 })
  const origin = { origin: 'https://app.example.com' }
  expect(await statusOf({ query: good(), headers: origin })).toMatchObject({ status: 101 })
  const ua = { ua: 'wc-2/js-2.21.8/linux-20.20.2/node', packageName: 'x', bundleId: 'y', origin: 'z' }
  expect(await statusOf({ query: { ...good(), ...ua } })).toMatchObject({ status: 101 })
})

test('behavior: localhost and 127.0.0.1 are the same audience', async () => {
  const port = new URL(relay.url).port
  for (const host of ['localhost', '127.0.0.1']) {
    const auth = createTestToken({ identity, audience: `ws://${host}:${port}/relay/` })
    expect(await statusOf({ query: { ...good(), auth } })).toMatchObject({ status: 101 })
  }
})

describe('error: a refusal names the problem', () => {
  const now = Math.floor(Date.now() / 1000)
  const cases: [string, () => Attempt, number, string, string][] = [
    ['no project', () => ({ query: { auth: token() } }), 401, 'project_missing', 'projectId is missing'],
    [
      'an unknown project',
      () => ({ query: { ...good(), projectId: 'a'.repeat(32) } }),
      401,
      'project_unknown',
      `no project ${'a'.repeat(32)}`,
    ],
    [
      'a project that is off',
      () => ({ query: { ...good(), projectId: off } }),
      401,
      'project_unknown',
      'projects[1].enabled',
    ],
    [
      'an origin',
      () => ({ query: good(), headers: { origin: 'https://www.example.com' } }),
      403,
      'origin_not_allowed',
      'add https://www.example.com to projects[0].origins',
    ],
    [
      'a page without an origin',
      () => ({ query: good(), headers: { origin: 'null' } }),
      403,
      'origin_not_allowed',
      'sandboxed frame',
    ],
    ['no token', () => ({ query: { projectId: relay.projectId } }), 401, 'relay_token_refused', 'no token'],
    [
      'an old token',
      () => ({ query: { ...good(), auth: token({ exp: now - 200 }) } }),
      401,
      'relay_token_refused',
      'has expired',
    ],
    [
      'a token for elsewhere',
      () => ({ query: { ...good(), auth: token({ aud: 'wss://elsewhere' }) } }),
      401,
      'relay_token_refused',
      'wss://elsewhere',
    ],
    [
      'a token of somebody else',
      () => ({ query: { ...good(), auth: token({ iss: createTestIdentity().clientId }) } }),
      401,
      'relay_token_refused',
      'not signed by its issuer',
    ],
  ]
  test.each(cases)('%s', async (_name, attempt, status, code, words) => {
    const closed = await closeOf(attempt())
    expect(closed).toMatchObject({ code: 3000, reason: expect.stringContaining('Unauthorized: ') })
    expect(closed.reason).toContain(words)
    const refusal = await statusOf(attempt())
    expect(refusal).toMatchObject({ status, body: expect.stringContaining(`"code":"${code}"`) })
    expect(`${closed.reason}${refusal.body}`).not.toContain(attempt().query?.auth?.slice(0, 60) ?? 'never')
  })

  test('an origin that is too long for a close frame is truncated between characters', async () => {
    const origin = `https://${'ü'.repeat(200)}.example.com`
    const { code, reason } = await closeOf({
      query: good(),
      headers: { origin: Buffer.from(origin).toString('latin1') },
    })
    expect(code).toBe(3000)
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
    expect(reason).toMatch(/^Unauthorized: origin not allowed: add https:.*…$/)
  })
})

test('error: more sockets of one client than allowed', async () => {
  const small = await startTestRelay({ limits: { socketsPerClient: 2 } })
  const first = await connectTestClient({ relay: small, identity })
  const second = await connectTestClient({ relay: small, identity })
  const third = await connectTestClient({ relay: small, identity })
  expect(await third.closed).toMatchObject({ code: 1013, reason: expect.stringContaining('2 sockets') })
  await expect(connectTestClient({ relay: small, identity, query: { useOnCloseEvent: 'false' } })).rejects.toThrow(
    '429',
  )
  await first.close()
  const again = await connectTestClient({ relay: small, identity })
  expect(await again.call('irn_subscribe', { topic: 'a'.repeat(64) })).toMatchObject({ result: expect.any(String) })
  await Promise.all([second.close(), again.close()])
  await small.stop()
})

test('error: more connections from one address than allowed', async () => {
  const small = await startTestRelay({ limits: { connectionsPerMinute: 2 } })
  const clients = [await connectTestClient({ relay: small }), await connectTestClient({ relay: small })]
  await expect(connectTestClient({ relay: small })).rejects.toThrow('429')
  expect(await small.metrics().metrics()).toContain('latchkey_relay_refused_total{reason="connections"} 1')
  await Promise.all(clients.map(({ close }) => close()))
  await small.stop()
})
