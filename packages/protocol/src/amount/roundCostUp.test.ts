import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundCostUp } from './roundCostUp.ts'

test.each([
  ['0.00005604100784574', '0.00005605'],
  ['0.000021000000294', '0.00002101'],
  ['0.000021', '0.000021'],
  ['0.99999', '1'],
  ['12.34567', '12.3457'],
  ['12.50', '12.5'],
  ['0.0', '0'],
  ['7', '7'],
  ['100', '100'],
])('default: %s is at most %s', (text, rounded) => {
  expect(roundCostUp(text)).toBe(rounded)
})

test('behavior: never less than the exact cost, and at most a thousandth more', () => {
  const scale = 10n ** 18n
  const units = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole) * scale + BigInt(fraction.padEnd(18, '0'))
  }
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), (wei) => {
      const exact = `${wei / scale}.${(wei % scale).toString().padStart(18, '0')}`
      const rounded = units(roundCostUp(exact))
      expect(rounded).toBeGreaterThanOrEqual(wei)
      expect((rounded - wei) * 1_000n).toBeLessThanOrEqual(wei)
    }),
  )
})
