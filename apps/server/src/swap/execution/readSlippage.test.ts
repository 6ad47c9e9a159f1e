import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { readSlippage } from './readSlippage.ts'

test('default: reads percent as a number or as text, and defaults to 1', () => {
  expect([undefined, 0.5, '0.5', '50', 0, ' 1 '].map(readSlippage)).toEqual([
    10_000n,
    5_000n,
    5_000n,
    500_000n,
    0n,
    10_000n,
  ])
})

test('error: refuses values that are no percentage between 0 and 50', () => {
  for (const value of [-1, 50.1, Number.NaN, Number.POSITIVE_INFINITY, '', '1e1', '0x1', '51', '-1', '1,5', 'lots']) {
    expect(() => readSlippage(value), String(value)).toThrow(ServiceError)
  }
})
