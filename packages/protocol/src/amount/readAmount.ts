import { isSignOf, takeCurrencySign } from './currencySign.ts'
import { numberMarks } from './numberMarks.ts'

/**
 * Why a text is not an amount. `exponent`: it has an exponent (`1e18`). `currency`: the field does not count its currency (`$5` of ether).
 * `malformed`: it is not a number above 0 for another reason.
 */
export type AmountProblem = 'exponent' | 'malformed' | 'currency'

/** Result of {@link readAmount}. */
export type AmountReading =
  | {
      ok: true
      /** Decimal text: digits with at most one `.`, no redundant leading zero; empty without a digit. */
      amount: string
      /** The text has only digits and the language's decimal mark, so it is unambiguous. */
      isPlain: boolean
      /** The second reading, with the other mark as the decimal one; set if both readings are numbers. */
      other?: string
    }
  | { ok: false; problem: 'exponent' | 'malformed' }
  | {
      ok: false
      problem: 'currency'
      /** The currency's sign as typed. */
      sign: string
      /** Decimal text: the number beside the sign. */
      amount: string
    }

/** Largest number of digits: those of 2^256 base units, and a few more. */
const longest = 80
/** Marks that only group digits, and marks that only start a fraction. */
const grouping = /[\s\u066c\u02bc\u2018\u2019\uff07'`´_]/gu
const fractional = /\u066b/gu
/** Marks of other scripts that are equivalent to `.` and `,`. */
const points = /[\uff0e\u3002\uff61]/gu
const commas = /[\uff0c\u060c]/gu

/**
 * Reads an amount as visitors type and paste it: digits of any script, with or without grouping, with the token's symbol or the field's
 * own currency sign beside them. Refuses minus signs, exponents and signs of other currencies. The rule for points and commas:
 *
 * 1. With both, the last one is the decimal mark: `1.000,50` and `1,000.50`.
 * 2. Several of one kind group thousands: `1,000,000`. One beside spaces or apostrophes is the decimal mark: `1 000,5`.
 * 3. A single one that cannot group thousands is the decimal mark: `0,5`, `1,50`, `1234,567`.
 * 4. A single one before exactly three digits can be either (`1,000`), so the language decides. It is the decimal mark if the language
 *    uses it for decimals. A point is also the decimal mark if the language groups with neither. `other` has the second reading.
 *
 * @param options.locale BCP 47; the language of the page's numbers
 * @param options.units texts that are allowed before or after the number, for example the token's symbol
 * @param options.currency ISO 4217; the currency that the field counts, whose sign is also allowed there
 * @example readAmount('1,000', { locale: 'en' }) // { ok: true, amount: '1000', isPlain: false, other: '1.000' }
 */
export function readAmount(
  text: string,
  { locale, units = [], currency }: { locale: string; units?: readonly string[]; currency?: string | undefined },
): AmountReading {
  const names = currency === undefined ? units : [...units, currency]
  const bare = stripUnit(toAsciiDigits(text.replace(/\p{Cf}/gu, '')).trim(), names)
  const signed = takeCurrencySign(bare)
  const dense = signed?.text ?? bare
  if (/\d\s*(e[-+\u2212]?\s*\d*|[x×*·]\s*10\s*(\^|[⁰¹²³⁴-⁹⁻⁺]).*)$/iu.test(dense))
    return { ok: false, problem: 'exponent' }
  const marked = dense.replace(points, '.').replace(commas, ',').replace(fractional, 'd').replace(grouping, 'g')
  if (!/^[\d.,gd]*$/.test(marked) || marked.length > longest) return { ok: false, problem: 'malformed' }
  const marks = numberMarks(locale)
  const split = splitAt(marked, marks)
  const amount = split && toDecimal(split.at)
  if (amount === undefined) return { ok: false, problem: 'malformed' }
  const isForeign = signed && !(currency !== undefined && isSignOf(signed.sign, { currency, locale }))
  if (isForeign && amount !== '' && !(signed.sign === '₿' && units.includes('BTC')))
    return { ok: false, problem: 'currency', sign: signed.sign, amount }
  const other = split?.other && toDecimal(split.other)
  const isPlain = [...text].every((letter) => /\d/.test(letter) || letter === marks.decimal)
  return { ok: true, amount, isPlain, ...(other === undefined ? {} : { other }) }
}

/**
 * Formats an amount as its language types it: with the language's decimal mark, without grouping. {@link readAmount} restores it
 * exactly.
 *
 * @param amount decimal text
 * @example writeAmount('1234.5', { locale: 'de' }) // '1234,5'
 */
export function writeAmount(amount: string, { locale }: { locale: string }): string {
  return amount.replace('.', numberMarks(locale).decimal)
}

type Split = { whole: string; fraction: string }

/** Returns where the fraction begins: by the rule, and by the second reading if there is one. */
function splitAt(text: string, marks: ReturnType<typeof numberMarks>): { at: Split; other?: Split } | undefined {
  const used = [...new Set(text.replace(/\d/g, ''))]
  const counted = (mark: string) => text.split(mark).length - 1
  const cut = (mark: string): Split => {
    const index = text.lastIndexOf(mark)
    return { whole: text.slice(0, index), fraction: text.slice(index + 1) }
  }
  const uncut = { whole: text, fraction: '' }
  if (used.includes('d')) return counted('d') === 1 ? { at: cut('d') } : undefined
  const decimals = used.filter((mark) => mark !== 'g')
  if (decimals.length === 2) {
    const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
    return counted(last) === 1 ? { at: cut(last) } : undefined
  }
  const [mark] = decimals
  if (mark === undefined || counted(mark) > 1) return { at: uncut }
  const isEither = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  if (!isEither) return { at: cut(mark) }
  const isDecimal = mark === marks.decimal || (mark === '.' && marks.group !== '.')
  return isDecimal ? { at: cut(mark), other: uncut } : { at: uncut, other: cut(mark) }
}

/** Returns the decimal text of a split number; undefined if its groups are not valid. */
function toDecimal({ whole, fraction }: Split): string | undefined {
  // Thousands, or lakhs and crores as in India, with the same mark throughout.
  const isGrouped = /^[1-9]\d{0,2}(?:([.,g])\d{3})(?:\1\d{3})*$|^[1-9]\d?([,g])(?:\d{2}\2)*\d{3}$/.test(whole)
  if (!isGrouped && !/^\d*$/.test(whole)) return undefined
  if (!/^(?:\d*|(?:\d{3}g)+\d{1,3})$/.test(fraction)) return undefined
  const [digits, rest] = [whole.replace(/\D/g, ''), fraction.replace(/\D/g, '')]
  if (digits === '' && rest === '') return ''
  return `${digits.replace(/^0+(?=\d)/, '') || '0'}${rest && `.${rest}`}`
}

/** Converts digits of any script to 0 to 9. Unicode has the ten digits of each script in order. */
function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    let zero = point
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((point - zero) % 10)
  })
}

/** Removes the unit from one end of a text; `$LATCH` is also a token's symbol. */
function stripUnit(text: string, units: readonly string[]): string {
  const lower = text.toLowerCase()
  for (const unit of units) {
    // A symbol can be any text, including digits. Only letters cannot be part of the number.
    if (!/^\p{L}+$/u.test(unit)) continue
    for (const name of [`$${unit.toLowerCase()}`, unit.toLowerCase()]) {
      if (lower.endsWith(name)) return text.slice(0, -name.length).trim()
      if (lower.startsWith(name)) return text.slice(name.length).trim()
    }
  }
  return text
}
