import type { Topic } from '@latchkey/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHistoryService } from '../../accounts/createHistoryService.ts'
import { createRealtimeHub, type RealtimeHub } from '../../realtime/createRealtimeHub.ts'
import { until } from '../../testing/until.ts'
import { createOrderHistory } from '../history/createOrderHistory.ts'
import { type OnrampWorld, startOnrampWorld } from '../testing/startOnrampWorld.ts'
import { followOrders } from './followOrders.ts'
import { orderChannel, readOrderNews } from './orderNews.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
let world: OnrampWorld
let hub: RealtimeHub

beforeAll(async () => {
  world = await startOnrampWorld()
  hub = await createRealtimeHub({ context: world.context })
  world.context.shutdown.add('event stream', hub.close)
})
afterAll(() => world?.context.stop())

const follow = (topics: Topic[]) => {
  const events: { topic: string; kind: string; order?: { state: string } }[] = []
  const send = ({ data }: { data: string }) => void events.push(JSON.parse(data))
  const nothing = () => {}
  hub.subscribe({ topics, subscriber: { send, resync: nothing, beat: nothing, end: nothing } })
  return events
}

test('default: subscribers of an order receive every change, and subscribers of its account those since the payment', async () => {
  const address = world.freshAddress()
  const id = await world.order({ address })
  const events = follow([`order:${id}`])
  const histories = follow([`history:eip155:31337:${address}`])
  const others = follow([`order:${'0'.repeat(32)}`])
  world.provider.pay(id)
  await world.tell('paid', id)
  await until(() => events.some(({ order }) => order?.state === 'delivering'))
  await world.treasury.settle(id, 'final')
  await until(() => events.some(({ order }) => order?.state === 'delivered'))
  // The event of its creation may arrive before the subscription starts.
  const states = events.flatMap(({ order }) => (order && order.state !== 'created' ? order.state : []))
  expect(states).toEqual(['paid', 'delivering', 'delivered'])
  // Anyone can create an order for any address. An unpaid order is published only to its own subscribers.
  expect(histories).toHaveLength(states.length)
  expect(others).toEqual([])
})

test('error: the log of a malformed event has none of its content', () => {
  for (const message of ['{"order":"0123456789abcdef', '{}', 'null', '{"order":{"id":"0123456789abcdef"}}']) {
    let text = ''
    try {
      readOrderNews(message)
    } catch (error) {
      text = String(error)
    }
    expect(text).toContain('An order event cannot be read')
    expect(text).not.toContain('0123')
  }
})

test('behavior: the delivery of an order shows up as a buy in the account’s activity immediately', async () => {
  const orders = createOrderHistory({ context: world.context })
  const address = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  const item = (hash: string) => ({
    id: `${solana}:${hash}`,
    metadata: {
      ...{
        operationType: 'receive' as const,
        hash,
        minedAt: '2026-11-20T00:00:00.000Z',
        sentFrom: 'a',
        sentTo: address,
      },
      ...{ status: 'confirmed' as const, application: null, chain: solana },
    },
    transfers: [],
  })
  const source = {
    chainId: solana,
    isAddress: () => true,
    readHistory: async () => ({
      ...{ waiting: [], next: null, stale: 0 },
      entries: ['one', 'two'].map((hash, index) => ({ item: item(hash), position: [index] })),
    }),
  }
  const chain = { chainId: solana, name: 'Solana', upstreams: [{ url: 'http://127.0.0.1:9' }] }
  const context = { ...world.context, config: { ...world.context.config, chains: [chain as never] } }
  const found = new Map<string, { name: string; iconUrl: null }>()
  const histories = createHistoryService({
    ...{ context, sources: [source as never] },
    orders: { ...orders, findDelivered: async () => found },
  })
  await followOrders({ context: world.context, onChange: histories.expire, onGap: histories.forget })
  const types = async () => {
    const { response } = await histories.read({ address })
    return response.data.map(({ metadata: { operationType, application } }) => [operationType, application?.name])
  }
  expect(await types()).toEqual([
    ['receive', undefined],
    ['receive', undefined],
  ])
  found.set('two', { name: 'Sandbox', iconUrl: null })
  // A change of the order clears the cached activity.
  const order = (await world.read(await world.order())).json
  const news = { order: { ...order, network: solana, address }, account: `${solana}:${address}` }
  await world.context.bus.publish(orderChannel, JSON.stringify(news))
  await until(async () => (await types())[1]?.[0] === 'buy')
  expect(await types()).toEqual([
    ['receive', undefined],
    ['buy', 'Sandbox'],
  ])
})

test('behavior: threat 102: activity lists paid orders, page by page, without order IDs', async () => {
  const orders = createOrderHistory({ context: world.context })
  const address = world.freshAddress()
  const unpaid = await world.order({ address })
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    const id = await world.order({ address, amount: '10' })
    world.provider.pay(id)
    await world.tell(`paid ${id}`, id)
    await until(async () => (await world.read(id)).json.state === 'delivering')
    ids.push(id)
  }
  await world.treasury.settle(ids[0] ?? '', 'final', '0xfeed')
  await until(async () => (await world.read(ids[0] ?? '')).json.state === 'delivered')
  await world.treasury.settle(ids[1] ?? '', 'failed')
  await until(async () => (await world.read(ids[1] ?? '')).json.state === 'refunded')
  const list = (provider: string) =>
    orders.list({
      address: address.toUpperCase().replace('0X', '0x'),
      provider,
      chainId: undefined,
      cursor: undefined,
    })
  const { data, next } = await list('sandbox')
  expect(data.map(({ metadata: { status } }) => status).sort()).toEqual(['confirmed', 'failed', 'pending'])
  expect(data.find(({ metadata }) => metadata.hash === '0xfeed')?.id).toBe('eip155:31337:0xfeed')
  expect(data[0]?.transfers[0]).toMatchObject({ direction: 'in', quantity: { numeric: '0.00375' }, value: null })
  expect(next).toBeNull()
  expect((await list('coinbase')).data).toEqual([])
  for (const id of [unpaid, ...ids]) expect(JSON.stringify(data)).not.toContain(id)
  const bought = await orders.findDelivered({ address, hashes: ['0xfeed', '0xother'] })
  expect([...bought]).toEqual([['0xfeed', { name: 'Sandbox', iconUrl: null }]])
  expect((await orders.findDelivered({ address: world.freshAddress(), hashes: ['0xfeed'] })).size).toBe(0)
})
