import { describe, expect, test } from 'vitest'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { createTestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { testListing } from '../testing/testListing.ts'

type Answer = { data: unknown[]; count: number }

function world({
  wallets = ['fern', 'orbit', 'ember', 'north', 'quill'].map((id) =>
    testListing(id, { rdns: `app.${id}` }),
  ) as unknown[],
  config = {},
}: {
  wallets?: unknown[]
  config?: Parameters<typeof createTestKit>[0]['config']
} = {}) {
  let down = false
  const environment = createTestEnvironment({
    fetch: (url) => {
      if (down) throw new TypeError('fetch failed')
      const { searchParams } = new URL(url)
      const include = searchParams.get('include')?.split(',')
      const entries = Number(searchParams.get('entries'))
      const start = (Number(searchParams.get('page')) - 1) * entries
      const found = wallets.filter((wallet) => {
        const { id, rdns, name } = Object(wallet) as { id: string; rdns: string | null; name: unknown }
        const isIncluded = !include || include.includes(id) || (rdns !== null && include.includes(rdns))
        return (
          isIncluded &&
          String(name)
            .toLowerCase()
            .includes(searchParams.get('search') ?? '')
        )
      })
      const answer: Answer = { data: found.slice(start, start + entries), count: found.length }
      return Response.json(answer)
    },
  })
  const latchkey = createTestKit({ environment, config })
  const queries = () =>
    environment.requests
      .filter(({ url }) => url.includes('/getWallets'))
      .map(({ url }) => Object.fromEntries(new URL(url).searchParams))
  const setDown = (next: boolean) => {
    down = next
  }
  const state = latchkey.wallets.getState
  return { environment, latchkey, queries, setDown, state, wallets: latchkey.wallets }
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test('behavior: an app with one relay requests the wallets that use it first', async () => {
  const reachOf = async (walletConnect?: NonNullable<LatchkeyConfig['connectors']>['walletConnect']) => {
    const { wallets, queries, state } = world({ config: walletConnect ? { connectors: { walletConnect } } : {} })
    wallets.prepare()
    await until(() => state().directory === 'ready')
    return queries()[0]?.reach
  }
  expect(await reachOf()).toBeUndefined()
  expect(await reachOf(true)).toBe('own')
  expect(await reachOf({ publicRelay: { projectId: 'p' } })).toBeUndefined()
  expect(await reachOf({ ownRelay: false, publicRelay: { projectId: 'p' } })).toBe('public')
})

describe('installed', () => {
  test('behavior: recent, then featured, then in the order of announcements; excluded ones never', async () => {
    const { environment, latchkey, state } = world({
      config: { featuredWalletIds: ['dev.d', 'dev.c'], excludedWalletIds: ['dev.hidden'] },
    })
    for (const rdns of ['dev.a', 'dev.b', 'dev.c', 'dev.d', 'dev.hidden'])
      createTestWallet({ page: environment.page(), rdns, name: rdns })
    expect(state().installed).toStrictEqual([])
    latchkey.wallets.discover()
    expect(idsOf(state().installed)).toStrictEqual(['dev.d', 'dev.c', 'dev.a', 'dev.b'])
    await latchkey.connection.connect({ connectorId: 'dev.b' })
    expect(idsOf(state().installed)).toStrictEqual(['dev.b', 'dev.d', 'dev.c', 'dev.a'])
    expect(environment.requests.filter(({ url }) => url.includes('getWallets'))).toStrictEqual([])
  })
})

describe('the directory', () => {
  test('default: loaded once, on first use', async () => {
    const { wallets, state, queries } = world()
    expect(state().directory).toBe('idle')
    wallets.prepare()
    wallets.prepare()
    expect(state().directory).toBe('loading')
    await until(() => state().directory === 'ready')
    expect(state().count).toBe(5)
    expect(idsOf(state().recommended)).toStrictEqual(['app.fern', 'app.orbit', 'app.ember', 'app.north'])
    expect(queries()).toHaveLength(1)
    expect(queries()[0]).toMatchObject({ page: '1', entries: '40', chains: 'eip155:31337,eip155:31338' })
  })

  test('behavior: featured wallets that are not on the first page are loaded', async () => {
    const many = Array.from({ length: 50 }, (_, at) => testListing(`w${at}`))
    const { wallets, state, queries } = world({ wallets: many, config: { featuredWalletIds: ['w48', 'w2'] } })
    wallets.prepare()
    await until(() => state().directory === 'ready')
    expect(idsOf(state().featured)).toStrictEqual(['w48', 'w2'])
    expect(queries()[1]).toMatchObject({ include: 'w48' })
  })

  test('behavior: a wallet of the directory that gets installed is one entry, with both IDs', async () => {
    const { wallets, state, environment } = world({ wallets: [testListing('fern', { name: 'Fern' })] })
    wallets.prepare()
    await until(() => state().directory === 'ready')
    expect(wallets.find({ walletId: 'fern' })?.connectors).toStrictEqual([])
    createTestWallet({ page: environment.page(), rdns: 'app.fern', name: 'Fern Wallet' })
    wallets.discover()
    expect(state().recommended).toStrictEqual([])
    expect(wallets.find({ walletId: 'fern' })).toBe(wallets.find({ walletId: 'app.fern' }))
    expect(wallets.findByConnector({ connectorId: 'app.fern' })?.listing?.id).toBe('fern')
  })

  test('error: without the directory, installed wallets still work', async () => {
    const { wallets, latchkey, state, environment, setDown } = world()
    createTestWallet({ page: environment.page(), rdns: 'dev.a', name: 'A' })
    setDown(true)
    wallets.discover()
    wallets.prepare()
    await until(() => state().directory === 'failed')
    await expect(wallets.search({})).rejects.toMatchObject({ code: 'network_request_failed' })
    expect(idsOf(state().installed)).toStrictEqual(['dev.a'])
    await latchkey.connection.connect({ connectorId: 'dev.a' })
    setDown(false)
    wallets.prepare()
    await until(() => state().directory === 'ready')
    expect(state().recommended.length).toBe(3)
  })

  test('error: one malformed record hides no other', async () => {
    const { wallets } = world({ wallets: [testListing('a'), { id: 'broken', name: 7 }, null, testListing('b')] })
    expect(idsOf((await wallets.search({})).data)).toStrictEqual(['a', 'b'])
  })
})

describe('search', () => {
  test('default: pages of 40, the wallets of this browser first (spec 9.16)', async () => {
    const many = Array.from({ length: 50 }, (_, at) => testListing(`w${at}`))
    const { wallets, environment } = world({ wallets: many })
    createTestWallet({ page: environment.page(), rdns: 'dev.w3', name: 'W3' })
    wallets.discover()
    const first = await wallets.search({})
    expect(first).toMatchObject({ count: 50, isLast: false })
    expect(idsOf(first.data)).toHaveLength(40)
    expect(first.data[0]?.id).toBe('dev.w3')
    const second = await wallets.search({ page: 2 })
    expect(second.isLast).toBe(true)
    expect(idsOf(second.data)).toHaveLength(10)
  })

  test('behavior: a search requests up to 100, and is the only page (spec 9.18)', async () => {
    const { wallets, queries } = world({ config: { excludedWalletIds: ['x', 'y'] } })
    const found = await wallets.search({ search: ' Or ' })
    expect(queries()[0]).toMatchObject({ page: '1', entries: '100', search: 'or', exclude: 'x,y' })
    expect(idsOf(found.data)).toStrictEqual(['app.orbit', 'app.north'])
    expect(found.isLast).toBe(true)
  })

  test('behavior: with a badge, and by family', async () => {
    const { wallets, queries } = world()
    await wallets.search({ certified: true, namespace: 'eip155' })
    expect(queries()[0]).toMatchObject({ badge_type: 'certified', chains: 'eip155:31337,eip155:31338' })
  })

  test('error: a malformed answer', async () => {
    const environment = createTestEnvironment({ fetch: () => Response.json({ wallets: [] }) })
    const { wallets } = createTestKit({ environment })
    await expect(wallets.search({})).rejects.toMatchObject({ code: 'response_invalid' })
  })
})
