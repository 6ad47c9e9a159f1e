import type { EndpointResponse, getBalance, getHistory, getProjectConfig, getWallets } from '@latchkey/protocol/api'
import { asc } from 'drizzle-orm'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { telemetryEvents } from '../telemetry/schema.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'
import { one, origin, two, useStockWorld } from './testing/startStockWorld.ts'

// Reads of AppKit 1.8.0 outside of swaps, names and the onramp, as the client sends them.

const world = useStockWorld()

type Balances = EndpointResponse<typeof getBalance>
type History = EndpointResponse<typeof getHistory>
type Wallets = EndpointResponse<typeof getWallets>

test('spec 7.4 and 7.27: the supported networks, and their RPC by chainId and projectId', async () => {
  const { status, headers, body } = await world.get('/v1/supported-chains', { projectId: null })
  expect([status, body]).toEqual([200, { http: [one, two], ws: [one, two] }])
  expect(headers.get('cache-control')).toContain('max-age=86400')
  for (const path of ['/v1', '/v1/']) {
    const call = { jsonrpc: '2.0', id: 7, method: 'eth_chainId' }
    const plain = { headers: { 'content-type': 'text/plain' } }
    expect((await world.post(`${path}?chainId=${two}`, call, plain)).body).toEqual({
      ...{ jsonrpc: '2.0', id: 7, result: '0x7a6a' },
    })
  }
  const foreign = await world.post('/v1?chainId=eip155:1', { jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  expect([foreign.status, foreign.body.code]).toEqual([400, 'unsupported_chain'])
})

test('spec 3.1, 7.15 and 9.14: balances, for one network and for all, with the required parameters', async () => {
  const { address } = world.person(0)
  const ask = (account: string, query = '') =>
    world.get<Balances>(`/v1/account/${account}/balance?currency=usd${query}`)
  const { status, body } = await ask(address, `&chainId=${one}`)
  expect(status).toBe(200)
  const usd = body.balances.find(({ symbol }) => symbol === 'USDL')
  expect(usd).toMatchObject({
    ...{ name: expect.any(String), chainId: one, price: 1, value: expect.any(Number) },
    quantity: { decimals: expect.stringMatching(/^\d+$/), numeric: expect.stringMatching(/^\d+\.\d+$/) },
  })
  expect(usd?.address?.toLowerCase()).toBe(world.id('USDL').toLowerCase())
  expect(usd).toHaveProperty('iconUrl')
  expect(body.balances.find(({ symbol }) => symbol === 'ETH')).not.toHaveProperty('address')
  expect(body.balances.every(({ chainId }) => chainId === one)).toBe(true)
  expect(new Set((await ask(address)).body.balances.map(({ chainId }) => chainId))).toEqual(new Set([one, two]))

  const nobody = privateKeyToAddress(generatePrivateKey())
  const forced = await ask(nobody, `&chainId=${one}&forceUpdate=${world.id('USDL')}`)
  expect(forced.body.balances.map(({ symbol, value }) => [symbol, value])).toEqual([['USDL', 0]])
  expect((await ask(nobody, `&chainId=${one}`)).body.balances).toEqual([])
  expect((await ask(address, '&chainId=eip155:1')).body.code).toBe('unsupported_chain')
  expect((await ask(address, '&chainId=eip155:1')).body.reasons?.[0]?.field).toBe('chainId')
})

test('spec 3.2, 3.3, 7.6 and 7.7: the activity, in pages, without unsupported networks', async () => {
  const { address } = world.person(0)
  const ask = (query: string) => world.get<History>(`/v1/account/${address}/history?${query}`)
  const first = await ask(`chainId=${one}&cursor=`)
  expect([first.status, first.body.code]).toEqual([400, 'malformed_cursor'])
  const seen: History['data'] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: History = (await ask(`chainId=${one}${cursor === '' ? '' : `&cursor=${cursor}`}`)).body
    seen.push(...page.data)
    cursor = page.next
  }
  expect(seen.length).toBeGreaterThan(3)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  const times = seen.map(({ metadata }) => metadata.minedAt)
  expect(times).toEqual(times.toSorted().reverse())
  for (const { id, metadata, transfers } of seen) {
    expect([typeof id, metadata.chain, transfers.length > 0]).toEqual(['string', one, true])
    for (const { nft_info } of transfers) if (nft_info) expect(typeof nft_info.flags.is_spam).toBe('boolean')
  }
  expect(seen.some(({ transfers }) => transfers.some(({ nft_info }) => nft_info))).toBe(true)
  expect((await ask('chainId=eip155:1')).body.code).toBe('unsupported_chain')

  const receiver = privateKeyToAddress(generatePrivateKey())
  const hash = await world.send(world.person(1), { to: receiver, value: parseEther('0.25') })
  await world.synced()
  await until(
    async () => {
      const { body } = await world.get<History>(`/v1/account/${one}:${receiver}/history`)
      return body.data[0]?.metadata.hash === hash
    },
    { timeout: 10_000 },
  )
})

test('spec 3.17 and 7.36: wallet_getAssets with account and chainFilter', async () => {
  const { address } = world.person(0)
  const ask = (account: string) =>
    world.post<{ result: Record<string, { address: string; balance: string; type: string; metadata: object }[]> }>(
      `/v1/wallet?chainId=${one}`,
      { jsonrpc: '2.0', id: 1, method: 'wallet_getAssets', params: [{ account, chainFilter: ['0x7a69'] }] },
    )
  const { body } = await ask(address)
  expect((await ask(`${one}:${address}`)).body.result).toEqual(body.result)
  expect(Object.keys(body.result)).toEqual(['0x7a69'])
  const assets = body.result['0x7a69'] ?? []
  expect(new Set(assets.map(({ type }) => type))).toEqual(new Set(['NATIVE', 'ERC20']))
  for (const { balance, metadata } of assets) {
    expect(balance).toMatch(/^0x[0-9a-f]+$/)
    expect(Object.keys(metadata).sort()).toEqual(['decimals', 'iconUrl', 'name', 'price', 'symbol'])
  }
})

test('spec 3.19, 7.29, 9.16 and 9.18: the wallet list, 40 per page, a search up to 100, for the site’s networks', async () => {
  const ask = async (query: string) => (await world.get<Wallets>(`/getWallets?page=1&${query}`)).body
  const { data, count } = await ask('')
  expect([data.length, count > 60]).toEqual([40, true])
  const keys = ['id', 'name', 'image_id', 'rdns', 'chains', 'mobile_link', 'desktop_link', 'webapp_link']
  for (const wallet of data) expect(Object.keys(wallet)).toEqual(expect.arrayContaining(keys))
  // The client filters again, so every wallet must list a requested network.
  const here = await ask(`entries=100&chains=${one},eip155:8453`)
  expect(here.data.length).toBeGreaterThan(40)
  expect(here.data.every(({ chains }) => chains.includes(one) && chains.includes('eip155:8453'))).toBe(true)
  const searched = await ask('entries=100&search=meta')
  expect(searched.data[0]?.name).toBe('MetaMask')
  expect((await ask('entries=1000')).data.length).toBeLessThanOrEqual(100)
  expect((await ask(`include=${data[3]?.id}`)).data.map(({ id }) => id)).toEqual([data[3]?.id])
  expect((await ask(`exclude=${data[0]?.id}&entries=100`)).data.map(({ id }) => id)).not.toContain(data[0]?.id)
})

test('spec 7.30: images of wallets and networks, known or unknown, without a project', async () => {
  const paths = [
    '/getWalletImage/metamask',
    `/public/getAssetImage/${one}`,
    '/public/getTokenImage/ETH',
    '/getWalletImage/nobody',
  ]
  for (const path of paths) {
    const response = await fetch(`${world.url}${path}`, { headers: { origin } })
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/svg+xml'])
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(await response.text()).toContain('<svg')
  }
})

test('spec 7.31: the analytics configuration, and events in the client’s format', async () => {
  expect((await world.get('/getAnalyticsConfig')).body).toEqual({ isAnalyticsEnabled: true })
  const event = (name: string, properties: object) => ({
    eventId: crypto.randomUUID(),
    ...{ url: `${origin}/?ada`, domain: 'localhost', timestamp: Date.now() },
    props: { type: 'track', event: name, address: world.person(0).address, properties },
  })
  const plain = { headers: { 'content-type': 'text/plain;charset=UTF-8' } }
  const opened = event('MODAL_OPEN', { connected: false })
  expect((await world.post('/e', opened, plain)).status).toBe(202)
  const batch = [event('SWITCH_NETWORK', { network: one }), event('SOMETHING_NEW', { email: 'ada@example.com' })]
  expect((await world.post('/batch', batch, plain)).body).toEqual({ accepted: 2 })
  const rows = await world.context.database.select().from(telemetryEvents).orderBy(asc(telemetryEvents.id))
  expect(rows.map((row) => [row.event, row.chainId, row.connected])).toEqual([
    ['modalOpened', null, false],
    ['networkSwitched', one, null],
    ['unknown', null, null],
  ])
  expect(JSON.stringify(rows).toLowerCase()).not.toMatch(
    new RegExp(`ada|localhost|${world.person(0).address.slice(2)}`, 'i'),
  )
  const foreign = await world.post('/e', opened, { headers: { ...plain.headers, origin: 'https://evil.example' } })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'origin_not_allowed'])
})

test('behavior: the features that the client reads are those that the server supports', async () => {
  const paths = ['/appkit/v1/config', '/projects/v1/config']
  const [first, second] = await Promise.all(
    paths.map((path) => world.get<EndpointResponse<typeof getProjectConfig>>(path)),
  )
  expect(first?.body).toEqual(second?.body)
  const features = Object.fromEntries(
    (first?.body.features ?? []).map(({ id, isEnabled, config }) => [id, isEnabled ? config : false]),
  )
  expect(features).toEqual({
    ...{ activity: [], swap: ['latchkey'], onramp: ['sandbox'], smart_accounts: [], analytics: [] },
    ...{ names: [world.devnet.names.zone, '1'], social_login: ['email'], siwx: false },
  })
  expect((await world.get('/projects/v1/origins')).body).toEqual({ allowedOrigins: ['http://localhost:*'] })
})

test('spec 7.25 and 7.26: permissions of an account by both notations, and an error for revoking an unknown one', async () => {
  const { address } = world.person(0)
  for (const account of [address, `${one}:${address}`])
    expect((await world.get(`/v1/sessions/${account}`)).body).toEqual({ pcis: [] })
  const body = { pci: crypto.randomUUID(), signature: `0x${'11'.repeat(65)}` }
  const revoked = await world.post(`/v1/sessions/${address}/revoke`, body, { projectId: testProjectId })
  expect([revoked.status, revoked.body.code]).toEqual([404, 'session_unknown'])
})
