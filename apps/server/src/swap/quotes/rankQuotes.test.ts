import type { Quote } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { rankQuotes } from './rankQuotes.ts'

const quote = (provider: string, toAmount: string, gas: string, gasPrice = '10000000000') =>
  ({ provider, toAmount, gas, gasPrice }) as Quote
const order = (quotes: Quote[]) => quotes.map(({ provider }) => provider)

const native = { price: 3000, decimals: 18 }
const target = { price: 1, decimals: 6 }
// 100,000 gas at 10 gwei cost 0.001 native tokens: 3 USD.
const quotes = [quote('dear', '1002000000', '200000'), quote('cheap', '1000000000', '100000')]

test('default: ranks by the output less its gas cost', () => {
  expect(order(rankQuotes({ quotes, target, native }))).toEqual(['cheap', 'dear'])
  const better = [quote('dear', '1004000000', '200000'), quote('cheap', '1000000000', '100000')]
  expect(order(rankQuotes({ quotes: better, target, native }))).toEqual(['dear', 'cheap'])
})

test('behavior: without one of the prices, ranks by the output alone; equal quotes keep their order', () => {
  expect(order(rankQuotes({ quotes: [...quotes].reverse(), target: { ...target, price: null }, native }))).toEqual([
    'dear',
    'cheap',
  ])
  expect(order(rankQuotes({ quotes, target, native: undefined }))).toEqual(['dear', 'cheap'])
  const same = [quote('one', '5', '1'), quote('two', '5', '1')]
  expect(order(rankQuotes({ quotes: same, target, native }))).toEqual(['one', 'two'])
})
