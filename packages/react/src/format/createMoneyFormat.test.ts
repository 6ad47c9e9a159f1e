import { expect, test } from 'vitest'
import { createMoneyFormat } from './createMoneyFormat.ts'

test('default', () => {
  expect(createMoneyFormat('en')(51_472.56)).toBe('$51,472.56')
})

test('behavior: very small and very large values stay short', () => {
  const money = createMoneyFormat('en')
  expect(money(0.001234)).toBe('<$0.01')
  expect(money(2.99e-16)).toBe('<$0.01')
  expect(money(0)).toBe('$0.00')
  expect(money(999_999_999_999)).toBe('$999,999,999,999.00')
  expect(money(1.2345e12)).toBe('$1.23T')
  expect(money(999e12)).toBe('$999T')
  expect(money(2.99e24)).toBe('>$999T')
  expect(money(Number.POSITIVE_INFINITY)).toBe('>$999T')
})
