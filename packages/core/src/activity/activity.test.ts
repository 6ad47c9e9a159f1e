import type { HistoryItem, Transfer } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectedKit } from '../testing/connectedKit.ts'
import { settle } from '../testing/createTestEnvironment.ts'
import { groupByMonth } from './groupByMonth.ts'
import { appendPage, filterHistory, mergeFirstPage } from './mergeHistory.ts'

beforeAll(() =>
  Promise.all([
    import('./createActivityEngine.ts'),
    import('../realtime/createEventStream.ts'),
    import('../chains/eip155/checksumAddress.ts'),
  ]),
)

const transfer = (changes: Partial<Transfer> = {}): Transfer => ({
  fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: null } },
  nft_info: null,
  address: null,
  direction: 'in',
  quantity: { numeric: '1' },
  value: null,
  price: null,
  ...changes,
})
const nft = (is_spam: boolean) =>
  transfer({ fungible_info: null, nft_info: { name: 'Ape', content: { preview: { url: null } }, flags: { is_spam } } })
const start = Date.UTC(2026, 10, 20)
/** Returns an item that is `number` minutes older than the start. */
const item = (number: number, changes: Partial<HistoryItem> = {}): HistoryItem => ({
  id: `id-${number}`,
  metadata: {
    operationType: 'receive',
    hash: `0xAB${number}`,
    minedAt: new Date(start - number * 60_000).toISOString(),
    sentFrom: '0x1',
    sentTo: '0x2',
    status: 'confirmed',
    nonce: number,
    application: null,
    chain: 'eip155:31337',
  },
  transfers: [transfer()],
  ...changes,
})
const idsOf = (items: readonly HistoryItem[] | undefined) => items?.map(({ id }) => id)

/** Serves the activity in pages of two. A cursor is the index of the next item. */
function paged(server: Awaited<ReturnType<typeof connectedKit>>['server']) {
  server.intercept = ({ url }) => {
    if (!url.pathname.endsWith('/history')) return undefined
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const next = from + 2 < server.history.length ? String(from + 2) : null
    return Response.json({ data: server.history.slice(from, from + 2), next })
  }
}

describe('filterHistory', () => {
  test('behavior: drops entries that are only spam, and those of other networks (spec 4.20)', () => {
    const elsewhere = item(4)
    const items = [
      item(0, { transfers: [nft(true), nft(true)] }),
      item(1, { transfers: [nft(true), nft(false)] }),
      item(2, { transfers: [nft(true), transfer()] }),
      item(3, { transfers: [] }),
      { ...elsewhere, metadata: { ...elsewhere.metadata, chain: 'eip155:1' as const } },
    ]
    expect(idsOf(filterHistory({ items, chainId: 'eip155:31337' }))).toStrictEqual(['id-1', 'id-2', 'id-3'])
  })
})

describe('merging pages', () => {
  test('behavior: for any pages, no entry is duplicated and no loaded entry of the server’s activity is lost', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 12 }),
        (fresh, size, loadedCount) => {
          // Items are numbered from new to old. `fresh` of them appeared after the loaded ones were read.
          const all = Array.from({ length: fresh + loadedCount }, (_, number) => item(number))
          const loaded = all.slice(fresh)
          const page = all.slice(0, size)
          const merged = mergeFirstPage({ page, loaded, hasMore: page.length < all.length })
          expect(new Set(idsOf(merged)).size).toBe(merged.length)
          for (const entry of loaded) expect(merged.includes(entry) || page.includes(entry)).toBe(true)
          const times = merged.map(({ metadata }) => Date.parse(metadata.minedAt))
          expect(times).toStrictEqual([...times].sort((a, b) => b - a))
        },
      ),
    )
  })

  test('behavior: entries that a reorganization removed disappear', () => {
    const loaded = [item(0), item(1), item(2), item(3)]
    expect(idsOf(mergeFirstPage({ page: [item(0), item(2)], loaded, hasMore: true }))).toStrictEqual([
      'id-0',
      'id-2',
      'id-3',
    ])
    expect(idsOf(mergeFirstPage({ page: [item(0)], loaded, hasMore: false }))).toStrictEqual(['id-0'])
    expect(idsOf(appendPage({ page: [item(2), item(3)], loaded: [item(1), item(2)] }))).toStrictEqual([
      'id-1',
      'id-2',
      'id-3',
    ])
  })
})

describe('groupByMonth', () => {
  test('default (spec 3.4)', () => {
    const at = (number: number, minedAt: string) => ({
      ...item(number),
      metadata: { ...item(number).metadata, minedAt },
    })
    const groups = groupByMonth([
      at(0, '2026-11-20T12:00:00Z'),
      at(1, '2026-11-02T12:00:00Z'),
      at(2, '2026-10-30T12:00:00Z'),
      at(3, '2025-11-30T12:00:00Z'),
    ])
    expect(groups.map(({ year, month, items }) => [year, month, items.length])).toStrictEqual([
      [2026, 10, 2],
      [2026, 9, 1],
      [2025, 10, 1],
    ])
  })
})

describe('activity', () => {
  test('default', async () => {
    const { server, latchkey } = await connectedKit()
    server.history = [0, 1, 2, 3, 4].map((number) => item(number))
    paged(server)
    await latchkey.activity.refresh()
    expect(latchkey.activity.getState()).toMatchObject({ status: 'ready', hasMore: true, loadingMore: false })
    const more = latchkey.activity.loadMore()
    expect(latchkey.activity.loadMore()).toBeInstanceOf(Promise)
    await more
    await latchkey.activity.loadMore()
    expect(idsOf(latchkey.activity.getState().data)).toStrictEqual(['id-0', 'id-1', 'id-2', 'id-3', 'id-4'])
    expect(latchkey.activity.getState().hasMore).toBe(false)
    expect(latchkey.activity.find({ hash: '0xab3', chainId: 'eip155:31337' })?.id).toBe('id-3')
    expect(latchkey.activity.find({ hash: '0xab3', chainId: 'eip155:1' })).toBeUndefined()
  })

  test('behavior: new entries are added, and loading more continues at the same place (spec 3.3)', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.history = [1, 2, 3, 4, 5, 6].map((number) => item(number))
    paged(server)
    latchkey.activity.watch()
    await environment.idle()
    await latchkey.activity.loadMore()
    const source = environment.eventSources[0]
    source?.open()
    server.history = [item(0), ...server.history]
    source?.say({ kind: 'history', topic: source.topics, block: 9 })
    await environment.advance(50)
    await environment.idle()
    expect(idsOf(latchkey.activity.getState().data)).toStrictEqual(['id-0', 'id-1', 'id-2', 'id-3', 'id-4'])
    await latchkey.activity.loadMore()
    expect(idsOf(latchkey.activity.getState().data)).toStrictEqual(['id-0', 'id-1', 'id-2', 'id-3', 'id-4', 'id-5'])
  })

  test('behavior: a stale answer has its age and reason', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.intercept = () => Response.json({ data: [item(0)], next: null }, { headers: { 'x-stale': '40' } })
    await latchkey.activity.refresh()
    expect(latchkey.activity.getState()).toMatchObject({
      status: 'ready',
      data: [{ id: 'id-0' }],
      updatedAt: environment.now() - 40_000,
      error: { code: 'upstream_unavailable' },
    })
  })

  test('error: the loaded entries stay (spec 8.1)', async () => {
    const { server, latchkey } = await connectedKit()
    server.history = [item(0)]
    await latchkey.activity.refresh()
    server.intercept = () => new Response('', { status: 500 })
    await latchkey.activity.refresh()
    expect(latchkey.activity.getState()).toMatchObject({
      status: 'failed',
      data: [{ id: 'id-0' }],
      error: { message: 'Failed to fetch transactions' },
    })
    expect(latchkey.modal.getState().toast).toMatchObject({ kind: 'error', message: 'Failed to fetch transactions' })
  })

  test('error: a page that fails can be loaded again', async () => {
    const { server, latchkey } = await connectedKit()
    server.history = [0, 1, 2].map((number) => item(number))
    paged(server)
    await latchkey.activity.refresh()
    server.intercept = () => new Response('', { status: 500 })
    await latchkey.activity.loadMore()
    expect(latchkey.activity.getState()).toMatchObject({ status: 'failed', loadingMore: false, hasMore: true })
    paged(server)
    await latchkey.activity.loadMore()
    expect(latchkey.activity.getState()).toMatchObject({ status: 'ready', error: undefined })
    expect(idsOf(latchkey.activity.getState().data)).toStrictEqual(['id-0', 'id-1', 'id-2'])
  })

  test('behavior: on a network that the app does not list, the activity is empty without a request', async () => {
    const { latchkey, environment, wallet } = await connectedKit()
    wallet.setChain(99_999)
    await latchkey.activity.refresh()
    expect(latchkey.activity.getState()).toMatchObject({ status: 'ready', data: [] })
    expect(environment.requests).toHaveLength(0)
  })

  test('behavior: another account starts from the beginning', async () => {
    const { server, latchkey, wallet } = await connectedKit()
    server.history = [item(0)]
    await latchkey.activity.refresh()
    wallet.setAccount(1)
    await settle()
    expect(latchkey.activity.getState()).toMatchObject({ status: 'idle', data: undefined, hasMore: false })
  })
})
