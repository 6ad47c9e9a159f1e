import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import fc from 'fast-check'
import { decodeFunctionData } from 'viem/utils'
import { expect, test } from 'vitest'
import type { Hex } from '../../chains/rpcTypes.ts'
import type { PoolState } from '../pools/PoolState.ts'
import type { Hop, Part, Route } from '../router/Route.ts'
import { encodeSwap, type SwapToEncode } from './encodeSwap.ts'
import { encodeWrap } from './encodeWrap.ts'
import { routerAbi, wrappedNativeAbi } from './routerAbi.ts'

const address = (number: number): EvmAddress => `0x${number.toString(16).padStart(40, 'a')}`
const router = address(1)
const account = address(2)
const itself = `0x${'2'.padStart(40, '0')}`
const tokens = [10, 11, 12, 13].map(address)
const [first = router, second = router, third = router, last = router] = tokens
const deadline = 1_900_000_000n

function hop(kind: PoolState['kind'], tokenIn: EvmAddress, tokenOut: EvmAddress, fee = 3000): Hop {
  const [token0, token1] = tokenIn < tokenOut ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
  const base = { address: address(99), token0, token1, fee }
  const pool: PoolState =
    kind === 'uniswap-v2'
      ? { ...base, kind, reserve0: 1n, reserve1: 1n }
      : { ...base, kind, tickSpacing: 60, sqrtPrice: 1n, tick: 0, liquidity: 1n, ticks: [], lowest: 0, highest: 0 }
  return { pool, tokenIn, tokenOut }
}

function routeOf(parts: readonly Part[]): Route {
  const sum = (pick: (part: Part) => bigint) => parts.reduce((total, part) => total + pick(part), 0n)
  const amounts = { amountIn: sum((part) => part.amountIn), amountOut: sum((part) => part.amountOut) }
  return { parts, ...amounts, gas: 100_000, priceImpact: 0, poolFee: 0 }
}

const part = (amountIn: bigint, ...hops: Hop[]): Part => ({ hops, amountIn, amountOut: amountIn })

/** Decodes a multicall without the encoder. */
function decode(data: Hex) {
  const outer = decodeFunctionData({ abi: routerAbi, data })
  if (outer.functionName !== 'multicall') throw new Error(outer.functionName)
  const [until, calls] = outer.args
  return { deadline: until, calls: calls.map((call) => decodeFunctionData({ abi: routerAbi, data: call })) }
}

/** Returns the tokens and fees of a v3 path. */
function readPath(path: Hex) {
  const text = path.slice(2)
  const hops = (text.length - 40) / 46
  return {
    tokens: Array.from({ length: hops + 1 }, (_, index) => `0x${text.slice(index * 46, index * 46 + 40)}`),
    fees: Array.from({ length: hops }, (_, index) => Number.parseInt(text.slice(index * 46 + 40, index * 46 + 46), 16)),
  }
}

const encode = (swap: Partial<SwapToEncode> & Pick<SwapToEncode, 'route'>) =>
  encodeSwap({ router, from: first, to: last, account, minimum: 900n, deadline, ...swap })

test('default: one part through v3 pools pays the account directly, with the minimum in its call', () => {
  const route = routeOf([part(1000n, hop('uniswap-v3', first, second, 500), hop('uniswap-v3', second, last, 10_000))])
  const { to, data, value } = encode({ route })
  expect({ to, value }).toEqual({ to: router, value: 0n })
  const decoded = decode(data)
  expect(decoded.deadline).toBe(deadline)
  expect(decoded.calls).toHaveLength(1)
  const [call] = decoded.calls
  if (call?.functionName !== 'exactInput') throw new Error(call?.functionName)
  const [{ path, recipient, amountIn, amountOutMinimum }] = call.args
  expect({ recipient: recipient.toLowerCase(), amountIn, amountOutMinimum }).toEqual({
    ...{ recipient: account, amountIn: 1000n, amountOutMinimum: 900n },
  })
  expect(readPath(path)).toEqual({ tokens: [first, second, last], fees: [500, 10_000] })
})

test('default: one part through v2 pools sends the native token as value', () => {
  const route = routeOf([part(1000n, hop('uniswap-v2', first, second), hop('uniswap-v2', second, last))])
  const { data, value } = encode({ route, from: nativeEvmAddress })
  expect(value).toBe(1000n)
  const { calls } = decode(data)
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({ functionName: 'swapExactTokensForTokens' })
  expect(JSON.stringify(calls[0]?.args, (_, item) => (typeof item === 'bigint' ? `${item}` : item)).toLowerCase()).toBe(
    JSON.stringify(['1000', '900', [first, second, last], account]),
  )
})

test('default: several parts, or parts of both kinds, collect in the router; one final payment enforces the minimum', () => {
  const mixed = part(
    600n,
    hop('uniswap-v2', first, second),
    hop('uniswap-v3', second, third),
    hop('uniswap-v2', third, last),
  )
  const route = routeOf([mixed, part(400n, hop('uniswap-v3', first, last))])
  const names = ['swapExactTokensForTokens', 'exactInput', 'swapExactTokensForTokens', 'exactInput']
  for (const [to, payment] of [
    [last, 'sweepToken'],
    [nativeEvmAddress, 'unwrapWETH9'],
  ] as const) {
    const { calls } = decode(encode({ route, to }).data)
    expect(calls.map(({ functionName }) => functionName)).toEqual([...names, payment])
    const end = calls.at(-1)?.args ?? []
    expect(end.slice(-2).map((item) => String(item).toLowerCase())).toEqual(['900', account])
    for (const { functionName, args } of calls.slice(0, -1)) {
      const plain = functionName === 'exactInput' ? args[0] : undefined
      const receiver = plain ? plain.recipient : functionName === 'swapExactTokensForTokens' ? args[3] : undefined
      expect(receiver?.toLowerCase()).toBe(itself)
    }
  }
})

test('default: the native token is unwrapped for the account only', () => {
  const route = routeOf([part(1000n, hop('uniswap-v3', first, last))])
  const { calls } = decode(encode({ route, to: nativeEvmAddress }).data)
  expect(calls.map(({ functionName }) => functionName)).toEqual(['exactInput', 'unwrapWETH9'])
  expect(calls[1]?.args).toEqual([900n, expect.stringMatching(new RegExp(account, 'i'))])
})

test('default: a permit comes first, its signature in three parts, 0 and 1 read as 27 and 28', () => {
  const route = routeOf([part(1000n, hop('uniswap-v3', first, last))])
  for (const [v, expected] of [
    ['1b', 27],
    ['00', 27],
    ['01', 28],
  ] as const) {
    const signature: Hex = `0x${'11'.repeat(32)}${'22'.repeat(32)}${v}`
    const { calls } = decode(encode({ route, permit: { value: 1000n, deadline: 5n, signature } }).data)
    expect(calls.map(({ functionName }) => functionName)).toEqual(['selfPermitIfNecessary', 'exactInput'])
    expect(calls[0]?.args?.slice(1)).toEqual([1000n, 5n, expected, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`])
  }
})

test('behavior: for any route, the whole amount goes in, only the account receives, and the minimum is enforced once', () => {
  const kinds = fc.constantFrom<PoolState['kind']>('uniswap-v2', 'uniswap-v3')
  const path = fc.constantFrom([first, last], [first, second, last], [first, third, second, last])
  const anyPart = fc.record({ amountIn: fc.bigInt(1n, 2n ** 200n), path, kinds: fc.tuple(kinds, kinds, kinds) })
  const target = fc.constantFrom<EvmAddress>(last, nativeEvmAddress)
  fc.assert(
    fc.property(
      fc.array(anyPart, { minLength: 1, maxLength: 4 }),
      target,
      fc.bigInt(1n, 2n ** 200n),
      (some, to, minimum) => {
        const parts = some.map((one) => {
          const hops = one.path
            .slice(1)
            .map((token, index) => hop(one.kinds[index] ?? 'uniswap-v2', one.path[index] ?? first, token))
          return part(one.amountIn, ...hops)
        })
        const route = routeOf(parts)
        const { calls } = decode(encode({ route, to, minimum }).data)
        let taken = 0n
        let minimums = 0
        let paid = 0
        for (const call of calls) {
          const swap =
            call.functionName === 'exactInput'
              ? {
                  recipient: call.args[0].recipient,
                  amountIn: call.args[0].amountIn,
                  least: call.args[0].amountOutMinimum,
                }
              : call.functionName === 'swapExactTokensForTokens'
                ? { recipient: call.args[3], amountIn: call.args[0], least: call.args[1] }
                : undefined
          const end = swap ? undefined : call.args.slice(-2)
          taken += swap?.amountIn ?? 0n
          const receiver = String(swap ? swap.recipient : end?.[1]).toLowerCase()
          expect([account, itself]).toContain(receiver)
          if (receiver === account) paid++
          if ((swap ? swap.least : end?.[0]) === minimum) minimums++
          else expect(swap?.least).toBe(0n)
        }
        expect({ taken, minimums, paid }).toEqual({ taken: route.amountIn, minimums: 1, paid: 1 })
      },
    ),
    { numRuns: 200 },
  )
})

test('error: does not encode a route that does not fit', () => {
  const fine = part(1000n, hop('uniswap-v3', first, last))
  const bad: (readonly [string, Partial<SwapToEncode> & Pick<SwapToEncode, 'route'>])[] = [
    ['empty', { route: routeOf([]) }],
    ['other tokens', { route: routeOf([fine]), to: third }],
    ['no minimum', { route: routeOf([fine]), minimum: 0n }],
    ['an empty part', { route: routeOf([fine, part(0n, hop('uniswap-v3', first, last))]) }],
    ['not the whole amount', { route: { ...routeOf([fine]), amountIn: 1001n } }],
    ['a gap', { route: routeOf([part(1n, hop('uniswap-v3', first, second), hop('uniswap-v3', third, last))]) }],
    ['a part that ends elsewhere', { route: routeOf([fine, part(1n, hop('uniswap-v3', first, second))]) }],
    [
      'past the target',
      {
        route: routeOf([
          part(1n, hop('uniswap-v3', first, last), hop('uniswap-v3', last, second), hop('uniswap-v3', second, last)),
        ]),
      },
    ],
  ]
  for (const [name, swap] of bad) expect(() => encode(swap), name).toThrow()
})

test('default: wrapping sends the amount as value, unwrapping passes it as an argument', () => {
  const wrap = encodeWrap({ wrappedNative: last, from: nativeEvmAddress, amount: 7n })
  expect(wrap).toMatchObject({ to: last, value: 7n })
  expect(decodeFunctionData({ abi: wrappedNativeAbi, data: wrap.data }).functionName).toBe('deposit')
  const unwrap = encodeWrap({ wrappedNative: last, from: last, amount: 7n })
  expect(unwrap).toMatchObject({ to: last, value: 0n })
  expect(decodeFunctionData({ abi: wrappedNativeAbi, data: unwrap.data })).toMatchObject({
    functionName: 'withdraw',
    args: [7n],
  })
})
