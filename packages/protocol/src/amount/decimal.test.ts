import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUnits, parseUnits } from './decimal.ts'

const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const decimals = fc.integer({ min: 0, max: 77 })

describe('parseUnits', () => {
  test.each([
    ['1.5', 6, 1500000n],
    ['0', 18, 0n],
    ['.5', 1, 5n],
    ['5.', 1, 50n],
    ['007', 0, 7n],
    ['1.500', 1, 15n],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', 0, 2n ** 256n - 1n],
  ])('default %s', (text, digits, value) => expect(parseUnits(text, digits)).toStrictEqual({ ok: true, value }))

  test.each(['', '.', '-1', '+1', '1e3', '0x1', '1,5', '1 000', ' 1', '1 ', '1.2.3', '١', 'NaN', 'Infinity', '1\n'])(
    'error: %o is not an amount',
    (text) => expect(parseUnits(text, 18)).toStrictEqual({ ok: false, issue: 'malformed' }),
  )

  test('error: more decimals than the token has', () => {
    expect(parseUnits('0.1234567', 6)).toStrictEqual({ ok: false, issue: 'too-many-decimals' })
    expect(parseUnits('0.1', 0)).toStrictEqual({ ok: false, issue: 'too-many-decimals' })
  })

  test('error: reads any text without a throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), decimals, (text, digits) => {
        const parsed = parseUnits(text, digits)
        if (parsed.ok) expect(parsed.value).toBeGreaterThanOrEqual(0n)
      }),
    )
  })
})

describe('formatUnits', () => {
  test('behavior: every amount is restored exactly, with and without its zeros', () => {
    fc.assert(
      fc.property(amount, decimals, fc.boolean(), (value, digits, keepZeros) => {
        const text = formatUnits(value, digits, { keepZeros })
        expect(parseUnits(text, digits)).toStrictEqual({ ok: true, value })
        if (keepZeros && digits > 0) expect(text.split('.')[1]).toHaveLength(digits)
        if (!keepZeros) expect(text).not.toMatch(/\.$|\.\d*0$/)
      }),
    )
  })

  test('behavior: a negative amount has a sign', () => {
    fc.assert(
      fc.property(amount, decimals, (value, digits) => {
        fc.pre(value > 0n)
        expect(formatUnits(-value, digits)).toBe(`-${formatUnits(value, digits)}`)
      }),
    )
  })

  test('default', () => {
    expect(formatUnits(12500000n, 6)).toBe('12.5')
    expect(formatUnits(12500000n, 6, { keepZeros: true })).toBe('12.500000')
    expect(formatUnits(1n, 18)).toBe('0.000000000000000001')
    expect(formatUnits(0n, 0)).toBe('0')
  })
})
