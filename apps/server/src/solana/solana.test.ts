import { encodeBase58, nativeSolanaAddress, solanaNetworks, toTopic } from '@latchkey/protocol'
import type { EndpointResponse, ErrorBody, getBalance, getFungiblePrice, getHistory } from '@latchkey/protocol/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listen } from '../platform/http/listen.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'
import {
  cluster,
  home,
  type SolanaWorld,
  solPrice,
  startSolanaWorld,
  tokenTransfer,
} from './testing/startSolanaWorld.ts'

type Balances = EndpointResponse<typeof getBalance>
type History = EndpointResponse<typeof getHistory>

let world: SolanaWorld
beforeAll(async () => {
  world = await startSolanaWorld()
})
afterAll(() => world.stop())

const balancesOf = (address: string, query = '') => world.get<Balances>(`/v1/account/${address}/balance?${query}`)
const historyOf = (address: string, query = '') => world.get<History>(`/v1/account/${address}/history?${query}`)
const addressOf = (name: string) => world.person(name).address
const stranger = () => encodeBase58(crypto.getRandomValues(new Uint8Array(32)))

/** One line per transaction, for short assertions. */
const inShort = ({ body }: { body: History }) =>
  body.data.map(({ metadata: { operationType, status }, transfers }) => {
    const moved = transfers.map(({ direction, quantity, fungible_info, nft_info }) =>
      [direction, quantity.numeric, fungible_info?.symbol ?? nft_info?.name].join(' '),
    )
    return [operationType, ...(status === 'failed' ? ['failed'] : []), ...moved].join(', ')
  })

test('default: returns exact balances of both token programs with names and prices, without spam', async () => {
  const { status, body } = await balancesOf(addressOf('Dan'))
  expect(status).toBe(200)
  expect(body.balances.map(({ symbol, quantity, price }) => [symbol, quantity.numeric, price])).toEqual([
    ['SOL', expect.stringMatching(/^\d+\.\d{9}$/), solPrice.now],
    // The first is listed by the operator. The next two have their names in a Metaplex account and on the mint.
    ['USDL', '10000.000000', 1],
    ['LATCH', '50640.000000', null],
    ['TOLL', '1024.750000000', null],
  ])
  const [sol, usd] = body.balances
  expect(sol?.address).toBeUndefined()
  expect(sol?.value).toBeCloseTo(solPrice.now * Number(sol?.quantity.numeric))
  expect(usd?.address).toBe(`${cluster}:${world.token('usd').address}`)
  // NFTs are part of the response; the kit decides how to show them.
  const ada = await balancesOf(addressOf('Ada'), `chainId=${cluster}`)
  expect(ada.body.balances.find(({ symbol }) => symbol === 'KEYS')?.quantity).toEqual({ decimals: '0', numeric: '1' })
  expect((await balancesOf(stranger())).body).toEqual({ balances: [] })
})

test('default: activity describes each transaction, newest first', async () => {
  const ben = await historyOf(addressOf('Ben'), `chainId=${cluster}`)
  expect(inShort(ben)).toEqual([
    'send, out 0.4 SOL',
    'receive, in 300 LATCH',
    'receive, in 75 USDL',
    'send, out 640 LATCH',
    'send, failed, out 99000 USDL',
    'send, out 120 USDL',
    'receive, in 2.5 SOL',
    ...['mint, in 1000 TOLL', 'mint, in 50000 LATCH', 'mint, in 10000 USDL', 'receive, in 100 SOL'],
  ])
  expect(ben.body.next).toBeNull()
  const [last] = ben.body.data
  expect(last).toMatchObject({
    id: `${cluster}:${last?.metadata.hash}`,
    metadata: { sentFrom: addressOf('Ben'), sentTo: addressOf('Ada'), chain: cluster, application: null },
  })
  expect(last?.metadata.nonce).toBeUndefined()
  // Price at the time of the transaction.
  expect(last?.transfers[0]).toMatchObject({ address: null, price: solPrice.past, value: 0.4 * solPrice.past })
  const ada = await historyOf(addressOf('Ada'))
  expect(inShort(ada)).toContain('mint, in 1 Latchkey Key 1')
  expect(ada.body.data.every(({ metadata }) => metadata.minedAt <= new Date().toISOString())).toBe(true)
})

test('behavior: a repeated payment through the gateway counts once, and both sides receive its event immediately', async () => {
  const [from, receiver] = [addressOf('Cleo'), stranger()]
  expect((await balancesOf(receiver)).body.balances).toEqual([])
  const heard: { address: string; after: number }[] = []
  let sentAt = Number.POSITIVE_INFINITY
  const listen = (address: string) =>
    world.app.hub.subscribe({
      topics: [toTopic('balance', `${cluster}:${address}`), toTopic('history', `${cluster}:${address}`)],
      subscriber: {
        send: () => heard.push({ address, after: performance.now() - sentAt }),
        ...{ resync: () => {}, beat: () => {}, end: () => {} },
      },
    })
  const stops = [listen(from), listen(receiver)]
  // The first event reports that the subscription started.
  await until(() => heard.length === 4)
  expect(world.app.accounts.following.size()).toBe(2)

  const { wire, signature } = await world.sign('Cleo', { receiver, amount: 1_500_000_000n, token: undefined })
  const call = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [wire, { encoding: 'base64' }] }
  heard.length = 0
  sentAt = performance.now()
  const replies = await Promise.all([world.rpc(call), world.rpc(call)])
  replies.push(await world.rpc([call, call]))
  expect(replies.flatMap(({ text }) => JSON.parse(text)).map(({ result }) => result)).toEqual(
    Array.from({ length: 4 }, () => signature),
  )
  await until(() => new Set(heard.map(({ address }) => address)).size === 2)
  // On an idle machine, this takes at most half a second. The full suite needs more time.
  expect(Math.max(...heard.map(({ after }) => after))).toBeLessThan(2_000)
  expect((await balancesOf(receiver)).body.balances[0]?.quantity.numeric).toBe('1.500000000')
  expect(inShort(await historyOf(receiver))).toEqual(['receive, in 1.5 SOL'])
  expect(inShort(await historyOf(from))[0]).toBe('send, out 1.5 SOL')
  for (const stop of stops) stop()
})

test('behavior: for a token payment to a new token account, rent is no payment, and the receiver gets an event', async () => {
  const receiver = stranger()
  let news = 0
  const stop = world.app.hub.subscribe({
    topics: [toTopic('balance', `${cluster}:${receiver}`)],
    subscriber: { send: () => (news += 1), resync: () => {}, beat: () => {}, end: () => {} },
  })
  await until(() => news > 0)
  const pay = async (amount: bigint) => {
    const transfer = await tokenTransfer({ token: world.token('usd'), from: addressOf('Dan'), receiver, amount })
    const before = news
    await world.send((await world.sign('Dan', transfer)).wire)
    await until(() => news > before)
  }
  await pay(2_500_000n)
  expect((await balancesOf(receiver)).body.balances).toMatchObject([
    { symbol: 'USDL', quantity: { numeric: '2.500000' }, value: 2.5 },
  ])
  // The second payment only names the receiver's token account.
  await pay(1_000_001n)
  expect((await balancesOf(receiver)).body.balances[0]?.quantity.numeric).toBe('3.500001')
  expect(inShort(await historyOf(receiver))).toEqual(['receive, in 1.000001 USDL', 'receive, in 2.5 USDL'])
  expect(inShort(await historyOf(addressOf('Dan'))).slice(0, 2)).toEqual([
    'send, out 1.000001 USDL',
    'send, out 2.5 USDL',
  ])
  stop()
})

test('behavior: forceUpdate reads without the cache', async () => {
  const receiver = stranger()
  const read = async (query = '') => (await balancesOf(receiver, query)).body.balances[0]?.quantity.numeric
  expect(await read()).toBeUndefined()
  await world.send((await world.sign('Dan', { receiver, amount: 5_000_000n, token: undefined })).wire)
  expect(await read()).toBeUndefined()
  expect(await read(`forceUpdate=${cluster}:${nativeSolanaAddress},${cluster}:${world.token('usd').address}`)).toBe(
    '0.005000000',
  )
  expect(await read()).toBe('0.005000000')
})

test('default: returns names and prices of mints and of SOL, in the order of the request', async () => {
  const ask = async (addresses: string[]) => {
    const response = await world.app.app.request('/v1/fungible/price', {
      method: 'POST',
      body: JSON.stringify({ projectId: testProjectId, currency: 'usd', addresses }),
    })
    return { status: response.status, body: (await response.json()) as EndpointResponse<typeof getFungiblePrice> }
  }
  const [toll, usd, none] = [world.token('transfer-fee').address, world.token('usd').address, stranger()]
  const { body } = await ask([toll, nativeSolanaAddress, usd, none].map((address) => `${cluster}:${address}`))
  expect(body.fungibles).toEqual([
    { address: `${cluster}:${toll}`, name: 'Toll', symbol: 'TOLL', iconUrl: null, price: null, decimals: 9 },
    {
      ...{ address: `${cluster}:${nativeSolanaAddress}`, name: 'Solana', symbol: 'SOL', iconUrl: null },
      ...{ price: solPrice.now, decimals: 9 },
    },
    { address: `${cluster}:${usd}`, name: 'Local Dollar', symbol: 'USDL', iconUrl: null, price: 1, decimals: 6 },
    { address: `${cluster}:${none}`, name: '', symbol: '', iconUrl: null, price: null, decimals: 0 },
  ])
  expect((await ask([`${solanaNetworks.mainnet}:${usd}`])).status).toBe(400)
})

test('default: the gateway forwards the methods that wallets need, and the network is listed', async () => {
  const ask = async (method: string, params: unknown[] = []) =>
    JSON.parse((await world.rpc({ jsonrpc: '2.0', id: 7, method, params })).text)
  expect((await ask('getBalance', [addressOf('Ada')])).result.value).toBeGreaterThan(0)
  expect((await ask('getGenesisHash')).result.startsWith(cluster.slice(7))).toBe(true)
  for (const method of [
    'getProgramAccounts',
    'requestAirdrop',
    'eth_blockNumber',
    'accountSubscribe',
    'devnet_advance',
  ])
    expect((await ask(method)).error).toMatchObject({ code: -32601, data: { code: 'rpc_method_not_allowed' } })
  // The caller's mistakes are returned in the node's words.
  expect((await ask('getBalance', ['nonsense'])).error.code).toBe(-32602)
  const chains = await world.get<{ http: string[]; ws: string[] }>('/v1/supported-chains')
  expect(chains.body).toEqual({ http: [home, cluster], ws: [cluster] })
})

test('error: refuses malformed addresses and cursors', async () => {
  const ada = addressOf('Ada')
  const cases: [string, string][] = [
    // The format of an address, but 33 bytes.
    [`/v1/account/${'z'.repeat(44)}/balance?chainId=${cluster}`, 'malformed_address'],
    [`/v1/account/${'z'.repeat(44)}/history`, 'malformed_address'],
    [`/v1/account/0x${'1'.repeat(40)}/balance?chainId=${cluster}`, 'malformed_address'],
    [`/v1/account/${ada}/balance?chainId=${home}`, 'malformed_address'],
    [`/v1/account/${ada}/balance?chainId=${solanaNetworks.mainnet}`, 'unsupported_chain'],
    [`/v1/account/${ada}/balance?forceUpdate=usdc`, 'malformed_address'],
    [`/v1/account/${ada}/history?cursor=abc`, 'malformed_cursor'],
  ]
  for (const [path, code] of cases) {
    const { status, body } = await world.get<ErrorBody>(path)
    expect([path, status, body.code]).toEqual([path, 400, code])
  }
  const identity = await world.get<{ name: null; avatar: null }>(`/v1/identity/${ada}?`)
  expect(identity.body).toMatchObject({ name: null, avatar: null })
})

test('default: forwards subscriptions through the gateway’s socket', async () => {
  const { url } = await listen({ app: world.app.app, upgrades: world.app.app.upgrades, context: world.context })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1?chainId=${cluster}&projectId=${testProjectId}`)
  const messages: { id?: number; method?: string; result?: unknown; error?: unknown; params?: unknown }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())))
  await new Promise((resolve) => socket.once('open', resolve))
  const receiver = stranger()
  const { wire, signature } = await world.sign('Dan', { receiver, amount: 3_000_000n, token: undefined })
  const calls: [string, unknown[]][] = [
    ['accountSubscribe', [receiver, { encoding: 'base64', commitment: 'confirmed' }]],
    ['signatureSubscribe', [signature, { commitment: 'confirmed' }]],
    ['logsSubscribe', [{ mentions: [receiver] }, { commitment: 'confirmed' }]],
    ['slotSubscribe', []],
    ['programSubscribe', ['11111111111111111111111111111111']],
    ['getSlot', []],
  ]
  for (const [id, [method, params]] of calls.entries())
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  await until(() => messages.filter(({ id }) => id !== undefined).length === calls.length)
  expect(messages.find(({ id }) => id === 4)).toMatchObject({ error: { data: { code: 'rpc_method_not_allowed' } } })
  socket.send(
    JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'sendTransaction', params: [wire, { encoding: 'base64' }] }),
  )
  const news = ['accountNotification', 'signatureNotification', 'logsNotification', 'slotNotification']
  await until(() => news.every((name) => messages.some(({ method }) => method === name)))
  expect(messages.find(({ method }) => method === 'accountNotification')?.params).toMatchObject({
    result: { value: { lamports: 3_000_000 } },
  })
  socket.close()
})

test('error: during an outage, returns known data with its age, and shows no unknown account as empty', async () => {
  const ada = addressOf('Ada')
  const known = await balancesOf(ada)
  await world.solana.pause()
  try {
    const stale = await balancesOf(ada, `forceUpdate=${cluster}:${nativeSolanaAddress}`)
    expect(stale.status).toBe(200)
    expect(Number(stale.headers.get('x-stale'))).toBeGreaterThan(0)
    expect(stale.body).toEqual(known.body)
    for (const path of [`/v1/account/${stranger()}/balance`, `/v1/account/${stranger()}/history`]) {
      const { status, body } = await world.get<ErrorBody>(path)
      expect([status, body.code]).toEqual([503, 'upstream_unavailable'])
    }
  } finally {
    await world.solana.start()
  }
  await until(async () => (await balancesOf(stranger())).status === 200)
})
