import { toTopic } from '@latchkey/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestEnvironment, settle } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'

beforeAll(() => import('./createEventStream.ts'))

const one = toTopic('balance', `eip155:1:0x${'A'.repeat(40)}`)
const two = toTopic('history', `eip155:1:0x${'A'.repeat(40)}`)

function setUp() {
  const environment = createTestEnvironment()
  const { realtime } = createTestKit({ environment })
  const seen: string[] = []
  const follow = (topic: typeof one) =>
    realtime.follow({
      topic,
      onEvent: ({ kind }) => seen.push(kind),
      onResync: () => seen.push(`resync ${topic.split(':')[0]}`),
    })
  return { environment, realtime, seen, follow, sources: environment.eventSources }
}

test('default (spec 7.42)', async () => {
  const { realtime, seen, follow, sources } = setUp()
  expect(realtime.getState().status).toBe('idle')
  const stops = [follow(one), follow(one), follow(two)]
  await settle()
  expect(sources).toHaveLength(1)
  expect(sources[0]?.topics).toBe([one, two].sort().join(','))
  expect(new URL(sources[0]?.url ?? '').searchParams.get('projectId')).toBe('0'.repeat(32))
  expect(realtime.getState().status).toBe('connecting')
  sources[0]?.open()
  sources[0]?.say({ kind: 'history', topic: two, block: 1 })
  sources[0]?.say({ kind: 'balance', topic: one, block: 1 }, { name: 'balance' })
  sources[0]?.say({ kind: 'of-a-newer-server', topic: one })
  sources[0]?.dispatchEvent(Object.assign(new Event('message'), { data: '{' }))
  expect(seen).toStrictEqual(['history', 'balance', 'balance'])
  for (const stop of stops) stop()
  await settle()
  expect(sources[0]?.closed).toBe(true)
  expect(realtime.getState().status).toBe('idle')
})

test('behavior: other topics open a second stream before the first is closed', async () => {
  const { realtime, seen, follow, sources } = setUp()
  follow(one)
  await settle()
  sources[0]?.open()
  follow(two)
  await settle()
  expect(sources).toHaveLength(2)
  expect(sources[0]?.closed).toBe(false)
  expect(realtime.getState().status).toBe('live')
  sources[0]?.say({ kind: 'balance', topic: one, block: 1 })
  sources[1]?.open()
  expect(sources[0]?.closed).toBe(true)
  expect(seen).toStrictEqual(['balance'])
})

test('behavior: asks for the events since the first read of a topic that no stream follows yet', async () => {
  const { environment, follow, sources } = setUp()
  const lookbacks = () => sources.map(({ url }) => new URL(url).searchParams.get('lookback'))
  follow(one)
  await settle()
  sources[0]?.fail()
  await environment.advance(4_000)
  sources[1]?.open()
  const stop = follow(two)
  await settle()
  sources[2]?.open()
  stop()
  await settle()
  expect(lookbacks()).toStrictEqual(['1', '2', '1', null])
  sources[3]?.open()
  sources[3]?.say({ kind: 'balance', topic: one, block: 1 }, { id: '17' })
  follow(two)
  await settle()
  // The server resumes after that event.
  expect(lookbacks()[4]).toBe(null)
})

test('error: backs off, reports that it is down, and makes all followers read again', async () => {
  const { environment, realtime, seen, follow, sources } = setUp()
  follow(one)
  await settle()
  sources[0]?.open()
  sources[0]?.say({ kind: 'balance', topic: one, block: 1 }, { id: '17' })
  sources[0]?.fail()
  expect(realtime.getState().status).toBe('down')
  for (const [index, wait] of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
    await environment.advance(wait - 1)
    expect(sources).toHaveLength(index + 1)
    await environment.advance(1)
    expect(sources).toHaveLength(index + 2)
    sources.at(-1)?.fail()
  }
  await environment.advance(30_000)
  expect(new URL(sources.at(-1)?.url ?? '').searchParams.get('lastEventId')).toBe('17')
  sources.at(-1)?.open()
  expect(realtime.getState().status).toBe('live')
  expect(seen).toStrictEqual(['balance', 'resync balance'])
})

test('behavior: a server that cannot resume makes all followers read again', async () => {
  const { seen, follow, sources } = setUp()
  follow(one)
  await settle()
  sources[0]?.open()
  sources[0]?.say({}, { name: 'resync', id: 'epoch-9' })
  expect(seen).toStrictEqual(['resync balance'])
})

test('behavior: without followers, the stream is not reopened', async () => {
  const { environment, realtime, follow, sources } = setUp()
  const stop = follow(one)
  await settle()
  sources[0]?.fail()
  stop()
  await settle()
  await environment.advance(60_000)
  expect(sources).toHaveLength(1)
  expect(realtime.getState().status).toBe('idle')
  expect(environment.timers()).toBe(0)
})

describe('an unresponsive server', () => {
  const live = async () => {
    const kit = setUp()
    kit.follow(one)
    await settle()
    kit.sources[0]?.open()
    kit.sources[0]?.say({ seconds: 10 }, { name: 'heartbeat' })
    return kit
  }

  test('behavior: a stream that misses its heartbeat is down after 15 s, and is reopened', async () => {
    const { environment, realtime, seen, sources } = await live()
    await environment.advance(14_999)
    expect(realtime.getState().status).toBe('live')
    await environment.advance(1)
    expect(realtime.getState().status).toBe('down')
    expect(sources[0]?.closed).toBe(true)
    await environment.advance(1000)
    expect(sources).toHaveLength(2)
    sources[1]?.open()
    expect(realtime.getState().status).toBe('live')
    expect(seen).toStrictEqual(['resync balance'])
  })

  test('behavior: heartbeats and events keep a stream open, at the server’s interval', async () => {
    const { environment, realtime, sources } = await live()
    for (let beat = 0; beat < 5; beat++) {
      await environment.advance(14_000)
      if (beat % 2) sources[0]?.say({ seconds: 10 }, { name: 'heartbeat' })
      else sources[0]?.say({ kind: 'balance', topic: one, block: 1 })
    }
    sources[0]?.say({ seconds: 2 }, { name: 'heartbeat' })
    await environment.advance(2_999)
    expect(realtime.getState().status).toBe('live')
    await environment.advance(1)
    expect(realtime.getState().status).toBe('down')
  })

  test('behavior: an older server without heartbeats may be silent', async () => {
    const { environment, realtime, follow, sources } = setUp()
    follow(one)
    await settle()
    sources[0]?.open()
    for (const seconds of [0, 'soon', undefined]) sources[0]?.say({ seconds }, { name: 'heartbeat' })
    sources[0]?.dispatchEvent(Object.assign(new Event('heartbeat'), { data: '{' }))
    await environment.advance(600_000)
    expect(realtime.getState().status).toBe('live')
    expect(sources).toHaveLength(1)
  })

  test('behavior: a stream that does not open within 10 s is retried', async () => {
    const { environment, realtime, follow, sources } = setUp()
    follow(one)
    await settle()
    await environment.advance(9_999)
    expect(realtime.getState().status).toBe('connecting')
    await environment.advance(1)
    expect(realtime.getState().status).toBe('down')
    expect(sources[0]?.closed).toBe(true)
    // Events of the closed stream change nothing.
    sources[0]?.open()
    sources[0]?.fail()
    await environment.advance(1000)
    expect(sources).toHaveLength(2)
    sources[1]?.open()
    expect(realtime.getState().status).toBe('live')
  })

  test('behavior: while one stream is live, another for more topics that does not open is retried', async () => {
    const { environment, realtime, follow, sources } = await live()
    follow(two)
    await settle()
    await environment.advance(9_000)
    sources[0]?.say({ seconds: 10 }, { name: 'heartbeat' })
    await environment.advance(1000)
    expect(sources[1]?.closed).toBe(true)
    expect(realtime.getState().status).toBe('live')
    await environment.advance(1000)
    sources[2]?.open()
    expect(sources[2]?.topics).toBe([one, two].sort().join(','))
    expect(sources[0]?.closed).toBe(true)
    expect(realtime.getState().status).toBe('live')
  })
})
