import { frameVersion } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.ts'
import { acceptHello, type HandshakeWindow } from './acceptHello.ts'

const origin = 'https://app.example'
const projectId = '0123456789abcdef0123456789abcdef'
const nonce = '00000000-0000-4000-8000-000000000000'
const hello = { k: 'ew:hello', v: frameVersion, projectId, nonce }

const documentId = '22222222-2222-4222-8222-222222222222'
const loaded = [{ k: 'ew:loaded', id: documentId }, '*']

function setup({
  ancestors = [origin],
  allowedOrigins = async () => [origin, 'https://*.preview.example'],
  kitFault,
}: {
  kitFault?: string
  ancestors?: string[] | null
  allowedOrigins?: () => Promise<readonly string[]>
} = {}) {
  const clock = createTestClock()
  const listeners = new Set<(event: MessageEvent) => void>()
  const sent: unknown[] = []
  const parent = { postMessage: (message: unknown, target: string) => sent.push([message, target]) }
  const window: HandshakeWindow = {
    parent,
    opener: null,
    location: ancestors === null ? {} : { ancestorOrigins: Object.assign([...ancestors]) },
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
  }
  const refused: string[] = []
  let host: { origin: string; nonce: string } | undefined
  const accepted = acceptHello({
    window,
    schedule: clock.schedule,
    documentId,
    projectId,
    kitFault,
    allowedOrigins,
    refused: (reason) => refused.push(reason),
  })
  void accepted.then((value) => {
    host = value
  })
  const deliver = async (event: Partial<{ source: unknown; origin: string; data: unknown; ports: unknown[] }> = {}) => {
    const whole = { source: parent, origin, data: hello, ports: [{ name: 'port' }], ...event }
    for (const listener of [...listeners]) listener(whole as unknown as MessageEvent)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { deliver, refused, sent, listeners, clock, host: () => host }
}

test('default', async () => {
  const { deliver, sent, listeners, host } = setup()
  // Contains no data, so any page may receive it.
  expect(sent).toStrictEqual([loaded])
  await deliver()
  expect(host()).toMatchObject({ origin, nonce })
  expect(listeners.size).toBe(0)
})

test('behavior: repeats its signal until a hello arrives, because a frozen page misses messages', async () => {
  const { deliver, sent, clock, host } = setup()
  clock.advance(250)
  expect(sent).toStrictEqual([loaded, loaded])
  clock.advance(499)
  expect(sent).toHaveLength(2)
  clock.advance(1)
  expect(sent).toHaveLength(3)
  // Many messages reach the window; only a hello from the frame's parent stops the signals.
  await deliver({ data: { k: 'other' } })
  await deliver({ source: {} })
  clock.advance(1_000)
  expect(sent).toHaveLength(4)
  await deliver()
  clock.advance(60_000)
  expect(sent).toHaveLength(4)
  expect(host()).toMatchObject({ nonce })
})

test('behavior: without an answer it stops after some time', () => {
  const { sent, clock } = setup()
  clock.advance(9_999)
  expect(sent).toHaveLength(6)
  clock.advance(60_000)
  expect(sent).toHaveLength(6)
})

test('error: the project’s list cannot be loaded: refused, and the next hello loads it again', async () => {
  let failing = true
  const { deliver, refused, host } = setup({
    allowedOrigins: async () => {
      if (failing) throw new Error('away')
      return [origin]
    },
  })
  await deliver()
  expect([refused, host()]).toStrictEqual([['settings'], undefined])
  failing = false
  await deliver()
  expect(host()).toMatchObject({ origin })
})

test('error: threat 7: a sibling frame forges the hello', async () => {
  const { deliver, host } = setup()
  await deliver({ source: { postMessage: () => {} } })
  await deliver({ source: null })
  expect(host()).toBe(undefined)
  await deliver()
  expect(host()).toMatchObject({ origin })
})

test('error: threat 8: a second hand-shake, even one that arrives with the first', async () => {
  const { deliver, host, listeners } = setup()
  const other = '11111111-1111-4111-8111-111111111111'
  const both = [deliver(), deliver({ data: { ...hello, nonce: other } })]
  await Promise.all(both)
  expect(host()).toMatchObject({ nonce })
  expect(listeners.size).toBe(0)
})

test('error: threat 9: parent-navigated: the right window, of another origin or under another ancestor', async () => {
  const { deliver, host, refused } = setup()
  await deliver({ origin: 'https://evil.example' })
  expect(refused).toStrictEqual(['ancestor'])
  const { deliver: deliverUnknown, host: unknownHost, refused: unknownRefused } = setup({ ancestors: null })
  await deliverUnknown({ origin: 'https://evil.example' })
  expect(unknownRefused).toStrictEqual(['origin'])
  expect([host(), unknownHost()]).toStrictEqual([undefined, undefined])
})

test('error: threat 6: nested-ancestors: an allowed page inside another page', async () => {
  for (const ancestors of [[origin, 'https://evil.example'], [origin, origin], []]) {
    const { deliver, host } = setup({ ancestors })
    await deliver()
    expect(host()).toBe(undefined)
  }
})

test.each([
  ['another version', { data: { ...hello, v: frameVersion + 1 } }],
  ['another project', { data: { ...hello, projectId: 'f'.repeat(32) } }],
  ['no nonce', { data: { ...hello, nonce: 'x' } }],
  ['one key too many', { data: { ...hello, rpcUrl: 'https://evil.example' } }],
  ['no port', { ports: [] }],
  ['two ports', { ports: [{}, {}] }],
])('error: %s', async (_name, event) => {
  const { deliver, host } = setup()
  await deliver(event)
  expect(host()).toBe(undefined)
})

test('error: spec 7.32: an unsupported kit version: only a page that would be accepted learns the reason', async () => {
  const kitFault = 'The site’s kit has version 2.0.0, but this wallet serves version 0'
  const told: unknown[] = []
  const ports = [{ postMessage: (message: unknown) => told.push(message) }]
  const { deliver, host, refused } = setup({ kitFault })
  await deliver({ origin: 'https://evil.example', ports })
  expect([refused, told]).toStrictEqual([['ancestor'], []])
  await deliver({ ports })
  expect(refused).toStrictEqual(['ancestor', 'kit'])
  expect(told).toStrictEqual([{ k: 'evt', event: { name: 'alert', code: 'frame_failed', message: kitFault } }])
  expect(host()).toBe(undefined)
})

test('behavior: a pattern of origins matches hosts below it', async () => {
  const inside = 'https://a.preview.example'
  const { deliver, host } = setup({ ancestors: [inside] })
  await deliver({ origin: inside })
  expect(host()).toMatchObject({ origin: inside })
})
