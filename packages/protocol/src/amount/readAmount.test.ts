import { parseUnits } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAmount, writeAmount } from './readAmount.ts'

const languages = ['en', 'zh-CN', 'es', 'pt-BR', 'fr', 'de', 'ja', 'ko', 'ru', 'ar', 'de-CH', 'hi', 'ar-u-nu-arab']
const locale = fc.constantFrom(...languages)
const canonical = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 128n }), fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 30 }))
  .map(([whole, fraction]) => `${whole}${fraction && `.${fraction}`}`)

const amountOf = (text: string, language = 'en', units?: readonly string[], currency?: string) => {
  const reading = readAmount(text, { locale: language, ...(units && { units }), currency })
  return reading.ok ? reading.amount : reading.problem
}

describe('an amount as people paste it', () => {
  test.each<readonly [text: string, language: string, amount: string]>([
    ['', 'en', ''],
    ['.', 'en', ''],
    ['12.', 'en', '12'],
    ['.5', 'en', '0.5'],
    ['007', 'en', '7'],
    // Both marks, several of one, or one that cannot group: the result is the same in every language.
    ...languages.flatMap((language) => [
      ['1,000.50', language, '1000.50'] as const,
      ['1.000,50', language, '1000.50'] as const,
      ['1.234.567,8', language, '1234567.8'] as const,
      ['1,000,000', language, '1000000'] as const,
      ['1.000.000', language, '1000000'] as const,
      ['12,34,567.5', language, '1234567.5'] as const,
      ['0,5', language, '0.5'] as const,
      ['0,500', language, '0.500'] as const,
      ['0.123', language, '0.123'] as const,
      ['1,50', language, '1.50'] as const,
      ['1234,567', language, '1234.567'] as const,
      ['1 250,5', language, '1250.5'] as const,
      ['1 000,500', language, '1000.500'] as const,
      ['20\u202f191,75', language, '20191.75'] as const,
      ["1'000", language, '1000'] as const,
      ['1’000.5', language, '1000.5'] as const,
      ['0.123 456 7', language, '0.1234567'] as const,
    ]),
    // One mark before three digits: the language decides.
    ['1,000', 'en', '1000'],
    ['20,191', 'en', '20191'],
    ['1.000', 'en', '1.000'],
    ['1,000', 'de', '1.000'],
    ['1.000', 'de', '1000'],
    ['1,000', 'fr', '1.000'],
    ['1.000', 'fr', '1.000'],
    ['1,000', 'de-CH', '1000'],
    // Other scripts.
    ['٣', 'en', '3'],
    ['١٬٢٣٤٫٥', 'ar', '1234.5'],
    ['۱۲۳٫۴', 'ar', '123.4'],
    ['१,२३४.५', 'hi', '1234.5'],
    ['１，２３４．５', 'ja', '1234.5'],
    ['0。5', 'zh-CN', '0.5'],
    ['𝟙𝟚', 'en', '12'],
    // With text beside the number.
    ['\u200e\u202a12.5\u202c', 'ar', '12.5'],
  ])('behavior: %s in %s is %s', (text, language, amount) => {
    expect(amountOf(text, language)).toBe(amount)
  })

  test('behavior: the token’s own symbol is accepted beside it, and another one is not', () => {
    expect(['1.5 ETH', 'eth 1.5', '1.5ETH'].map((text) => amountOf(text, 'en', ['ETH']))).toEqual(['1.5', '1.5', '1.5'])
    expect(amountOf('1.5 BTC', 'en', ['ETH'])).toBe('malformed')
  })

  test.each<readonly [text: string, currency: string, language: string, amount: string]>([
    ['$5', 'USD', 'en', '5'],
    ['$1,000', 'USD', 'en', '1000'],
    ['US$ 20', 'USD', 'en', '20'],
    ['20 $US', 'USD', 'fr', '20'],
    ['5 USD', 'USD', 'en', '5'],
    ['$5 USD', 'USD', 'en', '5'],
    ['＄5', 'USD', 'ja', '5'],
    ['1.000,50 €', 'EUR', 'de', '1000.50'],
    ['R$ 7,5', 'BRL', 'pt-BR', '7.5'],
    ['1,5\u00a0₽', 'RUB', 'ru', '1.5'],
    ['\u200f12.5\u00a0$', 'USD', 'ar', '12.5'],
  ])('behavior: %s in a field of %s is its own unit (%s)', (text, currency, language, amount) => {
    expect(amountOf(text, language, [], currency)).toBe(amount)
  })

  test.each<readonly [text: string, currency: string | undefined, sign: string, amount: string]>([
    ['$5', undefined, '$', '5'],
    ['5 $', undefined, '$', '5'],
    ['$1,000', undefined, '$', '1000'],
    ['$5 ETH', undefined, '$', '5'],
    ['5 USD', undefined, 'USD', '5'],
    ['USD 5', undefined, 'USD', '5'],
    ['€5', 'USD', '€', '5'],
    ['5 zł', 'USD', '', ''],
    ['£0.5', 'EUR', '£', '0.5'],
    ['R$ 7.5', 'USD', 'R$', '7.5'],
    ['A$5', 'USD', 'A$', '5'],
    ['₿0.1', undefined, '₿', '0.1'],
  ])('error: %s in a field of %s is another currency', (text, currency, sign, amount) => {
    expect(readAmount(text, { locale: 'en', units: ['ETH'], currency })).toEqual(
      sign === '' ? { ok: false, problem: 'malformed' } : { ok: false, problem: 'currency', sign, amount },
    )
  })

  test('behavior: a ticker is a symbol, ₿ is bitcoin, and a sign without digits is not an amount yet', () => {
    expect(amountOf('$ETH 5', 'en', ['ETH'])).toBe('5')
    expect(amountOf('5 $eth', 'en', ['ETH'])).toBe('5')
    expect(amountOf('₿0.1', 'en', ['BTC'])).toBe('0.1')
    expect(amountOf('$', 'en', ['ETH'])).toBe('')
  })

  test('error: a symbol of digits removes nothing from the number', () => {
    expect(amountOf('1000', 'en', ['000', '', '.', '0'])).toBe('1000')
  })
})

test.each(['1e5', '1E-7', '1.5e+18', '1e', '٣e5', '1e-', '1×10^5', '1 x 10⁵'])('error: %s has an exponent', (text) => {
  expect(amountOf(text)).toBe('exponent')
})

test.each([
  ...['-1', '−1', '+1', '0x10', '1.2.3', '1,2,3', '1,00,0.5', '1.000,000.5', '1 5', '12 34', 'abc', '½', '²'],
  ...['1,0000,000', '0,000,000', '1.5.', '1..5', '1,,000', '9'.repeat(81), 'Infinity', 'NaN', '1٫2٫3', '10%', '1\n2'],
])('error: %s is not an amount', (text) => {
  expect(amountOf(text)).toBe('malformed')
})

test('behavior: an ambiguous text returns the other reading', () => {
  expect(readAmount('1,000', { locale: 'en' })).toEqual({ ok: true, amount: '1000', isPlain: false, other: '1.000' })
  expect(readAmount('1.000', { locale: 'de' })).toEqual({ ok: true, amount: '1000', isPlain: false, other: '1.000' })
  // In the language's own notation it is not ambiguous.
  expect(readAmount('1.250', { locale: 'en' })).toMatchObject({ amount: '1.250', isPlain: true })
  expect(readAmount('0,5', { locale: 'en' })).toEqual({ ok: true, amount: '0.5', isPlain: false })
})

describe('for every text and language', () => {
  test('behavior: reads back an amount in the notation that its language types', () => {
    fc.assert(
      fc.property(canonical, locale, (amount, language) => {
        expect(readAmount(writeAmount(amount, { locale: language }), { locale: language })).toMatchObject({
          ok: true,
          amount,
          isPlain: true,
        })
      }),
    )
  })

  test('behavior: reads back an amount in the notation that its language prints', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 128n }),
        fc.integer({ min: 1, max: 99 }),
        locale,
        (whole, cents, language) => {
          const format = new Intl.NumberFormat(language)
          const mark = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
          const digits = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 }).format(cents)
          expect(amountOf(`${format.format(whole)}${mark}${digits}`, language)).toBe(
            `${whole}.${String(cents).padStart(2, '0')}`,
          )
          expect(amountOf(format.format(whole), language)).toBe(String(whole))
        },
      ),
    )
  })

  test('error: a number with a currency sign is never that many tokens', () => {
    const sign = fc.constantFrom('$', 'US$', 'A$', '€', '£', '¥', '￥', '₽', '₩', 'R$', '﷼', 'USD')
    fc.assert(
      fc.property(canonical, locale, sign, fc.boolean(), fc.constantFrom('', ' ', '\u00a0'), (...drawn) => {
        const [amount, language, money, isFirst, gap] = drawn
        const number = writeAmount(amount, { locale: language })
        // An alphabetic code is separated by a space.
        const space = money === 'USD' ? ' ' : gap
        const text = isFirst ? `${money}${space}${number}` : `${number}${space}${money}`
        const read = readAmount(text, { locale: language, units: ['ETH'] })
        expect(read).toEqual({ ok: false, problem: 'currency', sign: money, amount })
      }),
    )
  })

  test('behavior: reads back an amount in the notation in which its language prints money', () => {
    const cents = fc.integer({ min: 0, max: 1e12 })
    fc.assert(
      fc.property(cents, locale, fc.constantFrom('USD', 'EUR'), (value, language, currency) => {
        const text = new Intl.NumberFormat(language, { style: 'currency', currency }).format(value / 100)
        const read = amountOf(text, language, [], currency)
        expect(Math.round(Number(read) * 100)).toBe(value)
      }),
    )
  })

  test('error: accepts only texts that an exact decimal parser reads, and never changes the digits', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(..."0123456789.,'  e-x$€") }),
      fc.string({ unit: fc.constantFrom(...'٠١٢٣٤٫٬٩ .,') }),
    )
    fc.assert(
      fc.property(texts, locale, (text, language) => {
        const reading = readAmount(text, { locale: language, units: ['ETH'] })
        if (!reading.ok || reading.amount === '') return
        for (const amount of [reading.amount, reading.other ?? '0']) expect(parseUnits(amount, 80).ok).toBe(true)
        const digits = [...text.matchAll(/\p{Nd}/gu)].length
        // Only redundant leading zeros can differ.
        expect(reading.amount.replace('.', '').replace(/^0+/, '').length).toBeLessThanOrEqual(digits)
        if (reading.other !== undefined) expect(reading.other.replace('.', '')).toBe(reading.amount.replace('.', ''))
      }),
      { numRuns: 2000 },
    )
  })
})
