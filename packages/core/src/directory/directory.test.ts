import { describe, expect, test } from 'vitest'
import { createTestEnvironment } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'

describe('installed', () => {
  test('behavior: recent, then featured, then as announced; excluded ones never', async () => {
    const environment = createTestEnvironment()
    for (const rdns of ['dev.a', 'dev.b', 'dev.c', 'dev.d', 'dev.hidden'])
      createTestWallet({ page: environment.page(), rdns })
    const latchkey = createTestKit({
      environment,
      config: { featuredWalletIds: ['dev.d', 'dev.c'], excludedWalletIds: ['dev.hidden'] },
    })
    const ids = () => latchkey.wallets.getState().installed.map(({ id }) => id)
    expect(ids()).toStrictEqual([])
    latchkey.wallets.discover()
    expect(ids()).toStrictEqual(['dev.d', 'dev.c', 'dev.a', 'dev.b'])
    await latchkey.connection.connect({ connectorId: 'dev.b' })
    expect(ids()).toStrictEqual(['dev.b', 'dev.d', 'dev.c', 'dev.a'])
  })
})

describe('search', () => {
  const kit = (answer: Response) => {
    const environment = createTestEnvironment({ fetch: () => answer })
    const latchkey = createTestKit({ environment, config: { excludedWalletIds: ['x', 'y'] } })
    return { latchkey, query: () => new URL(environment.requests[0]?.url ?? '').searchParams }
  }

  test('default', async () => {
    const { latchkey, query } = kit(Response.json({ data: [], count: 0 }))
    expect(await latchkey.wallets.search({ page: 2 })).toStrictEqual({ data: [], count: 0 })
    expect(Object.fromEntries(query())).toMatchObject({ page: '2', entries: '40', exclude: 'x,y' })
  })

  test('behavior: a search asks for up to 100', async () => {
    const { latchkey, query } = kit(Response.json({ data: [], count: 0 }))
    await latchkey.wallets.search({ search: 'meta' })
    expect(Object.fromEntries(query())).toMatchObject({ page: '1', entries: '100', search: 'meta' })
  })

  test('error: an answer that is none', async () => {
    const { latchkey } = kit(Response.json({ wallets: [] }))
    await expect(latchkey.wallets.search({})).rejects.toMatchObject({ code: 'response_invalid' })
  })
})
