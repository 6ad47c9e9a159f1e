import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.ts'

const request = { siweUri: 'https://site.example/login', domain: 'site.example' }
const answer = { message: 'a message', signature: `0x${'ab'.repeat(65)}`, fid: 7, username: 'juno' }

let time = Date.UTC(2026, 1, 3)
const clock = { now: () => time }
const log = { text: '' }
let relay: TestRelay

beforeAll(async () => {
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => {
    log.text += chunk.toString()
  })
  relay = await startTestRelay({ clock, log: pino({ level: 'trace' }, stream) })
})
afterAll(() => relay?.stop())
beforeEach(() => {
  // Beyond the window of every limit.
  time += 2 * 3_600_000
})

const open = async (more: object = {}) => {
  const { status, json } = await relay.call('POST', '', { body: { ...request, ...more } })
  expect(status).toBe(201)
  return json as { channelToken: string; url: string; nonce: string }
}

test('default: a channel is opened, read by the app, answered, and fetched once', async () => {
  const { channelToken: token, url, nonce } = await open({ acceptAuthAddress: true, requestId: 'r1' })
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(url).toBe(`https://app.example/sign-in?from=test&channelToken=${token}`)
  expect(nonce).toMatch(/^[0-9a-f]{32}$/)

  const headers = { 'user-agent': 'a site' }
  const pending = await relay.call('GET', '/status', { token, headers })
  expect(pending.status).toBe(202)
  expect(pending.json).toEqual({
    state: 'pending',
    nonce,
    url,
    signatureParams: { ...request, nonce, acceptAuthAddress: true, requestId: 'r1' },
    metadata: { ip: '127.0.0.1', userAgent: expect.any(String) },
    acceptAuthAddress: true,
  })
  expect(pending.headers.get('cache-control')).toBe('no-store')

  expect((await relay.call('POST', '/authenticate', { token, body: answer })).status).toBe(201)
  const completed = await relay.call('GET', '/status', { token })
  expect(completed.status).toBe(200)
  expect(completed.json).toMatchObject({ ...answer, state: 'completed', nonce })
  expect((await relay.call('GET', '/status', { token })).status).toBe(401)
})

test('behavior: the site’s nonce is kept, and unknown fields are dropped', async () => {
  const { channelToken: token } = await open({ nonce: 'abcdefgh1234', evil: '<script>' })
  const { json } = await relay.call('GET', '/status', { token })
  expect(json).toMatchObject({ nonce: 'abcdefgh1234', acceptAuthAddress: false })
  expect(JSON.stringify(json)).not.toContain('script')
})

test('behavior: a channel lives for ten minutes', async () => {
  const { channelToken: token } = await open()
  time += 599_000
  expect((await relay.call('GET', '/status', { token })).status).toBe(202)
  time += 1_000
  expect((await relay.call('GET', '/status', { token })).status).toBe(401)
  expect((await relay.call('POST', '/authenticate', { token, body: answer })).status).toBe(401)
})

test('error: answered twice: the first answer counts, and a repetition counts as a retry', async () => {
  const { channelToken: token } = await open()
  const other = { ...answer, fid: 8 }
  const both = await Promise.all([answer, other].map((body) => relay.call('POST', '/authenticate', { token, body })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const kept = both[0]?.status === 201 ? answer : other
  expect((await relay.call('POST', '/authenticate', { token, body: kept })).status).toBe(201)
  expect((await relay.call('POST', '/decline', { token, body: {} })).status).toBe(409)
  expect((await relay.call('GET', '/status', { token })).json).toMatchObject({ fid: kept.fid })
})

test('behavior: of two concurrent fetches of an answer one gets it', async () => {
  const { channelToken: token } = await open()
  await relay.call('POST', '/authenticate', { token, body: answer })
  const both = await Promise.all([1, 2].map(() => relay.call('GET', '/status', { token })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('behavior: declined: the channel is gone for the site, and cannot be answered any more', async () => {
  const { channelToken: token } = await open()
  expect((await relay.call('POST', '/decline', { token, body: {} })).status).toBe(201)
  expect((await relay.call('GET', '/status', { token })).status).toBe(401)
  expect((await relay.call('POST', '/authenticate', { token, body: answer })).status).toBe(409)
})

test('behavior: the answer of this server’s channel is never returned over HTTP', async () => {
  const { channelToken: token } = await relay.relay.open({
    ...{ request, metadata: { ip: '', userAgent: '' }, isOwn: true },
  })
  expect((await relay.call('GET', '/status', { token })).json).toMatchObject({ signatureParams: request })
  const taken = await relay.call('POST', '/authenticate', { token, body: answer })
  expect(taken.json).not.toHaveProperty('message')
  expect((await relay.call('GET', '/status', { token })).status).toBe(401)
  expect(await relay.relay.read(token)).toMatchObject({ state: 'completed', answer: { fid: 7 } })
})

describe('error: a body of the wrong shape', () => {
  test.each([
    ['no address', { domain: 'site.example' }, 'siweUri'],
    ['an address that is none', { ...request, siweUri: 'site' }, 'siweUri'],
    ['a domain with a path', { ...request, domain: 'site.example/login' }, 'domain'],
    ['a short nonce', { ...request, nonce: 'abc' }, 'nonce'],
    ['an expiry in words', { ...request, expirationTime: 'soon' }, 'expirationTime'],
    ['a way back that is a script', { ...request, redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
  ])('open: %s', async (_name, body, field) => {
    const { status, json } = await relay.call('POST', '', { body })
    expect(status).toBe(400)
    expect(json).toEqual({ error: 'Validation error', message: expect.stringContaining(`${field}: `) })
  })

  test.each([
    ['no message', { ...answer, message: '' }],
    ['a message of pages', { ...answer, message: 'a'.repeat(4_001) }],
    ['a signature that is none', { ...answer, signature: '0xyz' }],
    ['no account', { ...answer, fid: undefined }],
    ['an account that is no number', { ...answer, fid: '7' }],
    ['a name of pages', { ...answer, username: 'a'.repeat(101) }],
  ])('answer: %s', async (_name, body) => {
    const { channelToken: token } = await open()
    expect((await relay.call('POST', '/authenticate', { token, body })).status).toBe(400)
    expect((await relay.call('GET', '/status', { token })).status).toBe(202)
  })

  test('more than 32 kB', async () => {
    const { status } = await relay.call('POST', '', { body: { ...request, requestId: 'a'.repeat(40_000) } })
    expect(status).toBe(413)
  })
})

describe('error: channel token guessed', () => {
  test('401, and 429 after a hundred per hour', async () => {
    const { channelToken } = await open()
    const guess = `${channelToken.slice(0, -1)}${channelToken.endsWith('A') ? 'B' : 'A'}`
    expect((await relay.call('GET', '/status', { token: guess })).status).toBe(401)
    expect((await relay.call('POST', '/authenticate', { token: guess, body: answer })).status).toBe(401)
    expect((await relay.call('POST', '/decline', { token: guess, body: {} })).status).toBe(401)
    expect((await relay.call('GET', '/status')).status).toBe(401)
    for (let tries = 4; tries < 100; tries += 1) await relay.call('GET', '/status', { token: guess })
    const refused = await relay.call('GET', '/status', { token: guess })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3600')
    // A caller with a valid channel is not locked out.
    expect((await relay.call('GET', '/status', { token: channelToken })).status).toBe(202)
  })
})

test('error: one network can open three hundred channels per hour', async () => {
  const statuses = new Set<number>()
  for (let count = 0; count < 300; count += 1) statuses.add((await relay.call('POST', '', { body: request })).status)
  expect([...statuses]).toEqual([201])
  expect((await relay.call('POST', '', { body: request })).status).toBe(429)
})

test('behavior: a page of another origin can call it, with the headers of apps', async () => {
  const response = await fetch(`${relay.url}/v1/channel/authenticate`, {
    ...{ method: 'OPTIONS', headers: { origin: 'https://app.example' } },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-headers')).toContain('x-farcaster-auth-relay-key')
})

test('behavior: two processes share the channels', async () => {
  const other = await startTestRelay({ clock, shared: relay.context })
  try {
    const { channelToken: token } = await open()
    const news = new Promise<void>((resolve) => relay.relay.follow(token, resolve))
    expect((await other.call('POST', '/authenticate', { token, body: answer })).status).toBe(201)
    await news
    expect((await relay.call('GET', '/status', { token })).status).toBe(200)
    expect((await other.call('GET', '/status', { token })).status).toBe(401)
  } finally {
    await other.stop()
  }
})

test('behavior: no log line and no key of the store contains tokens or messages', async () => {
  const keys: string[] = []
  const kv = relay.context.kv
  const shared = {
    bus: relay.context.bus,
    kv: new Proxy(kv, {
      get: (target, name: keyof typeof kv) =>
        name === 'set' || name === 'setIfAbsent' || name === 'get'
          ? (key: string, ...rest: [string, { ttl: number }]) => {
              keys.push(key)
              return target[name](key, ...rest)
            }
          : target[name],
    }),
  }
  const watched = await startTestRelay({ clock, shared })
  try {
    const { json } = await watched.call('POST', '', { body: request })
    const { channelToken: token } = json as { channelToken: string }
    await watched.call('POST', '/authenticate', { token, body: { ...answer, message: 'never in a log' } })
    await watched.call('GET', '/status', { token })
    expect(keys.length).toBeGreaterThan(3)
    expect(keys.join()).not.toContain(token)
  } finally {
    await watched.stop()
  }
  const { channelToken: token } = await open()
  await relay.call('POST', '/authenticate', { token, body: { ...answer, message: 'never in a log' } })
  await relay.call('POST', '/authenticate', { token, body: { message: 'never in a log' } })
  await relay.call('GET', '/status', { token })
  expect(log.text).not.toContain(token)
  expect(log.text).not.toContain('never in a log')
})
