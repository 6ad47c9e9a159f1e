import fc from 'fast-check'
import type { PoolState } from '../swap/pools/PoolState.ts'
import { createTestPools, type TestPool, type TestToken } from './createTestPools.ts'

type Tokens = readonly [TestToken, TestToken, ...TestToken[]]

/** Generates pools between a few tokens, some of them priced differently from the others. */
export function anyPools(among: Tokens, minLength: number, maxLength: number): fc.Arbitrary<PoolState[]> {
  const anyPool: fc.Arbitrary<TestPool> = fc
    .record({
      kind: fc.constantFrom('uniswap-v2', 'uniswap-v3'),
      tokens: fc
        .shuffledSubarray([...among], { minLength: 2, maxLength: 2 })
        .map(([one = among[0], other = among[1]]) => [one, other] as const),
      fee: fc.constantFrom(500, 3000),
      depth: fc.double({ min: 4, max: 7, noNaN: true }).map((power) => 10 ** power),
      premium: fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      // Ten or more spacings to both sides, or all prices.
      range: fc.integer({ min: 0, max: 200 }),
    })
    .map(({ range, ...pool }) => (range < 10 ? pool : { ...pool, range }))
  return fc.array(anyPool, { minLength, maxLength }).map((definitions) => createTestPools(definitions))
}
