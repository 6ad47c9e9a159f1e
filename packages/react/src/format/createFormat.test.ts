import { formatUnits } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFormat } from './createFormat.ts'

const format = createFormat('en')

test('default: formats money, prices, amounts', () => {
  expect(format.money(51472.555)).toBe('$51,472.56')
  expect(format.money(0)).toBe('$0.00')
  expect(format.money(0.00012)).toBe('<$0.01')
  expect(format.price(0.000000012345)).toBe('$0.00000001235')
  expect(format.price(2.99e-16)).toBe('<$0.0000000001')
  expect(format.price(2.99e24)).toBe('>$999T')
  expect(format.price(0.0841)).toBe('$0.0841')
  expect(format.price(2451.3)).toBe('$2,451.30')
  expect(format.amount('152400.000000000000000000')).toBe('152,400')
  expect(format.amount('12.408811930112')).toBe('12.408811')
  expect(format.amount('0.000000004219')).toBe('0.0000000042')
  expect(format.signed('1.25', 'in')).toBe('+1.25')
  expect(format.signed('1.25', 'out')).toBe('−1.25')
  expect(format.signed('1.25', 'self')).toBe('1.25')
  expect(format.signed('0.00', 'out')).toBe('0')
})

test('behavior: uses the marks of the language', () => {
  expect(createFormat('de').amount('1234567.5')).toBe('1.234.567,5')
})

test('behavior: digits are the same in every language, unless the locale sets others', () => {
  expect(createFormat('ar-EG').amount('1234567.5')).toMatch(/^1\D234\D567\D5$/)
  expect(createFormat('ar-EG').money(12.5)).toContain('12')
  expect(createFormat('ar-EG-u-nu-arab').count(123)).toBe('١٢٣')
})

test('behavior: formats waits', () => {
  expect([1, 18].map(format.seconds)).toEqual(['1 second', '18 seconds'])
  expect(createFormat('ru').seconds(21)).toMatch(/^21\sс$/)
})

test('behavior: formats ages', () => {
  const now = Date.UTC(2026, 9, 6)
  const ago = (seconds: number) => format.age({ from: now - seconds * 1000, now })
  expect(ago(1)).toBe('now')
  expect(ago(30)).toBe('30 sec. ago')
  expect(ago(130)).toBe('2 min. ago')
  expect(ago(7300)).toBe('2 hr. ago')
  expect(ago(200_000)).toBe('2 days ago')
  // If the clock is ahead of the server's, the age is not negative.
  expect(ago(-50)).toBe('now')
})

test('behavior: an amount is cut, never rounded up, and never becomes zero', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }), (units, decimals) => {
      const exact = formatUnits(units, decimals, { keepZeros: true })
      const shown = format.amount(exact).replaceAll(',', '')
      expect(exact.startsWith(shown)).toBe(true)
      if (units > 0n) expect(/[1-9]/.test(shown)).toBe(true)
    }),
  )
})

test('error: a text that is not an amount stays unchanged', () => {
  expect(format.amount('1e21')).toBe('1e21')
})
