import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { readSlippage } from './readSlippage.ts'

test('default: percent as a number or as text, 1 when nothing is said', () => {
  expect([undefined, 0.5, '0.5', '50', 0, ' 1 '].map(readSlippage)).toEqual([
    10_000n,
    5_000n,
    5_000n,
    500_000n,
    0n,
    10_000n,
  ])
})

test('error: what is no percentage between 0 and 50 is refused', () => {
  for (const value of [-1, 50.1, Number.NaN, Number.POSITIVE_INFINITY, '', '1e1', '0x1', '51', '-1', '1,5', 'lots']) {
    expect(() => readSlippage(value), String(value)).toThrow(ServiceError)
  }
})
