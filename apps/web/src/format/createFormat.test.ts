import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFormat } from './createFormat.ts'

const format = createFormat('en-US')

describe('quantity', () => {
  test('default: a larger quantity has fewer decimals', () => {
    expect(format.quantity('1234.56789')).toBe('1,234.56')
    expect(format.quantity('1.23456789')).toBe('1.2345')
    expect(format.quantity('0.12345678')).toBe('0.123456')
    expect(format.quantity('12.500000')).toBe('12.5')
  })

  test('behavior: cuts and never rounds up', () => {
    expect(format.quantity('0.9999999')).toBe('0.999999')
    expect(format.quantity('9999.999')).toBe('9,999.99')
  })

  test('behavior: a very small quantity is not shown as zero', () => {
    expect(format.quantity('0.0000001')).toBe('<0.000001')
    expect(format.quantity('0.000000')).toBe('0')
  })

  test('error: a text that is not decimal is a dash', () => {
    for (const text of ['', 'NaN', '1e5', '0x10', '1,5']) expect(format.quantity(text)).toBe('—')
  })

  test('behavior: never shows more than the actual quantity', () => {
    const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }))
    fc.assert(
      fc.property(amount, ([units, decimals]) => {
        const digits = units.toString().padStart(decimals + 1, '0')
        const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits
        const shown = format.quantity(text)
        if (shown.startsWith('<')) return units > 0n
        const [whole = '0', fraction = ''] = shown.replaceAll(',', '').split('.')
        return BigInt(whole + fraction.padEnd(18, '0')) <= units * 10n ** BigInt(18 - decimals)
      }),
    )
  })
})

test('exactQuantity keeps every digit', () => {
  expect(format.exactQuantity('123456789012345678901234.123456789012345678')).toBe(
    '123,456,789,012,345,678,901,234.123456789012345678',
  )
})

describe('money', () => {
  test('default', () => {
    expect(format.money(1234.5)).toBe('$1,234.50')
    expect(format.compactMoney(1_234_567)).toBe('$1.23M')
    expect(format.price(0.00012345)).toBe('$0.0001235')
    expect(format.price(1.5)).toBe('$1.5000')
    expect(format.price(3012.4)).toBe('$3,012.40')
  })

  test('behavior: unknown is a dash, below a cent is not zero', () => {
    for (const write of [format.money, format.compactMoney, format.price, format.change]) expect(write(null)).toBe('—')
    expect(format.money(0.004)).toBe('<$0.01')
    expect(format.money(0)).toBe('$0.00')
  })

  test('behavior: extremely large values are limited', () => {
    for (const write of [format.money, format.compactMoney, format.price]) expect(write(2.99e24)).toBe('>$999T')
    expect(format.money(2.99e-16)).toBe('<$0.01')
    expect(format.price(2.99e-16)).toBe('<$0.0000000001')
    expect(format.compactQuantity(`1${'0'.repeat(30)}`)).toBe('>999T')
  })
})

test('change and share', () => {
  expect(format.change(0.0342)).toBe('+3.42%')
  expect(format.change(-0.5)).toBe('-50.00%')
  expect(format.change(0)).toBe('0.00%')
  expect(format.share(0.00001)).toBe('<0.01%')
})

test('ago', () => {
  const now = Date.UTC(2026, 1, 1)
  expect(format.ago(now, now)).toBe('now')
  expect(format.ago(now + 5000, now)).toBe('now')
  expect(format.ago(now - 59_000, now)).toBe('59s ago')
  expect(format.ago(now - 3_600_000, now)).toBe('1h ago')
})

test('behavior: flaw 15: a list shows the age of today’s entries, yesterday by name, and older dates', () => {
  const now = new Date(2026, 10, 23, 15).getTime()
  expect(format.when(now - 3_600_000, now)).toBe('1h ago')
  expect(format.when(new Date(2026, 10, 23, 0, 5).getTime(), now)).toBe('14h ago')
  expect(format.when(new Date(2026, 10, 22, 23).getTime(), now)).toBe('Yesterday')
  expect(format.when(new Date(2026, 10, 21, 23).getTime(), now)).toBe('Nov 21')
  expect(format.when(new Date(2025, 10, 22).getTime(), now)).toBe('Nov 22, 2025')
  expect(createFormat('de').when(new Date(2026, 10, 22).getTime(), now)).toBe('Gestern')
})

test('behavior: figures stay in one piece beside right-to-left text', () => {
  const arabic = createFormat('ar-u-nu-latn')
  expect(arabic.change(-0.0123)).toBe('\u2066-1.23%\u2069')
  expect(arabic.money(1234.5)).toMatch(/^\u2066[\d.,]+\sUS\$\u2069$/)
  expect(arabic.compactMoney(1_234_567)).toMatch(/\u2066US\$\u2069$/)
})

test('behavior: formats a month as a heading', () => {
  expect(createFormat('ru').month(Date.UTC(2026, 10, 15))).toMatch(/^Ноябрь/)
  expect(createFormat('ja').month(Date.UTC(2026, 10, 15))).toBe('2026年11月')
})
