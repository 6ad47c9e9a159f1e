import { nativeEvmAddress, nativeSolanaAddress } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { createPriceService, type FungibleSource } from './createPriceService.ts'
import { createPriceWindows } from './createPriceWindows.ts'

const now = Date.parse('2026-11-22T00:00:00Z')
const seconds = now / 1000
const time = { now }
const weth = `0x${'1'.repeat(40)}`
const dollar = `0x${'2'.repeat(40)}`
const cluster = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const sol = `${cluster}:${nativeSolanaAddress}` as const
const ether = `eip155:31337:${nativeEvmAddress}` as const
let context: TestContext

beforeAll(async () => {
  const chain = (id: number, testnet: boolean) => ({
    ...{ chainId: `eip155:${id}` as const, name: `Chain ${id}`, testnet, upstreams: [{ url: 'http://127.0.0.1:9' }] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    contracts: { weth },
    tokens: [{ address: dollar, usdReference: true }],
  })
  const solana = {
    ...{ chainId: cluster as 'solana:1', name: 'Solana', testnet: true, priceFrom: `eip155:31337:${weth}` },
    upstreams: [{ url: 'http://127.0.0.1:9' }],
  }
  const config = { chains: [chain(31337, true), chain(1, false), solana] }
  context = await createTestContext({ clock: { now: () => time.now }, config })
  await context.database.execute(sql`
    insert into indexed_chains (key, chain_id, block, caught_up, seen_at)
    values (1, 'eip155:31337', 9, true, ${now}), (2, 'eip155:1', 9, true, ${now})`)
  await context.database.execute(sql`
    insert into blocks (chain, number, hash, parent_hash, time) values
    (1, 9, '\\x09', '\\x08', ${seconds - 3_000}), (2, 9, '\\x09', '\\x08', ${seconds})`)
  const points = [
    ...[[1, 1, 6_000, 300] as const, [1, 2, 5_000, 200] as const, [1, 3, 4_000, 190] as const],
    ...[[1, 9, 3_000, 100] as const, [2, 1, 2_000, 300] as const, [2, 9, 0, 100] as const],
  ]
  for (const [chain, block, ago, usd] of points) {
    await context.database.execute(sql`
      insert into price_points (chain, block, time, token, usd)
      values (${chain}, ${block}, ${seconds - ago}, ${Buffer.from(weth.slice(2), 'hex')}, ${usd})`)
  }
})
afterAll(() => context?.stop())

const read = (asset: string) => createPriceWindows({ context }).read(asset as typeof ether)
const note = (change: ReturnType<typeof sql>) => context.database.execute(sql`update indexed_chains set ${change}`)

test('default: returns the highest price of the half hour before the head, including the price at its start', async () => {
  // On a local chain the head is old, and the window is before it.
  expect(await read(ether)).toEqual({ kind: 'moving', highest: 200 })
  expect(await read(`eip155:1:${nativeEvmAddress}`)).toEqual({ kind: 'moving', highest: 300 })
  expect(await read(sol)).toEqual({ kind: 'moving', highest: 200 })
  expect(await read(`eip155:1:${dollar}`)).toEqual({ kind: 'fixed' })
})

test('error: threat 108: returns no price if the index lags, was never at the head, or its node has stopped', async () => {
  const unknown = { kind: 'unknown' }
  await note(sql`caught_up = false, seen_at = 0`)
  expect(await read(ether)).toEqual(unknown)
  await note(sql`caught_up = true, seen_at = ${now - 121_000}`)
  expect([await read(ether), await read(sol)]).toEqual([unknown, unknown])
  await note(sql`seen_at = ${now}`)
  time.now = now + 119_000
  await note(sql`seen_at = ${time.now}`)
  expect(await read(`eip155:1:${weth}`)).toMatchObject({ kind: 'moving' })
  time.now = now + 121_000
  expect(await read(`eip155:1:${weth}`)).toEqual(unknown)
  expect(await read(ether)).toMatchObject({ kind: 'moving' })
  time.now = now
})

test('error: threat 108: a linked price is as old as the index of its network', async () => {
  const fungible = { name: '', symbol: 'SOL', iconUrl: null, price: 1, decimals: 9, address: sol }
  const source: FungibleSource = { chainId: cluster as 'solana:1', readFungibles: async () => [fungible] }
  const service = await createPriceService(context, { sources: [source] })
  await note(sql`seen_at = ${now - 600_000}`)
  expect(await service.read({ addresses: [sol] })).toMatchObject({ stale: 600 })
})
