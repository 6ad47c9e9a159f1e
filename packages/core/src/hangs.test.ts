import type { Balance } from '@latchkey/protocol/api'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Latchkey } from './Latchkey.ts'
import { answerAsServer, type ChainServer } from './testing/createChainServer.ts'
import { createTestEnvironment, settle, type TestEnvironment, until } from './testing/createTestEnvironment.ts'
import { createTestKit } from './testing/createTestKit.ts'
import { createTestWallet } from './testing/createTestWallet.ts'
import { swapQuoteOf, swapTokens } from './testing/swapFixtures.ts'

// Preloads lazy chunks, so that tests' clocks do not include them.
beforeAll(() =>
  Promise.all([
    import('./balances/createBalancesEngine.ts'),
    import('./activity/createActivityEngine.ts'),
    import('./realtime/createEventStream.ts'),
    import('./send/createSendEngine.ts'),
    import('./swap/createSwapEngine.ts'),
    import('./names/createNamesEngine.ts'),
    import('./names/createIdentifier.ts'),
    import('./http/readFeature.ts'),
    import('./onramp/createOnrampEngine.ts'),
    import('./directory/createDirectory.ts'),
    import('./permissions/createPermissionsEngine.ts'),
    import('./chains/eip155/checksumAddress.ts'),
  ]),
)

const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const native: Balance = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:31337', value: 2000, price: 2000, iconUrl: null },
  quantity: { decimals: '18', numeric: '1.0' },
}

/** A connected kit whose server accepts every request and answers none, until a test changes that. */
async function hangingKit() {
  const server: ChainServer = { nodes: {}, balances: [native], history: [], intercept: () => undefined }
  const state = { hangs: true, listHangs: false }
  const signals: AbortSignal[] = []
  const answer = answerAsServer(server)
  const environment = createTestEnvironment({
    fetch: (url, init) => {
      const isHung = state.hangs && (state.listHangs || !url.includes('/supported-chains'))
      if (!isHung) return answer(url, init)
      if (init?.signal) signals.push(init.signal)
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    },
  })
  const node = 'http://127.0.0.1:1'
  createTestWallet({ page: environment.page(), chains: { 31337: node, 31338: node, 99999: node } })
  const latchkey = createTestKit({ environment })
  await latchkey.connection.connect({ connectorId: 'dev.latchkey.virtual' })
  return { latchkey, environment, server, state, signals }
}

/** Result of a request: undefined while it is pending. */
type Outcome = { value?: unknown; reason?: unknown }

type Case = {
  act: string
  /** Milliseconds in which the state has to report the problem. */
  limit: number
  ask: (latchkey: Latchkey, environment: TestEnvironment) => unknown
  told: (latchkey: Latchkey, outcome: Outcome) => unknown
  shown: unknown
  /** Answers of the server after it recovers, in addition to those of every test's server. */
  answers?: (url: URL) => Response | undefined
  /** The expected state afterwards. */
  well: unknown
}

const unreachable = { code: 'network_request_failed' }
const cases: readonly Case[] = [
  {
    act: 'balances',
    limit: 30_000,
    ask: ({ balances }) => balances.refresh({ force: true }),
    told: ({ balances }) => balances.getState(),
    shown: { status: 'failed', error: { ...unreachable, message: 'Token Balance Unavailable' } },
    well: { status: 'ready', data: [{ symbol: 'ETH' }], error: undefined },
  },
  {
    act: 'activity',
    limit: 30_000,
    ask: ({ activity }) => activity.refresh(),
    told: ({ activity }) => activity.getState(),
    shown: { status: 'failed', error: { ...unreachable, message: 'Failed to fetch transactions' } },
    well: { status: 'ready', data: [], error: undefined },
  },
  {
    act: 'a quote',
    limit: 30_000,
    ask: async ({ swap }, environment) => {
      swap.edit({
        from: { ...swapTokens.usd, balance: undefined },
        to: { ...swapTokens.kit, balance: undefined },
        amount: '1',
      } as never)
      await settle()
      await environment.advance(200)
    },
    told: ({ swap }) => swap.getState().pricing,
    shown: { status: 'failed', error: unreachable },
    answers: ({ pathname }) => (pathname.endsWith('/quotes') ? Response.json({ quotes: [swapQuoteOf()] }) : undefined),
    well: { status: 'ready', error: undefined, toAmountText: '2' },
  },
  {
    act: 'the tokens of a swap',
    limit: 30_000,
    ask: ({ swap }) => swap.listTokens(),
    told: (_, { value, reason }) => ({ value, reason }),
    shown: { reason: unreachable },
    answers: ({ pathname }) =>
      pathname.endsWith('/convert/tokens') ? Response.json({ tokens: [swapTokens.usd] }) : undefined,
    well: { value: [{ symbol: 'USDX' }] },
  },
  {
    act: 'a payment that is prepared',
    limit: 30_000,
    ask: ({ send }) => {
      send.edit({ token: native, sendTokenAmount: '0.1', receiverAddress: ada })
      return send.prepare()
    },
    told: ({ send }) => send.getState(),
    // No wallet was asked, and the form remains.
    shown: {
      status: 'failed',
      preview: undefined,
      error: { ...unreachable, moneyMoved: 'no' },
      form: { sendTokenAmount: '0.1' },
    },
    answers: ({ pathname }) => (pathname === '/v1' ? new Response('', { status: 502 }) : undefined),
    well: { status: 'failed', error: { ...unreachable, details: 'The gateway answered 502' } },
  },
  {
    act: 'permissions',
    limit: 30_000,
    ask: ({ permissions }) => permissions.refresh(),
    told: ({ permissions }) => permissions.getState(),
    shown: { status: 'failed', error: unreachable },
    answers: ({ pathname }) => (pathname.startsWith('/v1/sessions/') ? Response.json({ pcis: [] }) : undefined),
    well: { status: 'ready', data: [] },
  },
  {
    act: 'whose name it is',
    limit: 30_000,
    ask: ({ names }) => names.resolve({ name: 'ada.eth' }),
    told: (_, { value, reason }) => ({ value, reason }),
    shown: { reason: { message: 'Error resolving name' } },
    answers: ({ pathname }) => (pathname.includes('/profile/account/') ? Response.json([]) : undefined),
    well: { reason: { code: 'name_not_found' } },
  },
  {
    act: 'names to choose from',
    limit: 30_000,
    ask: ({ names }) => names.suggest({ name: 'ada' }),
    told: (_, { value, reason }) => ({ value, reason }),
    shown: { reason: { message: 'Error fetching name suggestions' } },
    answers: ({ pathname }) =>
      pathname === '/projects/v1/config'
        ? Response.json({ features: [{ id: 'names', isEnabled: true, config: ['latchkey.eth'] }] })
        : pathname.includes('/suggestions/')
          ? Response.json({ suggestions: [{ name: 'ada.latchkey.eth', registered: false }] })
          : undefined,
    well: { value: [{ name: 'ada.latchkey.eth' }] },
  },
  {
    act: 'the names of an account',
    limit: 30_000,
    ask: ({ names }) => names.list(),
    told: (_, { value, reason }) => ({ value, reason }),
    shown: { reason: { message: 'Error fetching names for address' } },
    answers: ({ pathname }) => (pathname.includes('/profile/reverse/') ? Response.json([]) : undefined),
    well: { value: [] },
  },
  {
    act: 'the directory of wallets',
    limit: 30_000,
    ask: ({ wallets }) => wallets.search({ search: 'fern', page: 1 }),
    told: (_, { value, reason }) => ({ value, reason }),
    shown: { reason: unreachable },
    answers: ({ pathname }) => (pathname.endsWith('/getWallets') ? Response.json({ data: [], count: 0 }) : undefined),
    well: { value: { data: [], count: 0 } },
  },
  {
    act: 'what can be bought',
    limit: 30_000,
    ask: ({ onramp }) => onramp.load(),
    told: ({ onramp }) => onramp.getState().options,
    // Labeled samples, which cannot be paid.
    shown: { status: 'ready', isSample: true },
    answers: ({ pathname }) =>
      pathname.includes('/onramp/')
        ? Response.json({ status: 'FAILED', code: 'onramp_unavailable', reasons: [] }, { status: 404 })
        : undefined,
    well: {},
  },
]

describe('the server accepts every request and answers none (spec 9.10)', () => {
  test.each(cases)(
    'behavior: $act: reported within $limit ms, every request ends, and the next one works',
    async (one) => {
      const { latchkey, environment, server, state, signals } = await hangingKit()
      const outcome: Outcome = {}
      const ask = async (into: Outcome) => {
        try {
          into.value = await one.ask(latchkey, environment)
        } catch (reason) {
          into.reason = reason
        }
      }
      const asked = ask(outcome)
      await until(() => signals.length > 0)
      await environment.advance(one.limit - 1)
      expect(one.told(latchkey, outcome)).not.toMatchObject(one.shown as object)
      await environment.advance(1)
      await asked
      expect(one.told(latchkey, outcome)).toMatchObject(one.shown as object)
      // Later requests have their own limits, and none runs forever.
      await environment.advance(60_000)
      expect(signals.every(({ aborted }) => aborted)).toBe(true)

      state.hangs = false
      server.intercept = ({ url }) => one.answers?.(url)
      const next: Outcome = {}
      await ask(next)
      await environment.idle()
      expect(one.told(latchkey, next)).toMatchObject(one.well as object)
      latchkey.destroy()
      expect(environment.timers()).toBe(0)
    },
  )
})

describe('a read without an answer delays nothing else', () => {
  test('behavior: an event leads to a read immediately, and a late answer of the earlier one is ignored', async () => {
    const { latchkey, environment, state, signals } = await hangingKit()
    state.hangs = false
    latchkey.balances.watch()
    await environment.idle()
    const source = environment.eventSources[0]
    source?.open()
    await environment.advance(1000)
    const before = latchkey.balances.getState()
    expect(before.status).toBe('ready')

    state.hangs = true
    void latchkey.balances.refresh({ force: true })
    await until(() => signals.length > 0)
    await environment.advance(5000)
    expect(latchkey.balances.getState()).toMatchObject({ status: 'loading', updatedAt: before.updatedAt })
    state.hangs = false
    source?.say({ kind: 'balance', topic: source.topics, block: 1 })
    await environment.advance(50)
    await environment.idle()
    expect(latchkey.balances.getState()).toMatchObject({ status: 'ready', updatedAt: environment.now() })
    expect(signals[0]?.aborted).toBe(true)
    // Nothing remains that could fail later.
    await environment.advance(30_000)
    expect(latchkey.balances.getState()).toMatchObject({ status: 'ready', error: undefined })
    expect(latchkey.modal.getState().toast).toBeUndefined()
    latchkey.destroy()
  })

  test('behavior: nor does the list of the server’s networks, which is awaited for 3 s', async () => {
    const { latchkey, environment, state, signals } = await hangingKit()
    state.listHangs = true
    const asked = latchkey.balances.refresh()
    await until(() => signals.length > 0)
    await environment.advance(2_999)
    expect(environment.requests.filter(({ url }) => url.includes('/balance'))).toHaveLength(0)
    state.hangs = false
    await environment.advance(1)
    await asked
    expect(latchkey.balances.getState().status).toBe('ready')
    latchkey.destroy()
  })

  test('behavior: a caller that aborts ends its request', async () => {
    const { latchkey, environment, signals } = await hangingKit()
    void latchkey.balances.refresh()
    await until(() => signals.length > 0)
    await latchkey.connection.disconnect()
    expect(signals.map(({ aborted }) => aborted)).toStrictEqual([true])
    expect(latchkey.balances.getState().status).toBe('idle')
    await environment.advance(60_000)
    expect(signals).toHaveLength(1)
    latchkey.destroy()
  })
})
