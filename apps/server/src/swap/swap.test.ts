import { toChainConfigs, waitForReceipt } from '@latchkey/devnet'
import type {
  EndpointResponse,
  ErrorBody,
  getSwapAllowance,
  getSwapGasPrice,
  getSwapQuotes,
  getSwapTokens,
} from '@latchkey/protocol/api'
import { erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerConfigInput } from '../platform/config/ServerConfig.ts'
import { createTestApp, type TestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { signPermit } from './testing/signPermit.ts'
import { type Built, localOne, type SwapWorld, startSwapWorld } from './testing/startSwapWorld.ts'
import { type SandboxRequest, startZeroexSandbox, type ZeroexSandbox } from './testing/startZeroexSandbox.ts'

/** Local Two: other tests have not measured its tokens. */
const two = { id: 31338, chainId: 'eip155:31338' } as const
const holder = '0x0000000000001ff3684f28c67538d4d072c22734'

let world: SwapWorld
let sandbox: ZeroexSandbox
let context: TestContext
/** The application with an aggregator. */
let aggregated: TestApp['app']
let refusals: { quotes: (query: Record<string, string>) => Promise<readonly [number, string]> }

beforeAll(async () => {
  ;[world, sandbox] = await Promise.all([startSwapWorld(), startZeroexSandbox()])
  context = await createTestContext({
    connection: world.context.connection,
    config: { chains: toChainConfigs(world.devnet), convert: { zeroex: { url: sandbox.url, apiKey: 'a-key' } } },
  })
  aggregated = (await createTestApp({ context })).app
  refusals = {
    quotes: async (query) => {
      const usual = { from: world.id('ETH'), to: world.id('USDL'), amount: '1000000000000000' }
      const path = `/v1/convert/quotes?${new URLSearchParams({ ...usual, ...query })}`
      const { status, body } = await world.get<ErrorBody>(path)
      return [status, body.code]
    },
  }
})
afterAll(async () => {
  await context.stop()
  await sandbox.stop()
  await world.stop()
})

const unknown = `${localOne.chainId}:0x00000000000000000000000000000000000000aa`
type Tokens = EndpointResponse<typeof getSwapTokens>

test('default: lists the swappable tokens, the native token first, listed ones before others, no spam', async () => {
  const { status, body } = await world.get<Tokens>(`/v1/convert/tokens?chainId=${localOne.chainId}`)
  expect(status).toBe(200)
  const [native] = body.tokens
  expect(native).toMatchObject({ address: world.id('ETH'), symbol: 'ETH', decimals: 18, eip2612: false, listed: true })
  expect(native?.price).toBeGreaterThan(0)
  const bySymbol = new Map(body.tokens.map((token) => [token.symbol, token]))
  expect([...bySymbol.keys()]).toEqual(['ETH', 'USDL', 'LATCH', 'AUR', 'LBTC', 'TOLL', 'MUTE', 'WETH', 'LSOL'])
  // Measured: the contract of the wrapped native token answers every call, but takes no permits.
  const taking = body.tokens.filter(({ eip2612 }) => eip2612).map(({ symbol }) => symbol)
  expect(taking).toEqual(['USDL', 'LATCH', 'AUR', 'LBTC', 'LSOL'])
  const spam = world.devnet.tokens.find(({ kind }) => kind === 'spam')?.address
  expect(JSON.stringify(body)).not.toContain(spam?.toLowerCase())
  const one = await world.get<Tokens>(`/v1/convert/tokens?chainId=${localOne.chainId}&address=${world.address('AUR')}`)
  expect(one.body.tokens).toEqual([bySymbol.get('AUR')])
  const named = await world.get<Tokens>(`/v1/convert/tokens?chainId=${localOne.chainId}&address=${unknown}`)
  expect(named.body.tokens).toEqual([])
})

test('default: a quote lists its parts, adds up, and has an ID', async () => {
  const amount = 10n ** 20n
  const quotes = await world.quotes({ from: 'ETH', to: 'USDL', amount })
  expect(quotes).toHaveLength(1)
  const [quote] = quotes
  if (!quote) throw new Error('no quote')
  const sum = (pick: 'amountIn' | 'amountOut') => quote.route.reduce((total, part) => total + BigInt(part[pick]), 0n)
  expect(sum('amountIn')).toBe(amount)
  expect(String(sum('amountOut'))).toBe(quote.toAmount)
  expect(quote.poolFee).toBeGreaterThan(0)
  expect(quote.priceImpact).toBeGreaterThan(0.01)
  expect(Number(quote.gas)).toBeGreaterThan(100_000)
  const left = Date.parse(quote.validUntil) - Date.now()
  expect(left).toBeGreaterThan(20_000)
  expect(left).toBeLessThanOrEqual(30_000)
  // The quote ID is valid for this swap only.
  const { status, body } = await world.build({
    from: 'ETH',
    to: 'USDL',
    amount: amount + 1n,
    person: 'faucet',
    quoteId: quote.id,
  })
  expect([status, body.code, body.reasons[0]?.field]).toEqual([400, 'malformed_request', 'quoteId'])
})

test('default: returns gas prices at three speeds, each at least the one before', async () => {
  const { status, body } = await world.get<EndpointResponse<typeof getSwapGasPrice>>(
    `/v1/convert/gas-price?chainId=${localOne.chainId}`,
  )
  expect(status).toBe(200)
  const [standard, fast, instant] = [body.standard, body.fast, body.instant].map(BigInt)
  expect(standard).toBeGreaterThan(0n)
  expect(fast).toBeGreaterThanOrEqual(standard ?? 0n)
  expect(instant).toBeGreaterThanOrEqual(fast ?? 0n)
})

test('default: a permit replaces an approval, works once, and only for its owner', async () => {
  const amount = 10n ** 20n
  const pair = { from: 'LATCH', to: 'USDL', amount } as const
  const { wallet, reader } = world.clientsOf(localOne.id, world.person(2))
  const spender = world.devnet.contracts.uniswapSwapRouter02
  const revoke = {
    abi: erc20Abi,
    address: world.address('LATCH'),
    functionName: 'approve',
    args: [spender, 0n],
  } as const
  await waitForReceipt({ client: reader, hash: await wallet.writeContract(revoke) })
  const refused = await world.build({ ...pair, person: 2 })
  expect([refused.status, refused.body.code]).toEqual([400, 'simulation_failed'])
  expect(refused.body.reasons[0]?.description).toMatch(/approved amount/)

  const permit = await signPermit({ world, symbol: 'LATCH', person: 2, value: amount })
  const stranger = await world.build({ ...pair, person: 1, eip155: { permit } })
  expect([stranger.status, stranger.body.code]).toEqual([400, 'simulation_failed'])
  expect(stranger.body.reasons[0]?.description).toMatch(/signed permit/)
  const small = await world.build({ ...pair, amount: amount + 1n, person: 2, eip155: { permit } })
  expect([small.status, small.body.code]).toEqual([400, 'malformed_request'])

  const { status, body } = await world.build({ ...pair, person: 2, eip155: { permit } })
  expect(status, JSON.stringify(body)).toBe(200)
  const before = await world.balance('USDL', world.person(2).address)
  expect((await world.send(body, 2)).isDone).toBe(true)
  expect((await world.balance('USDL', world.person(2).address)) - before).toBe(BigInt(body.quote.toAmount))
  const again = await world.build({ ...pair, person: 2, eip155: { permit } })
  expect([again.status, again.body.code]).toEqual([400, 'simulation_failed'])
  expect((await world.send(body, 2)).isDone).toBe(false)
})

test('default: for a token that refuses to change an allowance, the first approval resets it', async () => {
  // approve() reverts if both the old and the new allowance are nonzero; allowance() returns slot 0.
  const runtime =
    '0x60003560e01c8063095ea7b314601b57600054600052602060 00f35b602435801560305760005415603057600060 00fd5b60005560016000526020 6000f3'
  const token = '0x7e57000000000000000000000000000000000123'
  await world.node(localOne.id, 'anvil_setCode', [token, runtime.replaceAll(' ', '')])
  const ask = async (amount: bigint) => {
    const from = `${localOne.chainId}:${token}`
    const path = `/v1/convert/build-approve?from=${from}&to=${world.id('USDL')}&userAddress=${world.accountId(0)}&amount=${amount}`
    return (await world.get<{ approval: { amount: string } }>(path)).body.approval.amount
  }
  const setAllowance = (value: bigint) =>
    world.node(localOne.id, 'anvil_setStorageAt', [
      token,
      `0x${'0'.repeat(64)}`,
      `0x${value.toString(16).padStart(64, '0')}`,
    ])
  expect(await ask(70n)).toBe('70')
  await setAllowance(5n)
  expect(await ask(70n)).toBe('0')
  await setAllowance(0n)
  expect(await ask(70n)).toBe('70')
})

test('default: builds a swap without an estimate, before its approval is sent', async () => {
  const swap = { from: 'AUR', to: 'USDL', amount: 10n ** 18n, person: 3 }
  const { wallet, reader } = world.clientsOf(localOne.id, world.person(3))
  const spender = world.devnet.contracts.uniswapSwapRouter02
  const revoke = { abi: erc20Abi, address: world.address('AUR'), functionName: 'approve', args: [spender, 0n] } as const
  await waitForReceipt({ client: reader, hash: await wallet.writeContract(revoke) })
  expect((await world.build(swap)).status).toBe(400)
  const { status, body } = await world.build({ ...swap, disableEstimate: true })
  expect(status).toBe(200)
  await world.approve(swap)
  expect((await world.send(body, 3)).isDone).toBe(true)
})

test('error: each refusal has its code and its field', async () => {
  expect(await refusals.quotes({ to: world.id('ETH') })).toEqual([400, 'same_token'])
  expect(await refusals.quotes({ amount: '0' })).toEqual([400, 'amount_too_small'])
  expect(await refusals.quotes({ amount: '1' })).toEqual([400, 'amount_too_small'])
  expect(await refusals.quotes({ amount: String(10n ** 60n) })).toEqual([400, 'insufficient_liquidity'])
  expect(await refusals.quotes({ to: unknown })).toEqual([400, 'token_not_found'])
  const spam = world.devnet.tokens.find(({ kind }) => kind === 'spam')?.address
  expect(await refusals.quotes({ to: `${localOne.chainId}:${spam}` })).toEqual([400, 'token_not_found'])
  expect(await refusals.quotes({ to: `eip155:31338:${world.address('USDL')}` })).toEqual([
    400,
    'swap_network_unsupported',
  ])
  const elsewhere = { from: `eip155:1:${world.address('USDL')}`, to: `eip155:1:${world.address('WETH')}` }
  expect(await refusals.quotes(elsewhere)).toEqual([400, 'unsupported_chain'])
  expect(await refusals.quotes({ amount: '1.5' })).toEqual([400, 'malformed_request'])
  expect(await refusals.quotes({ userAddress: `eip155:31338:${world.person(0).address}` })).toEqual([
    400,
    'malformed_address',
  ])
  for (const slippage of [51, '-1', 'all']) {
    const { status, body } = await world.build({
      from: 'ETH',
      to: 'USDL',
      amount: 10n ** 15n,
      person: 0,
      eip155: { slippage },
    })
    expect([status, body.code, body.reasons[0]?.field]).toEqual([400, 'malformed_request', 'eip155.slippage'])
  }
  const poor = await world.build({ from: 'ETH', to: 'USDL', amount: 10n ** 21n, person: 0 })
  expect([poor.status, poor.body.code]).toEqual([400, 'simulation_failed'])
  expect(poor.body.reasons[0]?.description).toMatch(/native token/)
  const native = `/v1/convert/build-approve?from=${world.id('ETH')}&to=${world.id('USDL')}&userAddress=${world.accountId(0)}`
  const nothing = native.replace(world.id('ETH'), unknown)
  for (const path of [native, nothing]) {
    const { status, body } = await world.get<ErrorBody>(path)
    expect([status, body.code]).toEqual([400, 'token_not_found'])
  }
})

test('error: a chain without a router, and a server without swaps, are refused with a code', async () => {
  const chain: ServerConfigInput['chains'][number] = {
    ...{ chainId: 'eip155:31337', name: 'Bare', upstreams: [{ url: 'http://127.0.0.1:9' }] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const router = { uniswapSwapRouter02: world.devnet.contracts.uniswapSwapRouter02 }
  const configs: Partial<ServerConfigInput>[] = [
    { chains: [chain] },
    { chains: [{ ...chain, contracts: router }], convert: { enabled: false } },
  ]
  for (const config of configs) {
    const bare = await createTestContext({ config, connection: world.context.connection })
    try {
      const { app } = await createTestApp({ context: bare })
      const reply = await app.request(`/v1/convert/tokens?chainId=eip155:31337&projectId=${testProjectId}`)
      expect([reply.status, ((await reply.json()) as ErrorBody).code]).toEqual([400, 'swap_network_unsupported'])
    } finally {
      await bare.stop()
    }
  }
})

test('behavior: after a reorganization, quotes and builds use the new chain', async () => {
  const pair = { from: 'ETH', to: 'LBTC', amount: 10n ** 18n }
  const amountOf = async () => (await world.quotes(pair))[0]?.toAmount
  const snapshot = await world.node(localOne.id, 'evm_snapshot')
  const first = await amountOf()
  const { body } = await world.build({ ...pair, amount: 10n ** 20n, person: 'faucet' })
  await world.send(body, 'faucet')
  await expect.poll(amountOf).not.toBe(first)
  await world.node(localOne.id, 'evm_revert', [snapshot])
  await world.node(localOne.id, 'anvil_mine', ['0x3', '0x1'])
  await expect.poll(amountOf).toBe(first)
  const built = await world.build({ ...pair, person: 'faucet', minimumAmount: first })
  expect([built.status, built.body.quote?.toAmount]).toEqual([200, first])
})

const idOfTwo = (symbol: string) => `${two.chainId}:${world.address(symbol)}`

async function ask<Body>(path: string, body?: object) {
  const url = `${path}${path.includes('?') ? '&' : '?'}projectId=${testProjectId}`
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await aggregated.request(url, body ? post : {})
  return { status: reply.status, body: (await reply.json()) as Body }
}

const quotesOfTwo = (from: string, to: string, amount: bigint) =>
  ask<EndpointResponse<typeof getSwapQuotes> & ErrorBody>(
    `/v1/convert/quotes?from=${idOfTwo(from)}&to=${idOfTwo(to)}&amount=${amount}`,
  )

/** Response of the sandbox with this output amount. */
const offer =
  (buyAmount: bigint, gas = '250000') =>
  ({ query }: SandboxRequest) => {
    const minBuyAmount = ((buyAmount * 99n) / 100n).toString()
    const value = query.get('sellToken') === world.address('ETH') ? query.get('sellAmount') : '0'
    const asked = {
      buyToken: query.get('buyToken'),
      sellToken: query.get('sellToken'),
      sellAmount: query.get('sellAmount'),
    }
    return {
      body: {
        ...{
          liquidityAvailable: true,
          ...asked,
          buyAmount: buyAmount.toString(),
          minBuyAmount,
          allowanceTarget: holder,
        },
        route: { fills: [{ source: 'Sandbox_DEX', proportionBps: '10000' }] },
        ...{ gas, gasPrice: '1000000000' },
        transaction: { to: holder, data: '0x2213bc0b', gas, gasPrice: '1000000000', value },
      },
    }
  }

test('default: sandbox: the better quote comes first, with its name, its spender and its sources', async () => {
  sandbox.answer(() => ({ body: { liquidityAvailable: false } }))
  const amount = 10n ** 18n
  const alone = await quotesOfTwo('ETH', 'USDL', amount)
  expect(alone.body.quotes.map(({ provider }) => provider)).toEqual(['latchkey'])
  const own = BigInt(alone.body.quotes[0]?.toAmount ?? 0)
  for (const [offered, order] of [
    [(own * 11n) / 10n, ['zeroex', 'latchkey']],
    [(own * 9n) / 10n, ['latchkey', 'zeroex']],
  ] as const) {
    sandbox.answer(offer(offered))
    const { body } = await quotesOfTwo('ETH', 'USDL', amount)
    expect(body.quotes.map(({ provider }) => provider)).toEqual(order)
    const other = body.quotes.find(({ provider }) => provider === 'zeroex')
    expect(other).toMatchObject({ toAmount: offered.toString(), spender: null, priceImpact: null, poolFee: null })
    expect(other?.route.map(({ hops }) => hops[0]?.source)).toEqual(['Sandbox_DEX'])
  }
  // The output is larger, but its gas costs more than the difference.
  sandbox.answer(offer(own + 1n, '900000000'))
  expect((await quotesOfTwo('ETH', 'USDL', amount)).body.quotes[0]?.provider).toBe('latchkey')
  sandbox.answer(offer(10n ** 9n))
  const sold = (await quotesOfTwo('LATCH', 'USDL', amount)).body.quotes.find(({ provider }) => provider === 'zeroex')
  expect(sold?.spender).toBe(`${two.chainId}:${holder}`)
})

test('default: sandbox: builds a named quote with its provider, and never below the promised amount', async () => {
  const amount = 10n ** 18n
  sandbox.answer(offer(10n ** 10n))
  const [quote] = (await quotesOfTwo('ETH', 'USDL', amount)).body.quotes
  expect(quote?.provider).toBe('zeroex')
  const swap = {
    from: idOfTwo('ETH'),
    to: idOfTwo('USDL'),
    amount: amount.toString(),
    quoteId: quote?.id,
    disableEstimate: true,
  }
  const request = { ...swap, userAddress: `${two.chainId}:${world.person(0).address}` }
  const built = await ask<Built>('/v1/convert/build-transaction', request)
  expect(built.status).toBe(200)
  expect(built.body).toMatchObject({ minimumAmount: '9900000000', quote: { provider: 'zeroex' } })
  expect(built.body.tx).toMatchObject({ to: `${two.chainId}:${holder}`, data: '0x2213bc0b', value: amount.toString() })
  sandbox.answer(offer(10n ** 10n - 10n ** 8n))
  const worse = await ask<ErrorBody>('/v1/convert/build-transaction', request)
  expect([worse.status, worse.body.code]).toEqual([409, 'quote_outdated'])
  sandbox.answer(() => ({ status: 500, body: {} }))
  const broken = await ask<ErrorBody>('/v1/convert/build-transaction', request)
  expect([broken.status, broken.body.code]).toEqual([503, 'upstream_unavailable'])
})

test('behavior: sandbox: the aggregator quotes a pair for which our own pools have no route', async () => {
  sandbox.answer(offer(10n ** 12n))
  const amount = 10n ** 40n
  expect((await quotesOfTwo('USDL', 'LATCH', amount)).body.quotes.map(({ provider }) => provider)).toEqual(['zeroex'])
  sandbox.answer(() => ({ body: { liquidityAvailable: false } }))
  expect((await quotesOfTwo('USDL', 'LATCH', amount)).body.code).toBe('insufficient_liquidity')
})

test('behavior: sandbox: our own quote arrives without an aggregator that does not respond', async () => {
  sandbox.answer(() => 'never')
  const began = performance.now()
  const { body } = await quotesOfTwo('ETH', 'LATCH', 10n ** 18n)
  expect(body.quotes.map(({ provider }) => provider)).toEqual(['latchkey'])
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('behavior: a token that starts to take a transfer fee is swapped only through v2 pools, and avoided as an intermediate', async () => {
  sandbox.answer(() => ({ body: { liquidityAvailable: false } }))
  const toll = await world.node(two.id, 'eth_getCode', [world.address('TOLL'), 'latest'])
  await world.node(two.id, 'anvil_setCode', [world.address('LBTC'), toll])
  const { body } = await quotesOfTwo('LBTC', 'USDL', 1_000_000n)
  expect(body.quotes[0]?.transferFees).toEqual({ from: 0.01, to: 0 })
  expect(body.quotes[0]?.route.flatMap(({ hops }) => hops.map(({ source }) => source))).toEqual(['uniswap-v2'])
})

test('behavior: a token that raises its transfer fee is refused once, then measured again', async () => {
  const swap = { from: idOfTwo('ETH'), to: idOfTwo('AUR'), amount: String(10n ** 16n) }
  const request = { ...swap, userAddress: `${two.chainId}:${world.person(0).address}` }
  const before = await ask<Built>('/v1/convert/build-transaction', request)
  expect(before.body.quote.transferFees).toEqual({ from: 0, to: 0 })
  const toll = await world.node(two.id, 'eth_getCode', [world.address('TOLL'), 'latest'])
  await world.node(two.id, 'anvil_setCode', [world.address('AUR'), toll])
  const refused = await ask<ErrorBody>('/v1/convert/build-transaction', { ...request, eip155: { slippage: 0.5 } })
  expect(['simulation_failed', 'quote_outdated']).toContain(refused.body.code)
  const after = await ask<Built>('/v1/convert/build-transaction', request)
  expect([after.status, after.body.quote.transferFees]).toEqual([200, { from: 0, to: 0.01 }])
})

test('error: a token with unpredictable transfers is not swapped', async () => {
  // Returns the same number for every call: a transfer does not change its balances.
  await world.node(two.id, 'anvil_setCode', [world.address('MUTE'), '0x64e8d4a5100060005260206000f3'])
  const { status, body } = await quotesOfTwo('ETH', 'MUTE', 10n ** 15n)
  expect([status, body.code, body.reasons[0]?.field]).toEqual([400, 'transfer_fee_unsupported', 'to'])
})

test('error: reports a node that stops between quote and build, and works again when it is back', async () => {
  const swap = { from: 'ETH', to: 'USDL', amount: 10n ** 17n, person: 0 }
  const [quote] = await world.quotes(swap)
  await world.devnet.stopChain({ id: localOne.id })
  const wanted = { ...swap, quoteId: quote?.id }
  const { status, body } = await world.build(wanted)
  expect([status, body.code]).toEqual([503, 'upstream_unavailable'])
  const path = `/v1/convert/allowance?tokenAddress=${world.id('USDL')}&userAddress=${world.accountId(0)}`
  expect((await world.get<EndpointResponse<typeof getSwapAllowance>>(path)).status).toBe(503)
  const quotes = `/v1/convert/quotes?from=${world.id('ETH')}&to=${world.id('USDL')}&amount=77`
  await expect.poll(async () => (await world.get<EndpointResponse<typeof getSwapQuotes>>(quotes)).status).toBe(503)
  expect((await world.get<Tokens>(`/v1/convert/tokens?chainId=${localOne.chainId}`)).status).toBe(200)
  await world.devnet.startChain({ id: localOne.id })
  await expect.poll(async () => (await world.build(wanted)).status, { timeout: 60_000 }).toBe(200)
  const built = await world.build(wanted)
  const before = await world.balance('USDL', world.person(0).address)
  expect((await world.send(built.body, 0)).isDone).toBe(true)
  expect((await world.balance('USDL', world.person(0).address)) - before).toBe(BigInt(built.body.quote.toAmount))
})
