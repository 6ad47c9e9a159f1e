import type {
  EndpointResponse,
  ErrorBody,
  getCandles,
  getFungiblePrice,
  getHolders,
  getToken,
  getTrades,
} from '@latchkey/protocol/api'
import { erc20Abi, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IndexedDevnet, startIndexedDevnet } from '../indexer/testing/startIndexedDevnet.ts'
import { until } from '../testing/until.ts'

const one = 'eip155:31337'
let world: IndexedDevnet
let site: string

beforeAll(async () => {
  world = await startIndexedDevnet()
  await world.synced()
  site = idOf('site')
})
afterAll(() => world.stop())

function idOf(kind: string): string {
  return `${one}:${world.devnet.tokens.find((token) => token.kind === kind)?.address}`
}

test('default: a token page has the figures of the chain', async () => {
  const { status, body } = await world.get<EndpointResponse<typeof getToken>>(`/v1/tokens/${site}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ address: site, symbol: 'LATCH', decimals: 18 })
  expect(body.price).toBeGreaterThan(0)
  expect(body.liquidity).toBeGreaterThan(1000)
  expect(body.volume24h).toBeGreaterThan(0)
  expect(body.change24h).not.toBeNull()
  expect(body.holders).toBeGreaterThan(4)
  expect(body.marketCap).toBeCloseTo((body.price ?? 0) * Number(body.totalSupply), 0)
})

test('default: returns the prices of all requested tokens, in order; null for unknown ones', async () => {
  const unknown = `${one}:0x00000000000000000000000000000000000000aa`
  const addresses = [
    site,
    unknown,
    idOf('usd'),
    idOf('spam'),
    `${one}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
    idOf('wrapped-native'),
  ]
  const { status, body } = await world.post<EndpointResponse<typeof getFungiblePrice>>('/v1/fungible/price', {
    ...{ currency: 'usd', addresses },
  })
  expect(status).toBe(200)
  expect(body.fungibles.map(({ address }) => address)).toEqual(addresses)
  const [latch, missing, usd, spam, coin, weth] = body.fungibles
  expect(usd?.price).toBe(1)
  expect([missing?.price, spam?.price]).toEqual([null, null])
  expect(coin?.price).toBe(weth?.price)
  expect(latch?.price).toBeGreaterThan(0)
  expect(coin?.decimals).toBe(18)
  const refused = await world.post<ErrorBody>('/v1/fungible/price', { addresses: [`eip155:1:${'0x'.padEnd(42, '1')}`] })
  expect([refused.status, refused.body.code]).toEqual([400, 'unsupported_chain'])
})

test('default: candles are consistent and match the trades', async () => {
  for (const interval of ['1m', '5m', '1h', '1d'] as const) {
    const seconds = { '1m': 60, '5m': 300, '1h': 3600, '1d': 86_400 }[interval]
    const { body } = await world.get<EndpointResponse<typeof getCandles>>(
      `/v1/tokens/${site}/candles?interval=${interval}`,
    )
    expect(body.candles.length).toBeGreaterThan(1)
    for (const [index, { time, open, high, low, close, volume }] of body.candles.entries()) {
      expect(time % seconds).toBe(0)
      expect(time).toBeGreaterThan(body.candles[index - 1]?.time ?? 0)
      expect(low).toBeLessThanOrEqual(Math.min(open, close))
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
      expect(volume).toBeGreaterThan(0)
    }
  }
  const hours = await world.get<EndpointResponse<typeof getCandles>>(`/v1/tokens/${site}/candles?interval=1h`)
  const sum = hours.body.candles.reduce((total, { volume }) => total + volume, 0)
  let volume = 0
  for (const trade of await allTrades()) volume += trade.value ?? 0
  expect(sum).toBeCloseTo(volume, 3)
})

async function allTrades() {
  const trades: EndpointResponse<typeof getTrades>['data'] = []
  let next: string | null = null
  do {
    const page: { body: EndpointResponse<typeof getTrades> } = await world.get(
      `/v1/tokens/${site}/trades${next ? `?cursor=${next}` : ''}`,
    )
    trades.push(...page.body.data)
    next = page.body.next
  } while (next)
  return trades
}

test('default: pages trades newest first without duplicates; a new one appears immediately', async () => {
  const trades = await allTrades()
  expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
  expect(trades.map(({ maker }) => maker)).toEqual(trades.map(({ maker }) => getAddress(maker)))
  const times = trades.map(({ minedAt }) => minedAt)
  expect(times).toEqual([...times].sort().reverse())
  expect(new Set(trades.map(({ side }) => side))).toEqual(new Set(['buy', 'sell']))
  await world.devnet.trade()
  await world.synced()
  await until(async () => (await allTrades()).length > trades.length)
})

test('default: lists holders by amount, exactly, with labels for pools', async () => {
  const { body } = await world.get<EndpointResponse<typeof getHolders>>(`/v1/tokens/${site}/holders`)
  expect(body.data.map(({ address }) => address)).toEqual(body.data.map(({ address }) => getAddress(address)))
  const amounts = body.data.map(({ quantity }) => Number(quantity.numeric))
  expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
  expect(body.data.map(({ label }) => label)).toContain('Uniswap v3 pool')
  expect(body.data.map(({ label }) => label)).toContain('Uniswap v2 pool')
  expect(body.data.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6)
  const [account] = world.devnet.accounts
  if (!account) throw new Error('no account')
  const { reader } = world.clientsOf(31337, account)
  for (const { address, quantity } of body.data.slice(0, 5)) {
    const amount = await reader.readContract({
      ...{ address: site.split(':')[2] as `0x${string}`, abi: erc20Abi, functionName: 'balanceOf' },
      args: [address as `0x${string}`],
    })
    expect(
      BigInt(quantity.numeric.replace('.', '').padEnd((quantity.numeric.split('.')[0]?.length ?? 0) + 18, '0')),
    ).toBe(amount)
  }
})

test('error: refuses an address without a token, and a wrong cursor or chain', async () => {
  const nothing = `${one}:0x00000000000000000000000000000000000000aa`
  for (const [path, status, code] of [
    [`/v1/tokens/${nothing}`, 404, 'not_found'],
    [`/v1/tokens/${nothing}/candles`, 404, 'not_found'],
    [`/v1/tokens/${site}/trades?cursor=x`, 400, 'malformed_cursor'],
    [`/v1/tokens/${site}/holders?cursor=x`, 400, 'malformed_cursor'],
    [`/v1/tokens/${site.replace('31337', '1')}`, 400, 'unsupported_chain'],
  ] as const) {
    const { status: got, body } = await world.get<ErrorBody>(path)
    expect({ path, status: got, code: body.code }).toEqual({ path, status, code })
  }
})
