import { expect, test } from 'vitest'
import { shortDigits } from './shortDigits.ts'

test('behavior: fewer decimals for more digits before the point', () => {
  expect(['0.137458890859505591', '1.5', '999.123456', '1000', '14165.862728600230853314'].map(shortDigits)).toEqual([
    6, 4, 4, 2, 2,
  ])
})
