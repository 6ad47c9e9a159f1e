import { nativeEvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import type { Aggregator, AggregatorQuote } from '../aggregators/Aggregator.ts'
import type { SwapChain } from '../SwapChain.ts'
import { createQuoteService } from './createQuoteService.ts'

type Parameters = globalThis.Parameters<typeof createQuoteService>[0]

const token = `0x${'05'.repeat(20)}` as const
const [from, to] = [`eip155:31337:${nativeEvmAddress}`, `eip155:31337:${token}`] as const
const answer: AggregatorQuote = { amountOut: 5n, gas: 1n, gasPrice: 1n, spender: undefined, sources: [] }

/** An aggregator that answers when the test says so. Our own router has no route. */
function setUp() {
  const asked: { amount: bigint; settle: (quote: AggregatorQuote) => void }[] = []
  const aggregator: Aggregator = {
    id: 'other',
    serves: () => true,
    quote: ({ amount }) => new Promise((settle) => asked.push({ amount, settle })),
    build: () => Promise.reject(new Error('nobody builds')),
  }
  const snapshot = { block: 1, hash: '0x01', pools: new Map(), gasPrice: 1n, time: 0 }
  const chain = {
    ...{ chainId: 'eip155:31337', wrappedNative: `0x${'ee'.repeat(19)}01` },
    market: { read: async () => snapshot },
  } as unknown as SwapChain
  const service = createQuoteService({
    context: { clock: { now: () => 0 }, log: { debug: () => {} } } as unknown as Parameters['context'],
    find: () => chain,
    finder: () => Promise.reject(new ServiceError('insufficient_liquidity')),
    aggregators: [aggregator],
    tokens: { isBlocked: () => false, isKnown: async () => true } as unknown as Parameters['tokens'],
    prices: {} as Parameters['prices'],
  })
  return { asked, quote: (amount: bigint) => service.quotes({ from, to, amount }) }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('behavior: concurrent equal requests send one request to an aggregator', async () => {
  const { asked, quote } = setUp()
  const answers = Promise.all([quote(1n), quote(1n), quote(2n), quote(1n)])
  await settle()
  expect(asked.map(({ amount }) => amount)).toEqual([1n, 2n])
  for (const one of asked) one.settle(answer)
  for (const { quotes } of await answers) expect(quotes).toMatchObject([{ provider: 'other', toAmount: '5' }])
})

test('behavior: does not return a price from the cache', async () => {
  const { asked, quote } = setUp()
  for (const count of [1, 2]) {
    const found = quote(1n)
    await settle()
    expect(asked).toHaveLength(count)
    asked.at(-1)?.settle(answer)
    await found
  }
})
