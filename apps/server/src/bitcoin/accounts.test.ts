import type { EndpointResponse, getBalance, getHistory } from '@latchkey/protocol/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBitcoinChain } from '../platform/config/chainConfig.ts'
import { listen } from '../platform/http/listen.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'
import { createBitcoinSource } from './accounts/createBitcoinSource.ts'
import { type BitcoinApp, type BitcoinWorld, startBitcoinWorld } from './testing/startBitcoinWorld.ts'

type Balances = EndpointResponse<typeof getBalance>
type History = EndpointResponse<typeof getHistory>

let world: BitcoinWorld
let app: BitcoinApp

beforeAll(async () => {
  world = await startBitcoinWorld()
  app = await world.appOn([world.bitcoin.esploraUrl])
})
afterAll(() => world?.stop())

const person = (index: number) => {
  const account = world.bitcoin.accounts[index]
  if (!account) throw new Error(`There is no account ${index}`)
  return account
}
const chainOf = () => {
  const [chain] = app.context.config.chains.filter(isBitcoinChain)
  if (!chain) throw new Error('There is no chain')
  return chain
}
const native = () => `${world.bitcoin.chainId}:native`
const balanceOf = async (address: string) => {
  const { body } = await app.get<Balances>(
    `/v1/account/${address}/balance?currency=usd&forceUpdate=${encodeURIComponent(native())}`,
  )
  return body.balances
}
const historyOf = async (address: string, query = '') => {
  const { status, body } = await app.get<History>(`/v1/account/${address}/history?currency=usd${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** Returns the first page, without the cache. */
const newestOf = async (address: string) => {
  app.services.accounts.histories.expire(`${world.bitcoin.chainId}:${address}`)
  return (await historyOf(address)).data
}

describe('balance', () => {
  test('default: returns the exact balance including pending amounts, on the network of the address only', async () => {
    const { address } = person(0).payment
    const before = await balanceOf(address)
    expect(before).toEqual([
      {
        ...{ name: 'Bitcoin', symbol: 'BTC', chainId: world.bitcoin.chainId, price: null, value: null },
        ...{ quantity: { decimals: '8', numeric: expect.stringMatching(/^\d+\.\d{8}$/) } },
        iconUrl: null,
      },
    ])
    await world.bitcoin.fund({ address, value: 12_345 })
    const [after] = await balanceOf(address)
    const sats = (numeric = '0') => BigInt(numeric.replace('.', ''))
    expect(sats(after?.quantity.numeric)).toBe(sats(before[0]?.quantity.numeric) + 12_345n)
    await world.bitcoin.mine()
    expect(await balanceOf(address)).toEqual([after])
  })

  test('behavior: an unused address has no balance, and an address of another network is refused', async () => {
    const nobody = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'
    const unforced = await app.get<Balances>(`/v1/account/${nobody}/balance?currency=usd`)
    expect(unforced.body.balances).toEqual([])
    // A forced token is returned even with a zero balance.
    expect(await balanceOf(nobody)).toMatchObject([{ symbol: 'BTC', quantity: { numeric: '0.00000000' } }])
    const { status, body } = await app.get<{ code: string }>(
      '/v1/account/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4/balance?currency=usd',
    )
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'malformed_address' })
  })

  test('error: an unreachable network is not an empty account', async () => {
    const away = await world.appOn(['http://127.0.0.1:9'])
    const { status, body } = await away.get<{ code: string }>(
      `/v1/account/${person(0).payment.address}/balance?currency=usd`,
    )
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'upstream_unavailable' })
  })

  test('behavior: the native token has the price of its bridged form, current and past', async () => {
    const bridged = 'eip155:31337:0x5fbdb2315678afecb367f032d93f642f64180aa3'
    const source = createBitcoinSource({
      context: app.context,
      rpc: app.services.rpc,
      chain: { ...chainOf(), priceFrom: bridged },
      prices: {
        now: async (tokens) => new Map([...tokens].map((token) => [token, 64_000])),
        at: async (all) => all.map(() => 60_000),
      },
    })
    const { address } = person(1).payment
    const { balances } = await source.readBalances({ address, forced: [] })
    expect(balances[0]?.value).toBeCloseTo(Number(balances[0]?.quantity.numeric) * 64_000, 4)
    const { entries } = await source.readHistory({ address, before: undefined, limit: 3 })
    expect(entries).toHaveLength(3)
    expect(entries[0]?.item.transfers[0]?.price).toBe(60_000)
    expect(await source.readFungibles({ addresses: ['native'] })).toMatchObject([
      { address: native(), symbol: 'BTC', decimals: 8, price: 64_000 },
    ])
  })
})

describe('history', () => {
  test('default: shows incoming and outgoing amounts without change and fee, and self-transfers', async () => {
    const [cleo, dan] = [person(2), person(3)]
    const sent = await world.bitcoin.send({ from: cleo, to: [{ address: dan.payment.address, value: 150_000 }] })
    const waiting = await newestOf(cleo.payment.address)
    expect(waiting[0]).toMatchObject({
      metadata: {
        ...{ operationType: 'send', hash: sent, status: 'pending', chain: world.bitcoin.chainId },
        ...{ sentFrom: cleo.payment.address, sentTo: dan.payment.address, application: null },
      },
      transfers: [
        { direction: 'out', quantity: { numeric: '0.0015' }, address: null, fungible_info: { symbol: 'BTC' } },
      ],
    })
    expect(waiting[0]?.metadata).not.toHaveProperty('nonce')
    await world.bitcoin.mine()
    const [received] = await newestOf(dan.payment.address)
    expect(received).toMatchObject({
      metadata: { operationType: 'receive', hash: sent, status: 'confirmed', sentFrom: cleo.payment.address },
      transfers: [{ direction: 'in', quantity: { numeric: '0.0015' } }],
    })
    const self = await world.bitcoin.send({ from: dan, to: [{ address: dan.payment.address, value: 5000 }] })
    const [moved] = await newestOf(dan.payment.address)
    expect(moved).toMatchObject({
      metadata: { hash: self, sentTo: dan.payment.address },
      transfers: [{ direction: 'self' }],
    })
    await world.bitcoin.mine()
  })

  test('behavior: a replaced transaction disappears for both sides', async () => {
    const [cleo, dan] = [person(2), person(3)]
    const to = [{ address: dan.payment.address, value: 70_000 }]
    const slow = await world.bitcoin.send({ from: cleo, to })
    expect((await newestOf(dan.payment.address))[0]?.metadata.hash).toBe(slow)
    const quick = await world.bitcoin.send({ from: cleo, to, replaces: slow, feeRate: 20 })
    for (const { payment } of [cleo, dan]) {
      const hashes = (await newestOf(payment.address)).map(({ metadata }) => metadata.hash)
      expect(hashes[0]).toBe(quick)
      expect(hashes).not.toContain(slow)
    }
    await world.bitcoin.mine()
  })

  test('behavior: pages have no gaps and no duplicates while blocks arrive or are replaced', async () => {
    const { address } = world.bitcoin.faucet.payment
    const known = new Set<string>()
    for (let last: string | undefined = ''; last !== undefined; ) {
      const page: { txid: string }[] = await app.services.rpc.request({
        chainId: world.bitcoin.chainId,
        call: { method: 'esplora.settled', params: last ? [address, last] : [address] },
      })
      for (const { txid } of page) known.add(txid)
      last = page.at(-1)?.txid
    }
    const hashesOf = ({ data }: History) => data.map(({ metadata }) => metadata.hash)
    const first = await historyOf(address)
    expect(first.data).toHaveLength(50)
    expect(first.data.some(({ metadata }) => metadata.operationType === 'mint')).toBe(true)
    await world.bitcoin.mine({ count: 3 })
    const second = await historyOf(address, `&cursor=${first.next}`)
    expect(second.data).toHaveLength(50)
    const rest: string[] = []
    for (let cursor = second.next; cursor; ) {
      const page: History = await historyOf(address, `&cursor=${cursor}`)
      rest.push(...hashesOf(page))
      cursor = page.next
    }
    const seen = [...hashesOf(first), ...hashesOf(second), ...rest]
    expect(new Set(seen).size).toBe(seen.length)
    expect(new Set(seen)).toEqual(known)

    // The transaction of the cursor is gone: the reward of the newest block was replaced.
    const source = createBitcoinSource({
      context: app.context,
      rpc: app.services.rpc,
      chain: chainOf(),
      prices: { now: async () => new Map(), at: async (all) => all.map(() => undefined) },
    })
    const top = await source.readHistory({ address, before: undefined, limit: 1 })
    const below = await source.readHistory({ address, before: top.next ?? undefined, limit: 30 })
    await world.bitcoin.reorganise({ depth: 1 })
    const again = await source.readHistory({ address, before: top.next ?? undefined, limit: 30 })
    const ids = (page: typeof below) => page.entries.map(({ item }) => item.id)
    expect(ids(again)).toEqual(expect.arrayContaining(ids(below).slice(0, 28)))
  })

  test('error: refuses a made-up cursor', async () => {
    const { body } = await app.get<{ code: string }>(
      `/v1/account/${person(0).payment.address}/history?currency=usd&cursor=nonsense`,
    )
    expect(body.code).toBe('malformed_cursor')
  })
})

describe('realtime', () => {
  test('default: followers receive a payment and its block within a second, and without followers there are no requests', async () => {
    const { url } = await listen({ app: app.services.app, upgrades: app.services.app.upgrades, context: app.context })
    const account = `${world.bitcoin.chainId}:${person(3).payment.address}`
    const topics = encodeURIComponent(`balance:${account},history:${account}`)
    const ended = new AbortController()
    const response = await fetch(`${url}/v1/stream?projectId=${testProjectId}&topics=${topics}`, {
      signal: ended.signal,
    })
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
    })().catch(() => {})
    const count = () => text.split(`"balance:${account}"`).length - 1
    // After the first read, every change is reported.
    await until(() => app.services.accounts.following.size() === 1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const start = performance.now()
    await world.bitcoin.fund({ address: person(3).payment.address, value: 33_000 })
    await until(() => count() >= 1)
    await world.bitcoin.mine()
    await until(() => count() >= 2)
    expect(performance.now() - start).toBeLessThan(5000)
    expect(text).toContain(`history:${account}`)
    ended.abort()
    await reading
  })
})
