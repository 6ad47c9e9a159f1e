import type { RoutePart } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { isWrap } from './isWrap.ts'

const token = 'eip155:1:0x0000000000000000000000000000000000000001'
const part = (...sources: string[]): RoutePart => ({
  ...{ share: 1, amountIn: '1', amountOut: '1' },
  hops: sources.map((source) => ({ source, from: token, to: token, pool: token, fee: null })),
})

test('default', () => {
  expect(isWrap({ route: [part('wrapped-native')] })).toBe(true)
})

test('behavior: a route through a pool is not a wrap', () => {
  expect(isWrap({ route: [part('wrapped-native', 'uniswap-v3')] })).toBe(false)
  expect(isWrap({ route: [part('wrapped-native'), part('uniswap-v2')] })).toBe(false)
  expect(isWrap({ route: [] })).toBe(false)
})
