import { nativeEvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SandboxRequest, startZeroexSandbox, type ZeroexSandbox } from '../testing/startZeroexSandbox.ts'
import { createZeroexClient } from './createZeroexClient.ts'

let sandbox: ZeroexSandbox
let now = 1_000_000

beforeAll(async () => {
  sandbox = await startZeroexSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.requests.length = 0
  now += 1_000_000
})

const apiKey = 'a-secret-that-nobody-may-see'
const usd = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const account = '0x70a9f34f9b34c64957b9c401a97bfed35b95049e'
const holder = '0x0000000000001ff3684f28c67538d4d072c22734'
const request = { chainId: 'eip155:1', from: usd, to: weth, amount: 100_000_000n, account, slippage: 1 } as const

const client = (url = sandbox.url) => createZeroexClient({ url, apiKey, clock: { now: () => now } })

/** A response in the documented shape. */
function terms({ query }: SandboxRequest) {
  return {
    liquidityAvailable: true,
    blockNumber: '20114692',
    ...{ buyToken: query.get('buyToken'), sellToken: query.get('sellToken'), sellAmount: query.get('sellAmount') },
    ...{ buyAmount: '40000000000000000', minBuyAmount: '39600000000000000' },
    allowanceTarget: holder,
    fees: { integratorFee: null, zeroExFee: null, gasFee: null },
    issues: {
      allowance: { actual: '0', spender: holder },
      balance: null,
      simulationIncomplete: false,
      invalidSourcesPassed: [],
    },
    route: {
      fills: [
        { from: usd, to: weth, source: 'Uniswap_V3', proportionBps: '7500' },
        { from: usd, to: weth, source: 'SushiSwap', proportionBps: '2500' },
      ],
      tokens: [],
    },
    totalNetworkFee: '1393685870940000',
    zid: '0x111111111111111111111111',
  }
}
const price = (asked: SandboxRequest) => ({ ...terms(asked), gas: '288079', gasPrice: '4837860000' })
const firm = (asked: SandboxRequest) => ({
  ...terms(asked),
  transaction: { to: holder, data: '0x2213bc0bABCD', gas: '288079', gasPrice: '4837860000', value: '0' },
})

async function refusal(ask: () => Promise<unknown>): Promise<ServiceError> {
  try {
    await ask()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('it was not refused')
}

function expectNoSecret({ message, details, stack, cause }: ServiceError): void {
  const told = JSON.stringify([message, details, stack, cause])
  for (const secret of [apiKey, account]) expect(told).not.toContain(secret)
}

test('default: sandbox: sends the key of a price request only in its header', async () => {
  sandbox.answer((asked) => ({ body: price(asked) }))
  const quote = await client().quote(request)
  expect(quote).toEqual({
    ...{ amountOut: 40_000_000_000_000_000n, gas: 288_079n, gasPrice: 4_837_860_000n, spender: holder },
    sources: [
      { name: 'Uniswap_V3', share: 0.75 },
      { name: 'SushiSwap', share: 0.25 },
    ],
  })
  const [asked] = sandbox.requests
  expect(asked?.path).toBe('/swap/allowance-holder/price')
  expect(asked?.headers).toMatchObject({ '0x-api-key': apiKey, '0x-version': 'v2' })
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    ...{ chainId: '1', sellToken: usd, buyToken: weth, sellAmount: '100000000', slippageBps: '100', taker: account },
  })
})

test('default: sandbox: builds a transaction with the promised amounts', async () => {
  sandbox.answer((asked) => ({ body: firm(asked) }))
  const swap = await client(`${sandbox.url}/`).build(request)
  expect(swap).toMatchObject({
    to: holder,
    data: '0x2213bc0babcd',
    value: 0n,
    minimumOut: 39_600_000_000_000_000n,
    spender: holder,
  })
  expect(sandbox.requests[0]?.path).toBe('/swap/allowance-holder/quote')
})

test('default: sandbox: sends the native token as value, and needs no allowance', async () => {
  const sold = { ...request, from: nativeEvmAddress } as const
  sandbox.answer((asked) => ({
    body: { ...firm(asked), allowanceTarget: null, transaction: { ...firm(asked).transaction, value: '100000000' } },
  }))
  expect(await client().build(sold)).toMatchObject({ value: 100_000_000n, spender: undefined })
  sandbox.answer((asked) => ({ body: firm(asked) }))
  expect((await refusal(() => client().build(sold))).code).toBe('upstream_unavailable')
})

test('error: sandbox: reports missing liquidity', async () => {
  sandbox.answer(() => ({ body: { liquidityAvailable: false, zid: '0x1' } }))
  expect((await refusal(() => client().quote(request))).code).toBe('insufficient_liquidity')
})

test('error: sandbox: rejects a response that does not match the request', async () => {
  const changes: Record<string, object> = {
    'another token': { buyToken: usd },
    'another amount': { sellAmount: '99999999' },
    nothing: { buyAmount: '0', minBuyAmount: '0' },
    'a lower minimum than asked for': { minBuyAmount: '39599999999999999' },
    'a minimum above the amount': { minBuyAmount: '40000000000000001' },
    'nobody to allow': { allowanceTarget: null, issues: null },
    'an amount that is none': { buyAmount: '-1' },
    'a transaction for another contract': {
      transaction: { to: 'elsewhere', data: '0x2213bc0b', gasPrice: '1', value: '0' },
    },
    'a transaction that takes coins': { transaction: { to: holder, data: '0x2213bc0b', gasPrice: '1', value: '5' } },
  }
  for (const [name, change] of Object.entries(changes)) {
    sandbox.answer((asked) => ({ body: { ...firm(asked), ...change } }))
    expect((await refusal(() => client().build(request))).code, name).toBe('upstream_unavailable')
  }
  for (const body of ['no json', '[]', 'null', '{}']) {
    sandbox.answer(() => ({ body }))
    expect((await refusal(() => client().quote(request))).code, body).toBe('upstream_unavailable')
  }
})

test('error: sandbox: sends no requests for as long as the service asked for', async () => {
  sandbox.answer(() => ({ status: 429, headers: { 'retry-after': '7' }, body: {} }))
  const zeroex = client()
  expect(await refusal(() => zeroex.quote(request))).toMatchObject({ code: 'upstream_unavailable', retryAfter: 7 })
  sandbox.answer((asked) => ({ body: price(asked) }))
  now += 6_000
  expect(await refusal(() => zeroex.quote(request))).toMatchObject({ retryAfter: 1 })
  expect(sandbox.requests).toHaveLength(1)
  now += 1_000
  expect((await zeroex.quote(request)).amountOut).toBe(40_000_000_000_000_000n)
})

test('behavior: sandbox: after a timeout, pauses price requests for a moment, but still builds transactions', async () => {
  sandbox.answer(() => 'never')
  const zeroex = client()
  const silence = await refusal(() => zeroex.quote(request))
  expect(silence.message).toMatch(/in time/)
  expectNoSecret(silence)
  sandbox.answer((asked) => ({ body: firm(asked) }))
  expect((await refusal(() => zeroex.quote(request))).message).toMatch(/a moment ago/)
  expect(sandbox.requests).toHaveLength(1)
  expect((await zeroex.build(request)).minimumOut).toBe(39_600_000_000_000_000n)
  now += 5_000
  sandbox.answer((asked) => ({ body: price(asked) }))
  expect((await zeroex.quote(request)).gas).toBe(288_079n)
})

test('error: sandbox: reports refusals, redirects and a closed port without the key or the request', async () => {
  const elsewhere: string[] = []
  const replies: Parameters<ZeroexSandbox['answer']>[0][] = [
    () => ({ status: 401, body: { name: 'UNAUTHORIZED', message: apiKey } }),
    () => ({ status: 400, body: { name: 'INPUT_INVALID', message: apiKey, data: {} } }),
    () => ({ status: 503, body: apiKey }),
    ({ path }) => {
      if (path === '/elsewhere') elsewhere.push(path)
      return { status: 302, headers: { location: `${sandbox.url}/elsewhere` }, body: '' }
    },
  ]
  const errors: ServiceError[] = []
  for (const reply of replies) {
    sandbox.answer(reply)
    errors.push(await refusal(() => client().quote(request)))
  }
  errors.push(await refusal(() => client('http://127.0.0.1:9').quote(request)))
  expect(elsewhere).toEqual([])
  for (const error of errors) {
    expect(error.code).toBe('upstream_unavailable')
    expectNoSecret(error)
  }
})
