import type { Balance } from '@latchkey/protocol/api'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readNativeBalance } from '../fields/readNativeBalance.ts'
import { connectedKit } from '../testing/connectedKit.ts'
import { settle } from '../testing/createTestEnvironment.ts'
import { retryBlock } from './createBalancesEngine.ts'

beforeAll(() =>
  Promise.all([
    import('./createBalancesEngine.ts'),
    import('../realtime/createEventStream.ts'),
    import('../networks/createServedChains.ts'),
    import('../activity/createActivityEngine.ts'),
    import('../alerts/findAlerts.ts'),
    import('../chains/eip155/checksumAddress.ts'),
  ]),
)

const row = (symbol: string, changes: Partial<Balance> = {}): Balance => ({
  name: symbol,
  symbol,
  chainId: 'eip155:31337',
  value: null,
  price: null,
  quantity: { decimals: '18', numeric: '1.000000000000000000' },
  iconUrl: null,
  ...changes,
})
const token = `eip155:31337:0x${'1'.repeat(40)}` as const
const reads = (environment: { requests: { url: string }[] }) =>
  environment.requests.filter(({ url }) => url.includes('/balance'))

describe('refresh', () => {
  test('default (spec 7.40 and 9.14)', async () => {
    const { server, latchkey, environment, wallet } = await connectedKit()
    server.balances = [row('ETH', { value: 100, price: 100 }), row('AAA', { address: token, value: 0.5, price: 0.5 })]
    expect(latchkey.balances.getState().status).toBe('idle')
    await latchkey.balances.refresh()
    expect(latchkey.balances.getState()).toStrictEqual({
      status: 'ready',
      data: server.balances,
      otherAssets: [],
      updatedAt: environment.now(),
      error: undefined,
      account: `eip155:31337:${wallet.getState().accounts[0]?.address}`,
      blockedUntil: undefined,
      total: 100.5,
    })
    expect(reads(environment)[0]?.url).toContain('currency=usd')
  })

  test('behavior: tokens with 0 decimals are other assets (spec 5.8), and rows of other networks are ignored', async () => {
    const { server, latchkey } = await connectedKit()
    const unit = row('UNIT', { address: token, quantity: { decimals: '0', numeric: '3' } })
    server.balances = [row('ETH'), unit, row('FAR', { chainId: 'eip155:31338' })]
    await latchkey.balances.refresh()
    const { data, otherAssets, total } = latchkey.balances.getState()
    expect(data?.map(({ symbol }) => symbol)).toStrictEqual(['ETH'])
    expect(otherAssets).toStrictEqual([unit])
    expect(total).toBeUndefined()
  })

  test('behavior: force ignores the server’s cache, token by token', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.balances = [row('ETH'), row('AAA', { address: token })]
    await latchkey.balances.refresh()
    await latchkey.balances.refresh({ force: true })
    const url = new URL(reads(environment)[1]?.url ?? '')
    expect(url.searchParams.get('forceUpdate')).toBe(`eip155:31337:0x${'e'.repeat(40)},${token}`)
  })

  test('behavior: a stale answer has its age and reason, and is requested again while a view watches', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.intercept = () => Response.json({ balances: [row('ETH')] }, { headers: { 'x-stale': '90' } })
    await latchkey.balances.refresh()
    expect(latchkey.balances.getState()).toMatchObject({
      status: 'ready',
      updatedAt: environment.now() - 90_000,
      error: { code: 'upstream_unavailable' },
    })
    expect(latchkey.modal.getState().toast).toBeUndefined()

    server.intercept = () => undefined
    const stop = latchkey.balances.watch()
    await environment.advance(retryBlock)
    await environment.idle()
    expect(latchkey.balances.getState().error).toBeUndefined()
    expect(latchkey.balances.getState().updatedAt).toBe(environment.now())
    stop()
  })

  test('error: the old data stay, one toast shows, and nothing is requested automatically for 30 s (spec 8.2 and 8.3)', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.balances = [row('ETH', { value: 5, price: 5 })]
    await latchkey.balances.refresh()
    const before = latchkey.balances.getState()
    server.intercept = () => new Response('', { status: 502 })
    await environment.advance(1000)
    await latchkey.balances.refresh()
    expect(latchkey.balances.getState()).toStrictEqual({
      ...before,
      status: 'failed',
      error: { code: 'network_request_failed', message: 'Token Balance Unavailable' },
      blockedUntil: environment.now() + retryBlock,
    })
    expect(latchkey.modal.getState().toast).toMatchObject({ kind: 'error', message: 'Token Balance Unavailable' })

    const asked = reads(environment).length
    await latchkey.balances.refresh()
    expect(reads(environment)).toHaveLength(asked)
    latchkey.modal.dismissToast()
    await latchkey.balances.refresh({ force: true })
    expect(reads(environment)).toHaveLength(asked + 1)
    expect(latchkey.modal.getState().toast).toBeUndefined()

    server.intercept = () => undefined
    await environment.advance(retryBlock)
    await latchkey.balances.refresh()
    expect(latchkey.balances.getState()).toMatchObject({ status: 'ready', error: undefined, blockedUntil: undefined })
  })

  test('error: a network that the app does not list (spec 8.2 and 7.3)', async () => {
    const { wallet, latchkey, environment } = await connectedKit()
    wallet.setChain(99_999)
    await latchkey.balances.refresh()
    expect(latchkey.balances.getState()).toMatchObject({
      status: 'failed',
      data: undefined,
      error: { code: 'balances_unavailable', message: 'Token Balance Unavailable' },
    })
    expect(reads(environment)).toHaveLength(0)
  })

  test('behavior: without a connection, nothing is requested', async () => {
    const { latchkey, environment } = await connectedKit()
    await latchkey.connection.disconnect()
    await latchkey.balances.refresh()
    expect(latchkey.balances.getState().status).toBe('idle')
    expect(reads(environment)).toHaveLength(0)
  })
})

describe('watch', () => {
  test('behavior: reads, follows, and stops with the last watcher', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.balances = [row('ETH')]
    const stops = [latchkey.balances.watch(), latchkey.balances.watch()]
    await environment.idle()
    expect(latchkey.balances.getState().status).toBe('ready')
    expect(reads(environment)).toHaveLength(1)
    const source = environment.eventSources[0]
    const topic = source?.topics ?? ''
    expect(topic).toMatch(/^balance:eip155:31337:0x[0-9a-f]{40}$/)
    source?.open()
    expect(latchkey.realtime.getState().status).toBe('live')

    server.balances = [row('ETH'), row('NEW', { address: token })]
    for (const block of [1, 2, 3]) source?.say({ kind: 'balance', topic, block })
    await environment.advance(50)
    await environment.idle()
    expect(latchkey.balances.getState().data).toHaveLength(2)
    expect(reads(environment)).toHaveLength(2)

    await environment.advance(120_000)
    expect(reads(environment)).toHaveLength(2)
    for (const stop of stops) stop()
    await settle()
    expect(source?.closed).toBe(true)
    expect(environment.timers()).toBe(0)
  })

  test('behavior: changes without a watcher are read with the next one, but not between two consecutive views', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.balances = [row('ETH')]
    const stop = latchkey.balances.watch()
    await environment.idle()
    stop()
    const next = latchkey.balances.watch()
    await environment.idle()
    expect(reads(environment)).toHaveLength(1)
    next()
    server.balances = [row('ETH'), row('NEW', { address: token })]
    await environment.advance(5000)
    latchkey.balances.watch()
    await environment.idle()
    expect(latchkey.balances.getState().data).toHaveLength(2)
    expect(reads(environment)).toHaveLength(2)
  })

  test('behavior: while the stream is down, everything is read every 30 s, and once it is back', async () => {
    const { latchkey, environment } = await connectedKit()
    latchkey.balances.watch()
    await environment.idle()
    environment.eventSources[0]?.open()
    environment.eventSources[0]?.fail()
    expect(latchkey.realtime.getState().status).toBe('down')
    await environment.advance(1_000)
    expect(environment.eventSources).toHaveLength(2)
    await environment.advance(29_000)
    await environment.idle()
    expect(reads(environment)).toHaveLength(2)
    environment.eventSources.at(-1)?.open()
    await environment.advance(50)
    await environment.idle()
    expect(reads(environment)).toHaveLength(3)
  })

  test('behavior: a hidden page requests nothing until it is visible again', async () => {
    const { latchkey, environment } = await connectedKit()
    latchkey.balances.watch()
    await environment.idle()
    environment.setVisible(false)
    await environment.advance(120_000)
    expect(reads(environment)).toHaveLength(1)
    environment.setVisible(true)
    await environment.advance(50)
    await environment.idle()
    expect(reads(environment)).toHaveLength(2)
  })

  test('behavior: another account starts from the beginning, and a late answer for the previous one is dropped', async () => {
    const { server, latchkey, environment, wallet } = await connectedKit()
    let answerLate = (_: Response) => {}
    server.intercept = ({ url }) =>
      url.pathname.includes(wallet.getState().accounts[0]?.address ?? '?')
        ? new Promise((resolve) => {
            answerLate = resolve
          })
        : Response.json({ balances: [row('NEW')] })
    latchkey.balances.watch()
    await settle()
    expect(latchkey.balances.getState().status).toBe('loading')
    wallet.setAccount(1)
    answerLate(Response.json({ balances: [row('OLD')] }))
    await environment.idle()
    expect(latchkey.balances.getState()).toMatchObject({
      status: 'ready',
      data: [{ symbol: 'NEW' }],
      account: `eip155:31337:${wallet.getState().accounts[1]?.address}`,
    })
    await latchkey.connection.disconnect()
    expect(latchkey.balances.getState()).toMatchObject({ status: 'idle', data: undefined, account: undefined })
  })

  test('behavior: for 30 s after a failure, neither a new view nor an event nor a refresh reads (spec 8.3 and 9.2)', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.intercept = ({ url }) => (url.pathname.endsWith('/balance') ? new Response('', { status: 503 }) : undefined)
    const stop = latchkey.balances.watch()
    await environment.idle()
    const source = environment.eventSources[0]
    source?.open()
    expect(reads(environment)).toHaveLength(1)

    await environment.advance(5000)
    stop()
    await environment.advance(5000)
    latchkey.balances.watch()
    await environment.idle()
    const reopened = environment.eventSources.at(-1)
    reopened?.open()
    reopened?.say({ kind: 'balance', topic: reopened.topics, block: 1 })
    await environment.advance(50)
    await environment.idle()
    await latchkey.balances.refresh()
    expect(reads(environment)).toHaveLength(1)
    expect(latchkey.balances.getState()).toMatchObject({
      status: 'failed',
      error: { message: 'Token Balance Unavailable' },
    })

    expect(retryBlock).toBe(30_000)
    await environment.advance((latchkey.balances.getState().blockedUntil ?? 0) - environment.now() - 1)
    expect(reads(environment)).toHaveLength(1)
    await environment.advance(1)
    await environment.idle()
    expect(reads(environment)).toHaveLength(2)
  })

  test('behavior: the pause belongs to the account that failed; another one is read immediately', async () => {
    const { server, latchkey, environment, wallet } = await connectedKit()
    server.intercept = ({ url }) => (url.pathname.endsWith('/balance') ? new Response('', { status: 503 }) : undefined)
    latchkey.balances.watch()
    await environment.idle()
    wallet.setAccount(1)
    await environment.idle()
    expect(reads(environment)).toHaveLength(2)
  })

  test('behavior: a failed read is repeated automatically after 30 s', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.intercept = ({ url }) => (url.pathname.endsWith('/balance') ? new Response('', { status: 503 }) : undefined)
    latchkey.balances.watch()
    await environment.idle()
    environment.eventSources[0]?.open()
    server.intercept = () => undefined
    await environment.advance(retryBlock - 1)
    expect(latchkey.balances.getState().status).toBe('failed')
    await environment.advance(1)
    await environment.idle()
    expect(latchkey.balances.getState().status).toBe('ready')
  })

  test('behavior: a change during a read leads to another read', async () => {
    const { server, latchkey, environment } = await connectedKit()
    let answer = (_: Response) => {}
    server.intercept = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const first = latchkey.balances.refresh()
    await settle()
    const second = latchkey.balances.refresh({ force: true })
    server.intercept = () => Response.json({ balances: [row('SECOND')] })
    answer(Response.json({ balances: [row('FIRST')] }))
    await Promise.all([first, second])
    expect(latchkey.balances.getState().data?.[0]?.symbol).toBe('SECOND')
    expect(reads(environment).map(({ url }) => url.includes('forceUpdate'))).toStrictEqual([false, true])
  })
})

describe('a network that the server does not serve (spec 7.3 and 8.2)', () => {
  const serve = (http: string[]) => (request: { url: URL }) =>
    request.url.pathname === '/v1/supported-chains' ? Response.json({ http, ws: [] }) : undefined
  const lists = (environment: { requests: { url: string }[] }) =>
    environment.requests.filter(({ url }) => url.includes('/supported-chains'))

  test('error: it is never requested: balances are unavailable, the activity is empty, an alert names the cause', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    const { server, latchkey, environment } = await connectedKit()
    server.intercept = serve(['eip155:1'])
    latchkey.balances.watch()
    latchkey.activity.watch()
    await environment.idle()
    await settle()
    expect(latchkey.balances.getState()).toMatchObject({
      status: 'failed',
      error: { message: 'Token Balance Unavailable' },
    })
    expect(latchkey.activity.getState()).toMatchObject({ status: 'ready', data: [], error: undefined })
    expect(latchkey.modal.getState()).toMatchObject({
      toast: { message: 'Token Balance Unavailable' },
      alert: { code: 'network_not_configured', message: 'Network Not Found' },
    })
    expect(latchkey.modal.getState().alert?.details).toContain('does not serve eip155:31337')
    await environment.advance(60_000)
    expect(reads(environment)).toHaveLength(0)
    expect(environment.requests.some(({ url }) => url.includes('/history'))).toBe(false)
    expect(environment.eventSources).toHaveLength(0)
    expect(lists(environment)).toHaveLength(1)
  })

  test('behavior: its topics are left out of the stream, which serves the others', async () => {
    const { server, latchkey, environment } = await connectedKit()
    server.intercept = serve(['eip155:1'])
    latchkey.realtime.follow({ topic: 'balance:eip155:31337:0x1', onEvent: () => {} })
    latchkey.realtime.follow({ topic: 'trades:eip155:1/slip44:60', onEvent: () => {} })
    latchkey.realtime.follow({ topic: 'name:ada.latchkey.eth', onEvent: () => {} })
    await environment.idle()
    expect(environment.eventSources.map(({ topics }) => topics)).toStrictEqual([
      'name:ada.latchkey.eth,trades:eip155:1/slip44:60',
    ])
  })

  test('behavior: the list is valid for 24 hours, and one that cannot be read changes nothing', async () => {
    const { server, latchkey, environment } = await connectedKit()
    await latchkey.balances.refresh()
    expect(latchkey.balances.getState().status).toBe('ready')
    server.intercept = serve(['eip155:31337'])
    await environment.advance(30_000)
    await latchkey.balances.refresh()
    await environment.advance(86_399_999)
    await latchkey.balances.refresh()
    expect(lists(environment)).toHaveLength(2)
    await environment.advance(1)
    await latchkey.balances.refresh()
    expect(lists(environment)).toHaveLength(3)
    expect(reads(environment)).toHaveLength(4)
  })
})

describe('readNativeBalance', () => {
  test('default: the account’s balance of the native token', async () => {
    const { server, latchkey } = await connectedKit()
    server.balances = [row('ETH'), row('AAA', { address: token })]
    await expect(readNativeBalance(latchkey)).resolves.toStrictEqual({ balance: '1.000000000000000000', symbol: 'ETH' })
    server.balances = []
    await expect(readNativeBalance(latchkey)).resolves.toStrictEqual({ balance: '0', symbol: 'ETH' })
  })

  test('error: a failed request returns 0.00 and ETH, and the state reports that the balance is unknown (spec 8.48)', async () => {
    const { server, latchkey } = await connectedKit()
    server.intercept = () => new Response('', { status: 502 })
    await expect(readNativeBalance(latchkey)).resolves.toStrictEqual({ balance: '0.00', symbol: 'ETH' })
    expect(latchkey.balances.getState()).toMatchObject({ status: 'failed', data: undefined, total: undefined })
    await latchkey.connection.disconnect()
    await expect(readNativeBalance(latchkey)).resolves.toStrictEqual({ balance: '0.00', symbol: 'ETH' })
  })
})
