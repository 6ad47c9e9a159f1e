import { LatchkeyError } from '@latchkey/protocol'
import { postBatch } from '@latchkey/protocol/api'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CoreContext } from '../CoreContext.ts'
import { initialModal } from '../modal/modalReducer.ts'
import { initialSend } from '../send/initialSend.ts'
import { createStore } from '../store/Store.ts'
import { initialSwap } from '../swap/initialSwap.ts'
import { createTestEnvironment, settle } from '../testing/createTestEnvironment.ts'
import { localOne } from '../testing/testNetworks.ts'
import { createTelemetry, telemetryBuffer } from './createTelemetry.ts'
import type { KitMoment } from './toTelemetryEvents.ts'

beforeAll(() => import('./createTelemetryEngine.ts'))

type Call = { path: string; init: RequestInit | undefined; body: { session: string; events: { name: string }[] } }

/** Telemetry with a server and a kit that a test controls. */
function setUp({
  telemetry = true,
  answer = ({ path }) => Response.json(path === '/batch' ? { accepted: 1 } : { isAnalyticsEnabled: true }),
  load = (chunk) => chunk(),
}: {
  telemetry?: boolean
  answer?: (call: Call) => Response | Promise<Response>
  load?: CoreContext['load']
} = {}) {
  const calls: Call[] = []
  const refusals: string[] = []
  const environment = createTestEnvironment({
    fetch: (url, init) => {
      const call = { path: new URL(url).pathname, init, body: JSON.parse(String(init?.body ?? '{}')) }
      calls.push(call)
      return answer(call)
    },
  })
  const context: CoreContext = {
    config: {
      ...{ projectId: '0'.repeat(32), apiUrl: 'https://api.test', networks: [localOne], telemetry },
      metadata: { name: 'Test', url: 'https://site.test' },
    },
    environment,
    report: () => {},
    load,
    onRefusal: ({ code }) => refusals.push(code),
  }
  const modal = createStore<KitMoment['modal']>(initialModal)
  const kit = {
    modal,
    connection: createStore<KitMoment['connection']>({
      ...{ status: 'disconnected', connections: [], asking: undefined, failure: undefined },
    }),
    signIn: createStore<KitMoment['signIn']>({
      ...{ status: 'off', subject: undefined, required: false, failure: undefined },
    }),
    send: createStore<KitMoment['send']>(initialSend),
    swap: createStore<KitMoment['swap']>(initialSwap),
  }
  const feature = createTelemetry({ context })
  feature.follow(kit)
  onTestFinished(() => feature.destroy())
  const open = async () => {
    modal.setState({ ...initialModal, open: true, history: [{ name: 'Connect', data: undefined }] })
    await environment.idle()
  }
  const close = () => modal.setState(initialModal)
  const names = () => calls.flatMap(({ body }) => body.events ?? []).map(({ name }) => name)
  const paths = () => calls.map(({ path }) => path)
  return { environment, calls, refusals, feature, open, close, names, paths }
}

test('default', async () => {
  const { environment, calls, feature, open, close, names, paths } = setUp()
  feature.track({ name: 'walletChosen', wallet: 'x'.repeat(200), way: 'qr' })
  await environment.advance(60_000)
  expect(calls).toStrictEqual([])
  await open()
  close()
  expect(paths()).toStrictEqual(['/getAnalyticsConfig'])
  await environment.advance(4_999)
  expect(paths()).toHaveLength(1)
  await environment.advance(1)
  await open()
  expect(paths()).toStrictEqual(['/getAnalyticsConfig', '/batch'])
  expect(names()).toStrictEqual(['walletChosen', 'modalOpened', 'modalClosed'])
  const { init, body } = calls[1] ?? {}
  expect(postBatch.body.safeParse(body).success).toBe(true)
  expect(init).toMatchObject({
    ...{ method: 'POST', keepalive: true, credentials: 'omit' },
    headers: { 'content-type': 'text/plain' },
  })
  await environment.advance(5_000)
  expect(names().slice(3)).toStrictEqual(['modalOpened'])
  expect(calls[2]?.body.session).toBe(body?.session)
})

describe('behavior: no requests', () => {
  test('if the app has not enabled it', async () => {
    const { environment, feature, calls, open, close } = setUp({ telemetry: false })
    feature.track({ name: 'disconnected' })
    await open()
    close()
    await environment.advance(60_000)
    await feature.flush()
    expect(calls).toStrictEqual([])
    expect(environment.timers()).toBe(0)
  })

  test('if the server has disabled it: it is asked once', async () => {
    const { environment, feature, open, close, paths } = setUp({
      answer: () => Response.json({ isAnalyticsEnabled: false }),
    })
    await open()
    close()
    await open()
    feature.track({ name: 'disconnected' })
    environment.page().dispatchEvent(new Event('pagehide'))
    await environment.advance(60_000)
    await feature.flush()
    expect(paths()).toStrictEqual(['/getAnalyticsConfig'])
    expect(environment.timers()).toBe(0)
  })

  test('if the server is unreachable', async () => {
    const { environment, feature, open, paths } = setUp({ answer: () => Promise.reject(new TypeError('offline')) })
    await open()
    feature.track({ name: 'disconnected' })
    await environment.advance(60_000)
    expect(paths()).toStrictEqual(['/getAnalyticsConfig'])
  })

  test('if its code cannot be loaded', async () => {
    const load = () => Promise.reject(new LatchkeyError('network_request_failed'))
    const { environment, feature, open, calls } = setUp({ load })
    await open()
    feature.track({ name: 'disconnected' })
    await feature.flush()
    await environment.advance(60_000)
    expect(calls).toStrictEqual([])
  })
})

describe('behavior: the rest is sent when the page closes', () => {
  test.each([
    [
      'pagehide',
      (environment: ReturnType<typeof createTestEnvironment>) =>
        environment.page().dispatchEvent(new Event('pagehide')),
    ],
    ['out of sight', (environment: ReturnType<typeof createTestEnvironment>) => environment.setVisible(false)],
  ])('%s', async (_, leave) => {
    const { environment, open, names } = setUp()
    await open()
    expect(names()).toStrictEqual([])
    environment.setVisible(true)
    expect(names()).toStrictEqual([])
    leave(environment)
    expect(names()).toStrictEqual(['modalOpened'])
    await environment.idle()
    expect(environment.timers()).toBe(0)
  })
})

test('behavior: fifty events are sent at once, and events over the limit are dropped', async () => {
  const { feature, environment, open, calls, names } = setUp()
  for (let count = 0; count < telemetryBuffer + 10; count++) feature.track({ name: 'disconnected' })
  await open()
  await environment.idle()
  expect(names()).toHaveLength(telemetryBuffer)
  expect(calls.slice(1).map(({ body }) => body.events.length)).toStrictEqual([50, 50, 50, 50])
  for (const { body } of calls.slice(1)) expect(postBatch.body.safeParse(body).success).toBe(true)
})

test('behavior: flush waits until all events are sent', async () => {
  const { feature, environment, open, names } = setUp()
  const opened = open()
  feature.track({ name: 'disconnected' })
  await opened
  await feature.flush()
  expect(names()).toStrictEqual(['disconnected', 'modalOpened'])
  expect(environment.timers()).toBe(0)
})

test('error: failed events are dropped, and after three failures nothing more is sent', async () => {
  const { feature, environment, open, paths } = setUp({
    answer: ({ path }) =>
      path === '/batch' ? new Response('', { status: 502 }) : Response.json({ isAnalyticsEnabled: true }),
  })
  await open()
  for (let count = 0; count < 6; count++) {
    feature.track({ name: 'disconnected' })
    await environment.advance(5_000)
    await environment.idle()
  }
  expect(paths()).toStrictEqual(['/getAnalyticsConfig', '/batch', '/batch', '/batch'])
  await feature.flush()
  expect(paths()).toHaveLength(4)
})

test('behavior: an unresponsive server holds no connection for longer than 10 s, and after three such batches nothing more is sent', async () => {
  const signals: AbortSignal[] = []
  const { environment, feature, open, paths } = setUp({
    answer: ({ path, init }) => {
      if (path !== '/batch') return Response.json({ isAnalyticsEnabled: true })
      const signal = init?.signal as AbortSignal
      signals.push(signal)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  await open()
  for (let round = 0; round < 4; round += 1) {
    feature.track({ name: 'disconnected' })
    await environment.advance(5_000)
    const waiting = signals.filter(({ aborted }) => !aborted)
    await environment.advance(9_999)
    expect(signals.filter(({ aborted }) => !aborted)).toEqual(waiting)
    await environment.advance(1)
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
  }
  expect(paths().filter((path) => path === '/batch')).toHaveLength(3)
  expect(environment.timers()).toBe(0)
})

test('behavior: gives up after 10 s on a server that never answers whether telemetry is enabled', async () => {
  const { environment, calls, feature, open } = setUp({
    answer: ({ init }) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  })
  void open()
  await settle()
  expect(calls).toHaveLength(1)
  await environment.advance(10_000)
  feature.track({ name: 'disconnected' })
  await environment.advance(60_000)
  await feature.flush()
  expect(calls).toHaveLength(1)
  expect(calls[0]?.init?.signal?.aborted).toBe(true)
  expect(environment.timers()).toBe(0)
})

test('error: a refusal reaches onRefusal', async () => {
  const { open, refusals } = setUp({
    answer: () => Response.json({ status: 'FAILED', code: 'origin_not_allowed', reasons: [] }, { status: 403 }),
  })
  await open()
  expect(refusals).toStrictEqual(['origin_not_allowed'])
})

test('behavior: values that look like more than a name are not sent', async () => {
  const { feature, open, calls } = setUp()
  const secrets = [
    `0x${'aB'.repeat(20)}`,
    `0x${'1'.repeat(64)}`,
    'ada@site.test',
    '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  ]
  for (const wallet of [...secrets, '', 'io.metamask', 'solana:Trust Wallet'])
    feature.track({ name: 'connectFailed', wallet, code: 'user_rejected' })
  await open()
  await feature.flush()
  const { events } = calls[1]?.body ?? { events: [] }
  expect(events.slice(0, 7).map((event) => (event as unknown as { wallet: string }).wallet)).toStrictEqual([
    ...secrets.map(() => 'other'),
    'other',
    'io.metamask',
    'solana:Trust Wallet',
  ])
})

test('behavior: after its end it is silent', async () => {
  const { feature, environment, open, close, paths } = setUp()
  await open()
  feature.destroy()
  await settle()
  close()
  feature.track({ name: 'disconnected' })
  environment.page().dispatchEvent(new Event('pagehide'))
  await environment.advance(60_000)
  expect(paths()).toStrictEqual(['/getAnalyticsConfig'])
  expect(environment.timers()).toBe(0)
})
