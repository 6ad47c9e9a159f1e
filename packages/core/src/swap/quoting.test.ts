import type { Quote } from '@latchkey/protocol/api'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { NetworksState } from '../networks/NetworksFeature.ts'
import { createStore } from '../store/Store.ts'
import { createTestEnvironment, settle } from '../testing/createTestEnvironment.ts'
import { swapQuoteOf, swapTokens } from '../testing/swapFixtures.ts'
import { localOne, localTwo } from '../testing/testNetworks.ts'
import { createSwap } from './createSwap.ts'
import type { SwapEngineParameters } from './createSwapEngine.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const connectedTo = (account: string): ConnectionState =>
  ({
    ...{ status: 'connected', connections: [], asking: undefined, failure: undefined },
    account: {
      ...{ namespace: 'eip155', address: account, type: 'eoa', chainId: 'eip155:31337' },
      ...{ caipAddress: `eip155:31337:${account}`, allAccounts: [] },
      connector: { id: 'test', namespace: 'eip155', name: 'Test', icon: null, rdns: null, type: 'injected' },
    },
  }) as unknown as ConnectionState

type Reply = Partial<Quote>[] | string
/** A swap with a server that gives the replies of the test in order. The last reply repeats. */
function setUp({ fails = false, serves = async () => true }: { fails?: boolean } & Pick<CoreContext, 'serves'> = {}) {
  const replies: (Reply | Promise<Reply>)[] = []
  const asked: string[] = []
  const payers: (string | null)[] = []
  const environment = createTestEnvironment({
    fetch: async (url) => {
      const { pathname, searchParams } = new URL(url)
      if (pathname !== '/v1/convert/quotes') throw new Error(pathname)
      asked.push(searchParams.get('amount') ?? '')
      payers.push(searchParams.get('userAddress'))
      const reply = await (replies.length > 1 ? replies.shift() : replies[0])
      if (typeof reply === 'string')
        return Response.json({ status: 'FAILED', code: reply, reasons: [] }, { status: 503 })
      const quotes = (reply ?? [{}]).map((change) =>
        swapQuoteOf({ fromAmount: searchParams.get('amount') ?? '', ...change }),
      )
      return Response.json({ quotes })
    },
  })
  const connection = createStore(connectedTo(address))
  const networks = createStore<NetworksState>({
    ...{ networks: [localOne, localTwo], active: localOne, unsupportedChainId: undefined, switchingTo: undefined },
  })
  let isFailing = fails
  const swap = createSwap({
    context: {
      config: {
        ...{ projectId: '0'.repeat(32), apiUrl: 'https://api.test', networks: [localOne, localTwo] },
        metadata: { name: 'Test', url: 'https://site.test' },
      },
      ...{ environment, report: () => {}, serves },
      load: async (chunk) => {
        if (isFailing) throw Object.assign(new Error('Network request failed'), { code: 'network_request_failed' })
        return chunk()
      },
    },
    ...{ connection: connection as unknown as ConnectionFeature, networks },
    // Quotes need none of these.
    ...({} as Pick<SwapEngineParameters, 'balances' | 'transactions'>),
  })
  onTestFinished(() => swap.destroy())
  const loaded = async () => {
    await import('./createSwapEngine.ts')
    await settle()
  }
  return {
    ...{ swap, environment, replies, asked, payers, connection, networks, loaded },
    recover: () => {
      isFailing = false
    },
  }
}
const form = { from: swapTokens.usd, to: swapTokens.kit, amount: '1' }
const pricing = ({ swap }: ReturnType<typeof setUp>) => swap.getState().pricing

test('default', async () => {
  const setting = setUp()
  const { swap, environment, asked, loaded } = setting
  swap.edit(form)
  expect(swap.getState().form).toStrictEqual({ ...form, slippage: 1 })
  await loaded()
  await environment.advance(199)
  expect(asked).toStrictEqual([])
  await environment.advance(1)
  expect(asked).toStrictEqual(['1000000'])
  expect(pricing(setting)).toMatchObject({ status: 'ready', toAmountText: '2', rate: 2, error: undefined })
  // No view watches.
  await environment.advance(9_000)
  expect(asked).toHaveLength(1)
})

test('behavior: typing makes one request, shortly after the last letter', async () => {
  const setting = setUp()
  const { swap, environment, asked, loaded } = setting
  swap.edit(form)
  await loaded()
  for (const amount of ['1.', '1.2', '1.23', '1.234']) {
    swap.edit({ amount })
    await environment.advance(100)
  }
  expect(asked).toStrictEqual([])
  await environment.advance(100)
  expect(asked).toStrictEqual(['1234000'])
})

test('behavior: a late answer is dropped', async () => {
  const setting = setUp()
  const { swap, environment, replies, loaded } = setting
  const answers: ((reply: Reply) => void)[] = []
  const later = () => new Promise<Reply>((resolve) => answers.push(resolve))
  replies.push(later(), later())
  swap.edit(form)
  await loaded()
  await environment.advance(200)
  expect(pricing(setting).status).toBe('loading')
  swap.edit({ amount: '2' })
  await environment.advance(200)
  answers[1]?.([{ toAmount: '4000000000000000000' }])
  await settle()
  answers[0]?.([{ toAmount: '2000000000000000000' }])
  await settle()
  expect(pricing(setting)).toMatchObject({ status: 'ready', toAmountText: '4' })
  expect(pricing(setting).quote?.fromAmount).toBe('2000000')
})

describe('behavior: while a view watches', () => {
  test('the quote is renewed every ten seconds, but not in a hidden page', async () => {
    const setting = setUp()
    const { swap, environment, asked, loaded } = setting
    const stop = swap.watch()
    swap.edit(form)
    await loaded()
    await environment.advance(200)
    await environment.advance(10_000)
    expect(asked).toHaveLength(2)
    environment.setVisible(false)
    await environment.advance(60_000)
    expect(asked).toHaveLength(2)
    environment.setVisible(true)
    await settle()
    expect(asked).toHaveLength(3)
    stop()
    stop()
    await environment.advance(60_000)
    expect(asked).toHaveLength(3)
  })

  test('a failure keeps form and price, is reported, and is retried', async () => {
    const setting = setUp()
    const { swap, environment, replies, loaded } = setting
    replies.push([{}], 'upstream_unavailable', [{ toAmount: '3000000000000000000' }])
    swap.watch()
    swap.edit(form)
    await loaded()
    await environment.advance(200)
    await environment.advance(10_000)
    expect(pricing(setting)).toMatchObject({
      ...{ status: 'failed', toAmountText: '2', error: { code: 'upstream_unavailable' } },
    })
    expect(swap.getState().form).toMatchObject(form)
    await environment.advance(10_000)
    expect(pricing(setting)).toMatchObject({ status: 'ready', toAmountText: '3', error: undefined })
  })
})

test('behavior: a price without renewal becomes outdated', async () => {
  const setting = setUp()
  const { swap, environment, loaded } = setting
  swap.edit(form)
  await loaded()
  await environment.advance(200)
  await environment.advance(29_799)
  expect(pricing(setting).status).toBe('ready')
  await environment.advance(1)
  expect(pricing(setting)).toMatchObject({
    ...{ status: 'failed', toAmountText: '2', error: { code: 'quote_outdated' } },
  })
})

test.each(['insufficient_liquidity', 'amount_too_small', 'transfer_fee_unsupported'])(
  'error: %s removes the price',
  async (code) => {
    const setting = setUp()
    const { swap, environment, replies, loaded } = setting
    replies.push([{}], code)
    swap.watch()
    swap.edit(form)
    await loaded()
    await environment.advance(200)
    await environment.advance(10_000)
    expect(pricing(setting)).toMatchObject({ status: 'failed', quote: undefined, error: { code } })
  },
)

test.each([
  ['amount', { fromAmount: '999999' }],
  ['source token', { fromAccount: swapTokens.native.address }],
  ['target token', { toAccount: swapTokens.native.address }],
])('error: a quote for another %s is rejected', async (_, change) => {
  const setting = setUp()
  setting.replies.push([change])
  setting.swap.edit(form)
  await setting.loaded()
  await setting.environment.advance(200)
  expect(pricing(setting)).toMatchObject({ status: 'failed', quote: undefined, error: { code: 'response_invalid' } })
})

test.each([
  ['nothing chosen', { to: undefined }],
  ['the same token twice', { to: swapTokens.usd }],
  ['no amount', { amount: '0' }],
  ['too many decimals', { amount: '0.0000001' }],
  [
    'a token of another network',
    { to: { ...swapTokens.kit, address: swapTokens.kit.address.replace('31337', '31338') } },
  ],
] as const)('behavior: %s makes no request', async (_, change) => {
  const setting = setUp()
  setting.swap.watch()
  setting.swap.edit({ ...form, ...(change as Partial<typeof form>) })
  await setting.loaded()
  await setting.environment.advance(30_000)
  expect(setting.asked).toStrictEqual([])
  expect(pricing(setting)).toMatchObject({ status: 'idle' })
})

test('behavior: a price is shown before the connection, and the form remains after it', async () => {
  const setting = setUp()
  const { swap, environment, connection, asked, payers, loaded } = setting
  connection.setState(
    (state) => ({ ...state, status: 'disconnected', account: undefined }) as unknown as ConnectionState,
  )
  swap.watch()
  swap.edit(form)
  await loaded()
  await environment.advance(200)
  expect(pricing(setting)).toMatchObject({ status: 'ready', toAmountText: '2' })
  expect(payers).toStrictEqual([null])
  connection.setState(connectedTo(address))
  expect(swap.getState()).toMatchObject({ status: 'editing', form })
  await environment.advance(200)
  expect(asked).toHaveLength(2)
  expect(payers).toStrictEqual([null, `eip155:31337:${address}`])
  expect(pricing(setting).status).toBe('ready')
})

test('behavior: a wallet on another network does not prevent a price, and the form remains when it switches', async () => {
  const setting = setUp()
  const { swap, environment, networks, payers, loaded } = setting
  networks.setState((state) => ({ ...state, active: localTwo }))
  swap.edit(form)
  await loaded()
  await environment.advance(200)
  expect(pricing(setting)).toMatchObject({ status: 'ready', toAmountText: '2' })
  networks.setState((state) => ({ ...state, active: localOne }))
  expect(swap.getState()).toMatchObject({ status: 'editing', form })
  await environment.advance(200)
  expect(payers).toStrictEqual([null, `eip155:31337:${address}`])
})

test.each(['account', 'network'] as const)('behavior: another %s empties the form', async (what) => {
  const setting = setUp()
  const { swap, environment, connection, networks, asked, loaded } = setting
  swap.watch()
  swap.edit(form)
  await loaded()
  await environment.advance(200)
  if (what === 'account') connection.setState(connectedTo(`0x${'1'.repeat(40)}`))
  else networks.setState((state) => ({ ...state, active: localTwo }))
  expect(swap.getState()).toMatchObject({ status: 'editing', form: { from: undefined, amount: '' } })
  expect(pricing(setting)).toMatchObject({ status: 'idle', quote: undefined })
  await environment.advance(60_000)
  expect(asked).toHaveLength(1)
})

test('error: a network that the server does not serve is never asked for a quote (spec 8.18 and 7.3)', async () => {
  const kit = setUp({ serves: async () => false })
  kit.swap.edit(form)
  await kit.loaded()
  await kit.environment.advance(200)
  await kit.environment.idle()
  expect(pricing(kit)).toMatchObject({
    status: 'failed',
    error: { code: 'swap_network_unsupported', message: 'Network not supported for Swaps' },
  })
  expect(kit.asked).toStrictEqual([])
})

test('error: the engine cannot be loaded; the next use tries again', async () => {
  const { swap, loaded, recover, environment, asked } = setUp({ fails: true })
  swap.edit(form)
  await settle()
  expect(swap.getState()).toMatchObject({
    ...{ status: 'editing', form, issues: [{ field: 'transaction', code: 'network_request_failed' }] },
  })
  await expect(swap.listTokens()).rejects.toMatchObject({ code: 'network_request_failed' })
  recover()
  swap.edit({ amount: '3' })
  await loaded()
  expect(swap.getState().form).toStrictEqual({ ...form, amount: '3', slippage: 1 })
  await environment.advance(200)
  expect(asked).toStrictEqual(['3000000'])
})
