import fc from 'fast-check'
import {
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  parseAbi,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { readSwapCall, type SwapBytes, type SwapIntent } from './readSwapCall.ts'
import { decodeRouterSwap, encodeRouterSwap, type RouterCall } from './routerSwap.ts'

const routerAbi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable returns (uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
])

const addressOf = (fill: string) => `0x${fill.repeat(20)}` as const
const [router, account, stranger] = [addressOf('70'), addressOf('a1'), addressOf('e1')]
const [usd, kit, dai, weth] = [addressOf('05'), addressOf('c1'), addressOf('d1'), addressOf('ee')]
const itself = '0x0000000000000000000000000000000000000002'
const now = 1_900_000_000

/** The server's encoding, made with viem. */
function encode(calls: readonly RouterCall[], deadline = BigInt(now + 600)): Hex {
  return encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [deadline, calls.map(encodeCall)] })
}

function encodeCall(call: RouterCall): Hex {
  const abi = routerAbi
  switch (call.type) {
    case 'v3': {
      const types = call.tokens.flatMap((_, index) => (index === 0 ? ['address'] : ['uint24', 'address']))
      const values = call.tokens.flatMap((token, index) => (index === 0 ? [token] : [call.fees[index - 1], token]))
      const path = encodePacked(types as ['address'], values as [Hex])
      const { receiver, amountIn, minimum: amountOutMinimum } = call
      return encodeFunctionData({
        ...{ abi, functionName: 'exactInput' },
        args: [{ path, recipient: receiver, amountIn, amountOutMinimum }],
      })
    }
    case 'v2': {
      const args = [call.amountIn, call.minimum, call.tokens, call.receiver] as const
      return encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args })
    }
    case 'sweep':
      return encodeFunctionData({
        ...{ abi, functionName: 'sweepToken' },
        args: [call.token, call.minimum, call.receiver],
      })
    case 'unwrap':
      return encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [call.minimum, call.receiver] })
    case 'permit':
      return encodeFunctionData({
        ...{ abi, functionName: 'selfPermitIfNecessary' },
        args: [call.token, call.value, call.deadline, call.v, `0x${call.r}`, `0x${call.s}`],
      })
  }
}

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const v3 = fc.integer({ min: 1, max: 4 }).chain((hops) =>
  fc.record({
    type: fc.constant('v3' as const),
    tokens: fc.array(address, { minLength: hops + 1, maxLength: hops + 1 }),
    fees: fc.array(fc.nat(0xffffff), { minLength: hops, maxLength: hops }),
    ...{ receiver: address, amountIn: uint, minimum: uint },
  }),
)
const v2 = fc.record({
  type: fc.constant('v2' as const),
  tokens: fc.array(address, { minLength: 2, maxLength: 5 }),
  ...{ receiver: address, amountIn: uint, minimum: uint },
})
const anyCall: fc.Arbitrary<RouterCall> = fc.oneof(
  v3,
  v2,
  fc.record({ type: fc.constant('sweep' as const), token: address, minimum: uint, receiver: address }),
  fc.record({ type: fc.constant('unwrap' as const), minimum: uint, receiver: address }),
  fc.record({
    type: fc.constant('permit' as const),
    ...{ token: address, value: uint, deadline: uint, v: fc.constantFrom(27, 28), r: word, s: word },
  }),
)

describe('the bytes', () => {
  test('default: decoding and encoding are inverse', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 6 }), uint, (calls, deadline) => {
        const data = encode(calls, deadline)
        expect(decodeRouterSwap(data)).toEqual({ deadline, calls })
        expect(encodeRouterSwap({ deadline, calls })).toBe(data)
        expect(decodeRouterSwap(data.toUpperCase().replace('0X', '0x'))).toEqual({ deadline, calls })
      }),
    )
  })

  test('error: a missing, additional or changed byte is read as another swap, or refused', () => {
    fc.assert(
      fc.property(
        fc.array(anyCall, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.integer({ min: 1, max: 15 }),
        (calls, at, by) => {
          const swap = { deadline: 5n, calls }
          const data = encode(calls, 5n)
          expect(decodeRouterSwap(`${data}00`)).toBeUndefined()
          expect(decodeRouterSwap(data.slice(0, -2))).toBeUndefined()
          const index = 2 + (at % (data.length - 2))
          const digit = (Number.parseInt(data[index] ?? '0', 16) ^ by).toString(16)
          expect(decodeRouterSwap(`${data.slice(0, index)}${digit}${data.slice(index + 1)}`)).not.toEqual(swap)
        },
      ),
    )
  })

  test('error: other data is not a swap', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const digits = Buffer.from(bytes).toString('hex')
        expect(decodeRouterSwap(`0x${digits}`)).toBeUndefined()
        expect(decodeRouterSwap(`0x5ae401dc${digits}`)).toBeUndefined()
      }),
    )
  })
})

const intentOf = (change: Partial<SwapIntent> = {}): SwapIntent => ({
  ...{ from: usd, to: kit, amount: 1000n, minimum: 90n, account, spender: router, wrappedNative: weth },
  ...{ now, latestDeadline: now + 3660, permit: undefined },
  ...change,
})
const run = (change: Partial<Extract<RouterCall, { type: 'v3' }>> = {}): RouterCall => ({
  ...{ type: 'v3', tokens: [usd, kit], fees: [3000], receiver: account, amountIn: 1000n, minimum: 90n },
  ...change,
})
const pair = (change: Partial<Extract<RouterCall, { type: 'v2' }>> = {}): RouterCall => ({
  ...{ type: 'v2', tokens: [usd, kit], receiver: account, amountIn: 1000n, minimum: 90n },
  ...change,
})
const sweep = (change: Partial<Extract<RouterCall, { type: 'sweep' }>> = {}): RouterCall => ({
  ...{ type: 'sweep', token: kit, minimum: 90n, receiver: account },
  ...change,
})
const collected = { receiver: itself, minimum: 0n } as const
const callOf = (calls: readonly RouterCall[], change: Partial<SwapBytes> = {}): SwapBytes => ({
  ...{ to: router, value: 0n, data: encode(calls) },
  ...change,
})
const signature = `0x${'12'.repeat(32)}${'34'.repeat(32)}1b`
const permit = { value: 1000n, deadline: 77n, signature }
const permitCall: RouterCall = {
  ...{ type: 'permit', token: usd, value: 1000n, deadline: 77n, v: 27 },
  ...{ r: '12'.repeat(32), s: '34'.repeat(32) },
}
const native = { from: undefined, spender: undefined } as const

describe('the checks of a swap call', () => {
  const fine: [string, readonly RouterCall[], Partial<SwapIntent>, Partial<SwapBytes>][] = [
    ['one run of v3 pools', [run({ tokens: [usd, dai, kit], fees: [500, 3000] })], {}, {}],
    ['one run of v2 pools', [pair()], {}, {}],
    [
      'pools of both kinds, one after the other',
      [run({ tokens: [usd, dai], ...collected }), pair({ tokens: [dai, kit], amountIn: 0n, ...collected }), sweep()],
      {},
      {},
    ],
    [
      'several parts',
      [
        run({ amountIn: 600n, ...collected }),
        pair({ tokens: [usd, dai], amountIn: 400n, ...collected }),
        run({ tokens: [dai, kit], amountIn: 0n, ...collected }),
        sweep(),
      ],
      {},
      {},
    ],
    ['a permit first', [permitCall, pair()], { permit }, {}],
    ['the native coin goes in', [pair({ tokens: [weth, kit] })], native, { value: 1000n }],
    [
      'the native coin comes out',
      [pair({ tokens: [usd, weth], ...collected }), { type: 'unwrap', minimum: 90n, receiver: account }],
      { to: undefined },
      {},
    ],
  ]
  test.each(fine)('default: %s', (_, calls, intent, bytes) => {
    expect(readSwapCall({ call: callOf(calls, bytes), intent: intentOf(intent) })).toStrictEqual({
      ...{ form: 'router', minimum: 90n, deadline: now + 600 },
    })
  })

  test('default: wrapping and unwrapping', () => {
    const deposit = encodeFunctionData({ abi: routerAbi, functionName: 'deposit' })
    const withdraw = encodeFunctionData({ abi: routerAbi, functionName: 'withdraw', args: [1000n] })
    const wrap = intentOf({ ...native, to: weth, minimum: 1000n })
    expect(readSwapCall({ call: { to: weth, value: 1000n, data: deposit }, intent: wrap })).toMatchObject({
      form: 'wrap',
    })
    const unwrap = intentOf({ from: weth, to: undefined, spender: undefined, minimum: 1000n })
    expect(readSwapCall({ call: { to: weth, value: 0n, data: withdraw }, intent: unwrap })).toMatchObject({
      form: 'unwrap',
    })
    const refused: [SwapBytes, SwapIntent][] = [
      [{ to: weth, value: 999n, data: deposit }, wrap],
      [{ to: stranger, value: 1000n, data: deposit }, wrap],
      [
        { to: weth, value: 1000n, data: deposit },
        { ...wrap, to: kit },
      ],
      [
        { to: weth, value: 1000n, data: deposit },
        { ...wrap, minimum: 1001n },
      ],
      [{ to: weth, value: 1n, data: withdraw }, unwrap],
      [{ to: stranger, value: 0n, data: withdraw }, unwrap],
      [
        { to: weth, value: 0n, data: withdraw },
        { ...unwrap, amount: 999n },
      ],
      [{ to: weth, value: 0n, data: `${withdraw}00` }, unwrap],
    ]
    for (const [call, intent] of refused)
      expect(() => readSwapCall({ call, intent })).toThrow(expect.objectContaining({ code: 'swap_mismatch' }))
  })

  const wrong: [string, readonly RouterCall[], Partial<SwapIntent>, Partial<SwapBytes>][] = [
    ['another router', [pair()], {}, { to: stranger }],
    ['a value along', [pair()], {}, { value: 1n }],
    ['less of the native coin', [pair({ tokens: [weth, kit] })], native, { value: 999n }],
    ['another source token', [pair({ tokens: [dai, kit] })], {}, {}],
    ['a source that is not the wrapped coin', [pair({ tokens: [usd, kit] })], native, { value: 1000n }],
    ['another target token', [pair({ tokens: [usd, dai] })], {}, {}],
    ['another receiver', [pair({ receiver: stranger })], {}, {}],
    ['less than was promised', [pair({ minimum: 89n })], {}, {}],
    ['more than the amount', [pair({ amountIn: 1001n })], {}, {}],
    [
      'parts that are not the amount',
      [pair({ amountIn: 500n, ...collected }), run({ amountIn: 499n, ...collected }), sweep()],
      {},
      {},
    ],
    ['nothing paid out', [pair({ ...collected })], {}, {}],
    ['swept to another', [pair({ ...collected }), sweep({ receiver: stranger })], {}, {}],
    ['another token swept', [pair({ ...collected }), sweep({ token: dai })], {}, {}],
    ['less swept', [pair({ ...collected }), sweep({ minimum: 89n })], {}, {}],
    [
      'unwrapped instead',
      [pair({ tokens: [usd, weth], ...collected }), { type: 'unwrap', minimum: 90n, receiver: account }],
      {},
      {},
    ],
    ['paid directly although it is the native coin', [pair({ tokens: [usd, weth] })], { to: undefined }, {}],
    ['paid out before the end', [run({ amountIn: 600n, ...collected }), sweep(), pair({ amountIn: 400n })], {}, {}],
    ['paid twice', [run({ amountIn: 600n }), pair({ amountIn: 400n })], {}, {}],
    ['a part left in the router', [run({ amountIn: 600n, ...collected }), pair({ amountIn: 400n })], {}, {}],
    ['left in the router on the way', [run({ tokens: [usd, dai], ...collected }), sweep()], {}, {}],
    [
      'what the router holds of another',
      [run({ tokens: [usd, dai], ...collected }), pair({ tokens: [weth, kit], amountIn: 0n, ...collected }), sweep()],
      {},
      {},
    ],
    ['all that the router has', [pair({ amountIn: 0n })], { amount: 0n }, {}],
    ['a round trip', [run({ tokens: [usd, usd], ...collected }), pair()], {}, {}],
    ['a permit that nobody signed', [permitCall, pair()], {}, {}],
    ['a permit for another token', [{ ...permitCall, token: dai }, pair()], { permit }, {}],
    ['a permit for more', [{ ...permitCall, value: 1001n }, pair()], { permit }, {}],
    ['the signed permit left out', [pair()], { permit }, {}],
    ['a permit in the middle', [permitCall, permitCall, pair()], { permit }, {}],
    ['nothing at all', [], {}, {}],
  ]
  test.each(wrong)('error: %s', (_, calls, intent, bytes) => {
    expect(() => readSwapCall({ call: callOf(calls, bytes), intent: intentOf(intent) })).toThrow(
      expect.objectContaining({ code: 'swap_mismatch' }),
    )
  })

  test('error: a deadline in the past, or too far ahead', () => {
    for (const deadline of [now - 1, now + 3661])
      expect(() =>
        readSwapCall({ call: callOf([], { data: encode([pair()], BigInt(deadline)) }), intent: intentOf() }),
      ).toThrow(expect.objectContaining({ code: 'swap_mismatch', details: 'Its deadline is off' }))
  })

  test('behavior: the case of addresses does not matter', () => {
    const intent = intentOf({ spender: getAddress(router), account: getAddress(account), to: getAddress(kit) })
    expect(readSwapCall({ call: callOf([pair()]), intent })).toMatchObject({ minimum: 90n })
  })
})

test('behavior: the constants of selectors and topics match the contracts', () => {
  expect(toFunctionSelector('function WETH9()')).toBe('0x4aa4a4fc')
  expect(toEventSelector('event Transfer(address,address,uint256)')).toMatch(/^0xddf252ad/)
  expect(toEventSelector('event Deposit(address,uint256)')).toMatch(
    /^0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c$/,
  )
  expect(toEventSelector('event Withdrawal(address,uint256)')).toMatch(
    /^0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65$/,
  )
})
