import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAmount, formatAmount, raiseAmount } from './formatAmount.ts'

test.each([
  ['0', '0'],
  ['1250.5', '1,250.5'],
  ['1234567.0001234', '1,234,567.0001234'],
  ['999', '999'],
])('default: %s', (text, shown) => expect(formatAmount(text)).toBe(shown))

test.each([
  ['1.23456789', '1.2345'],
  ['10000', '10000'],
  ['0', '0'],
  ['0.000001', '< 0.0001'],
  ['0.50', '0.5'],
])('behavior: a balance is cut: %s', (text, shown) => expect(cutAmount({ text, places: 4 })).toBe(shown))

test.each([
  ['0.000056041007845740', '0.00005605'],
  ['0.0001', '0.0001'],
  ['1.99999', '2'],
  ['12', '12'],
  ['0', '0'],
])('behavior: a cost is raised: %s', (text, shown) => expect(raiseAmount(text)).toBe(shown))

test('behavior: a rounded-up amount is never less, and only slightly more', () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 30n })
  const scale = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(24, '0'))
  }
  fc.assert(
    fc.property(digits, (value) => {
      const text = `${value / 10n ** 18n}.${(value % 10n ** 18n).toString().padStart(18, '0')}`
      const [exact, raised] = [scale(text), scale(raiseAmount(text))]
      expect(raised >= exact).toBe(true)
      expect(raised - exact <= exact / 1000n + 1n).toBe(true)
    }),
  )
})
