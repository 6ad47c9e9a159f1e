import type { AccountId } from '@latchkey/protocol'
import { realtimeEventSchema } from '@latchkey/protocol/api'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Announcement, announcementChannel } from '../chains/announcement.ts'
import { createMemoryBus } from '../platform/bus/createMemoryBus.ts'
import { createRedisBus } from '../platform/bus/createRedisBus.ts'
import { listen } from '../platform/http/listen.ts'
import { createTestApp, type TestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { startRedis } from '../testing/startRedis.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'
import { createRealtimeHub, type Subscriber } from './createRealtimeHub.ts'
import { openEventStream } from './openEventStream.ts'

const alice: AccountId = 'eip155:31337:0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const bob: AccountId = 'eip155:31337:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const token: AccountId = 'eip155:31337:0x5fbdb2315678afecb367f032d93f642f64180aa3'
const asset = 'eip155:31337/erc20:0x5fbdb2315678afecb367f032d93f642f64180aa3'
const trade = {
  id: '1',
  hash: '0xab',
  minedAt: '2026-11-20T00:00:00.000Z',
  maker: '0x1',
  side: 'buy' as const,
  quantity: { numeric: '1' },
  price: 2,
  value: 2,
}

const announce = (block: number, change: Partial<Announcement> = {}): string =>
  JSON.stringify({ block, balances: [alice], histories: [], prices: [], trades: [], ...change })

const redis = await startRedis({ own: true })
afterAll(() => redis.stop?.())

let context: TestContext
let testApp: TestApp
let url: string

beforeAll(async () => {
  context = await createTestContext({ config: { http: { port: 0 } } })
  testApp = await createTestApp({ context })
  url = (await listen({ app: testApp.app, upgrades: testApp.app.upgrades, context })).url
})
afterAll(() => context.stop())

const publish = (message: string) => context.bus.publish(announcementChannel, message)
const stream = (topics: string, init: RequestInit = {}) =>
  fetch(`${url}/v1/stream?projectId=${testProjectId}&topics=${encodeURIComponent(topics)}`, init)

type Frame = { id?: string; event?: string; data?: unknown }

/** Reads server-sent events as they arrive. */
function read(response: Response) {
  const frames: Frame[] = []
  const beats: string[] = []
  let text = ''
  let ended = false
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const pump = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
        const data = field('data')
        if (!data) continue
        const event = field('event') ?? ''
        if (event === 'heartbeat') beats.push(data)
        else frames.push({ id: field('id') ?? '', event, data: JSON.parse(data) })
      }
    }
  }
  const finished = pump().then(
    () => {
      ended = true
    },
    () => {
      ended = true
    },
  )
  return { frames, beats, finished, ended: () => ended, stop: () => reader?.cancel() }
}

describe('the event stream', () => {
  test('default', async () => {
    const response = await stream(`balance:${alice},price:${asset},trades:${asset}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const { frames, stop } = read(response)
    await publish(
      announce(7, {
        balances: [alice, bob],
        histories: [alice],
        prices: [{ token, price: 1.5 }],
        trades: [{ token, trades: [trade] }],
      }),
    )
    await until(() => frames.length === 3)
    expect(frames.map(({ event }) => event)).toEqual(['message', 'message', 'message'])
    expect(frames.map(({ data }) => data)).toEqual([
      { kind: 'balance', topic: `balance:${alice}`, block: 7 },
      { kind: 'price', topic: `price:${asset}`, price: 1.5 },
      { kind: 'trades', topic: `trades:${asset}`, trades: [trade] },
    ])
    for (const { data } of frames) realtimeEventSchema.parse(data)
    await stop()
  })

  test('behavior: a heartbeat that a page can read comes first and announces the next one', async () => {
    const { frames, beats, stop } = read(await stream(`balance:${alice}`))
    await until(() => beats.length > 0)
    expect(beats).toEqual(['{"seconds":10}'])
    expect(frames).toEqual([])
    await stop()
  })

  test('behavior: the letter case of an address does not matter', async () => {
    const { frames, stop } = read(await stream(`history:${alice.replace('0xd8da', '0xD8dA')}`))
    await publish(announce(8, { histories: [alice] }))
    await until(() => frames.length === 1)
    expect(frames[0]?.data).toMatchObject({ topic: `history:${alice}` })
    await stop()
  })

  test('behavior: a reconnecting listener gets the missed events, once and in order', async () => {
    const first = read(await stream(`balance:${alice}`))
    await publish(announce(10))
    await until(() => first.frames.length === 1)
    await first.stop()
    for (const block of [11, 12]) await publish(announce(block, { balances: [bob, alice] }))
    const id = first.frames[0]?.id ?? ''
    await until(async () => {
      const again = read(await stream(`balance:${alice}`, { headers: { 'last-event-id': id } }))
      await until(() => again.frames.length === 2).catch(() => {})
      const blocks = again.frames.map(({ data }) => (data as { block: number }).block)
      await again.stop()
      return JSON.stringify(blocks) === '[11,12]'
    })
  })

  test('behavior: a lost resume point and a wrong lookback are reported', async () => {
    for (const lookback of ['0', '61', 'x', '1.5']) {
      const response = await fetch(
        `${url}/v1/stream?projectId=${testProjectId}&topics=balance:${alice}&lookback=${lookback}`,
      )
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ reasons: [{ field: 'lookback' }] })
    }
    for (const id of ['00000000-1', 'nonsense', '-']) {
      const { frames, stop } = read(await stream(`balance:${alice}`, { headers: { 'last-event-id': id } }))
      await until(() => frames.length === 1)
      expect(frames[0]).toMatchObject({ event: 'resync', data: {} })
      await stop()
    }
  })

  test('behavior: a disconnected reader leaves no subscription', async () => {
    await until(() => testApp.hub.size() === 0)
    const reading = read(await stream(`balance:${alice}`))
    await until(() => testApp.hub.size() === 1)
    await reading.stop()
    await until(() => testApp.hub.size() === 0)
  })

  test('behavior: a HEAD request leaves no subscription', async () => {
    await until(() => testApp.hub.size() === 0)
    expect((await stream(`balance:${alice}`, { method: 'HEAD' })).status).toBe(200)
    expect(testApp.hub.size()).toBe(0)
  })

  test('behavior: an unreadable announcement has no effect on listeners', async () => {
    const { frames, stop } = read(await stream(`balance:${alice}`))
    await publish('{"block":')
    await publish('{"block":1}')
    await publish(announce(20))
    await until(() => frames.length === 1)
    expect(frames[0]?.data).toMatchObject({ block: 20 })
    await stop()
  })

  test('error: topics', async () => {
    const refusal = async (topics: string) => {
      const response = await stream(topics)
      const body = (await response.json()) as { code: string; reasons: { field: string }[] }
      return [response.status, body.code, body.reasons[0]?.field]
    }
    const malformed = [400, 'malformed_request', 'topics']
    expect(await refusal('')).toEqual(malformed)
    expect(await refusal('balance')).toEqual(malformed)
    expect(await refusal('balance:eip155:31337:0x12')).toEqual(malformed)
    expect(await refusal(`weather:${alice}`)).toEqual(malformed)
    expect(await refusal(`price:${token}`)).toEqual(malformed)
    expect(await refusal(Array.from({ length: 101 }, () => `balance:${alice}`).join())).toEqual(malformed)
    expect(await refusal(`balance:${alice.replace('31337', '1')}`)).toEqual([400, 'unsupported_chain', 'topics'])
    const response = await fetch(`${url}/v1/stream?topics=balance:${alice}`)
    expect(response.status).toBe(401)
  })

  test('behavior: the same over a WebSocket', async () => {
    await until(() => testApp.hub.size() === 0)
    const query = `projectId=${testProjectId}&topics=${encodeURIComponent(`balance:${alice}`)}`
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/stream?${query}&lastEventId=gone-1`)
    const frames: Frame[] = []
    socket.on('message', (data) => frames.push(JSON.parse(data.toString())))
    await until(() => frames.length === 1)
    expect(frames[0]).toMatchObject({ event: 'resync' })
    await publish(announce(30))
    await until(() => frames.length === 2)
    expect(frames[1]).toMatchObject({
      event: 'message',
      id: expect.any(String),
      data: { kind: 'balance', topic: `balance:${alice}`, block: 30 },
    })
    expect(testApp.hub.size()).toBe(1)
    socket.close()
    await until(() => testApp.hub.size() === 0)
  })

  test('behavior: a reader that does not read is disconnected', async () => {
    await until(() => testApp.hub.size() === 0)
    const response = await stream(`trades:${asset}`)
    await until(() => testApp.hub.size() === 1)
    const trades = Array.from({ length: 200 }, () => trade)
    await until(
      async () => {
        await publish(announce(1, { trades: [{ token, trades }] }))
        return testApp.hub.size() === 0
      },
      { timeout: 30_000 },
    )
    await response.body?.cancel()
  })
})

test.skipIf(redis.skip !== undefined)('behavior: announcements of one process reach listeners of another', async () => {
  const address = redis.skip === undefined ? redis.url : ''
  const [indexing, serving] = await Promise.all([createRedisBus({ url: address }), createRedisBus({ url: address })])
  const metrics = new Registry()
  const hub = await createRealtimeHub({ context: { bus: serving, metrics, log: context.log } })
  const seen: string[] = []
  hub.subscribe({
    topics: [`balance:${alice}`],
    subscriber: { send: ({ data }) => seen.push(data), resync: () => {}, beat: () => {}, end: () => {} },
  })
  await indexing.publish(announcementChannel, announce(5))
  await until(() => seen.length === 1)
  await hub.close()
  await Promise.all([indexing.close(), serving.close()])
})

describe('createRealtimeHub', () => {
  const recorder = () => {
    const seen: string[] = []
    const subscriber: Subscriber = {
      send: ({ data }) => seen.push(JSON.parse(data).block),
      resync: () => seen.push('resync'),
      beat: () => seen.push('beat'),
      end: () => seen.push('end'),
    }
    return { seen, subscriber }
  }
  const create = async (options: { memory?: number; heartbeat?: number; now?: () => number } = {}) => {
    const bus = createMemoryBus()
    const metrics = new Registry()
    const hub = await createRealtimeHub({ context: { bus, metrics, log: context.log }, ...options })
    return { bus, hub, send: (text: string) => bus.publish(announcementChannel, text) }
  }

  test('behavior: the memory for reconnecting listeners is bounded', async () => {
    const { hub, send } = await create({ memory: 4 })
    const ids: string[] = []
    const { subscriber } = recorder()
    hub.subscribe({
      topics: [`balance:${alice}`],
      subscriber: { ...subscriber, send: ({ id }) => void ids.push(id) },
    })
    for (let block = 1; block <= 5; block += 1) await send(announce(block))
    await until(() => ids.length === 5)
    const late = recorder()
    hub.subscribe({ topics: [`balance:${alice}`], lastEventId: ids[0], subscriber: late.subscriber })
    const early = recorder()
    hub.subscribe({ topics: [`balance:${alice}`], lastEventId: ids[3], subscriber: early.subscriber })
    const now = recorder()
    hub.subscribe({ topics: [`balance:${alice}`], lastEventId: ids[4], subscriber: now.subscriber })
    expect(late.seen).toEqual(['resync'])
    expect(early.seen).toEqual([5])
    expect(now.seen).toEqual([])
    await hub.close()
    expect(now.seen).toEqual(['end'])
    // A listener that connects during the shutdown must not keep it open.
    const last = recorder()
    hub.subscribe({ topics: [`balance:${alice}`], subscriber: last.subscriber })
    expect(last.seen).toEqual(['end'])
    expect(hub.size()).toBe(4)
  })

  test('behavior: sends the events of the last seconds to a stream that opens after the first read', async () => {
    let time = 0
    const { hub, send } = await create({ memory: 6, now: () => time })
    const topics = [`balance:${alice}` as const]
    const open = (lookback: number) => {
      const { seen, subscriber } = recorder()
      hub.subscribe({ topics, lookback, subscriber })
      return seen
    }
    expect(open(1)).toEqual(['resync'])
    const live = recorder()
    hub.subscribe({ topics: [...topics, `balance:${bob}`], subscriber: live.subscriber })
    const announceAt = async (at: number, message: string) => {
      time = at
      const before = live.seen.length
      await send(message)
      await until(() => live.seen.length > before)
    }
    await announceAt(10_000, announce(1))
    await announceAt(12_000, announce(2))
    await announceAt(14_000, announce(3))
    time = 15_000
    expect([open(2), open(4), open(14), open(16)]).toEqual([[3], [2, 3], [1, 2, 3], ['resync']])
    await announceAt(15_000, announce(4, { balances: [bob] }))
    // The first announcement no longer fits: a look back that includes it is incomplete.
    expect([open(4), open(6)]).toEqual([[2, 3], ['resync']])
    await hub.close()
  })

  test('behavior: after a gap of the bus every listener reads again, and resumption does not cross it', async () => {
    const bus = createMemoryBus()
    let onGap: (() => void) | undefined
    const hub = await createRealtimeHub({
      context: {
        bus: {
          ...bus,
          subscribe: (channel, listener, tell) => {
            onGap = tell
            return bus.subscribe(channel, listener)
          },
        },
        metrics: new Registry(),
        log: context.log,
      },
    })
    const ids: string[] = []
    const { seen, subscriber } = recorder()
    const topics = [`balance:${alice}`] as const
    const send: Subscriber['send'] = (event) => {
      ids.push(event.id)
      subscriber.send(event)
    }
    hub.subscribe({ topics, subscriber: { ...subscriber, send } })
    await bus.publish(announcementChannel, announce(1))
    await until(() => seen.length === 1)
    onGap?.()
    await bus.publish(announcementChannel, announce(2))
    await until(() => seen.length === 3)
    expect(seen).toEqual([1, 'resync', 2])
    const [before, after] = ids.map((lastEventId) => {
      const late = recorder()
      hub.subscribe({ topics, lastEventId, subscriber: late.subscriber })
      return late.seen
    })
    expect(before).toEqual(['resync'])
    expect(after).toEqual([])
    await hub.close()
  })

  test('behavior: a connection that breaks inside an announcement misses none of its events', async () => {
    const { hub, send } = await create()
    const topics = [`balance:${alice}`, `history:${alice}`] as const
    const ids: string[] = []
    const { subscriber } = recorder()
    hub.subscribe({ topics, subscriber: { ...subscriber, send: ({ id }) => void ids.push(id) } })
    await send(announce(1, { balances: [bob, alice], histories: [alice] }))
    await send(announce(2))
    await until(() => ids.length === 3)
    const missed = ids.map((lastEventId) => {
      const data: string[] = []
      hub.subscribe({
        topics,
        lastEventId,
        subscriber: { ...subscriber, send: (event) => void data.push(`${event.id} ${JSON.parse(event.data).kind}`) },
      })
      return data
    })
    const [, second, third] = ids
    expect(missed).toEqual([[`${second} history`, `${third} balance`], [`${third} balance`], []])
    await hub.close()
  })

  test('behavior: heartbeats', async () => {
    const { hub } = await create({ heartbeat: 5 })
    const { seen, subscriber } = recorder()
    const stop = hub.subscribe({ topics: [`balance:${alice}`], subscriber })
    await until(() => seen.includes('beat'))
    stop()
    await hub.close()
  })

  test('behavior: each heartbeat is an event of the stream, which a page reads like any other', async () => {
    const { hub } = await create({ heartbeat: 5 })
    const place = { heard: () => {}, watch: () => {}, pressed: () => {}, leave: () => {} }
    const topics = [`balance:${alice}`] as const
    const { beats, frames, stop } = read(
      new Response(openEventStream({ hub, topics, owner: '', place, lastEventId: undefined, lookback: undefined })),
    )
    await until(() => beats.length > 2)
    expect(new Set(beats)).toEqual(new Set(['{"seconds":0.005}']))
    expect(frames).toEqual([])
    await stop()
    await hub.close()
  })

  test('behavior: an announcement reaches the followers of its topics, and costs other listeners nothing', async () => {
    const { hub, send } = await create()
    const mine = recorder()
    const other = recorder()
    const stop = hub.subscribe({ topics: [`balance:${alice}`, `balance:${bob}`], subscriber: mine.subscriber })
    hub.subscribe({ topics: [`balance:${bob}`], subscriber: other.subscriber })
    await send(announce(1))
    await until(() => mine.seen.length === 1)
    expect(other.seen).toEqual([])
    stop()
    await send(announce(2, { balances: [alice, bob] }))
    await until(() => other.seen.length === 1)
    expect(mine.seen).toEqual([1])
    await hub.close()
  })
})
