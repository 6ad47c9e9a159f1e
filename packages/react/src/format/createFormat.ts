import { createMoneyFormat, dollarsIn, withLatinFigures } from './createMoneyFormat.ts'

/** Formats numbers, money, dates and ages in a language. */
export type Format = {
  /** Dollars. For an unknown value the caller shows its own text, never 0. */
  money: (value: number) => string
  /** Dollars for one unit: four significant digits below a dollar, otherwise two decimals. */
  price: (value: number) => string
  /** Exact decimal text with grouping; cut, never rounded up, after `digits` decimals or the first significant ones. */
  amount: (text: string, options?: { digits?: number }) => string
  /** An amount with its sign; zero has none. */
  signed: (text: string, direction: 'in' | 'out' | 'self', digits?: number) => string
  /** A month and its year. */
  month: (time: number | string) => string
  /** A day and a time. */
  dateTime: (time: number | string) => string
  /** A time of today. */
  time: (time: number | string) => string
  /** A day without its year. */
  day: (time: number | string) => string
  /** How long ago, for example "2 minutes ago". */
  age: (options: { from: number; now: number }) => string
  count: (value: number) => string
  /** A wait: "18 seconds" in English; a short unit elsewhere, because a written word would need the sentence's grammar. */
  seconds: (value: number) => string
}

/** Smallest displayed price, in US dollars. */
const leastPrice = 1e-10

/**
 * Makes the formatters of a language; each one is built on first use. Digits are 0 to 9 in every language, because visitors type amounts
 * with them and compare them with wallets and explorers. A locale with `-u-nu-` sets other digits.
 *
 * @param tag BCP 47
 */
export function createFormat(tag: string): Format {
  const locale = withLatinFigures(tag)
  const once = <T>(make: () => T) => {
    let value: T | undefined
    return () => {
      value ??= make()
      return value
    }
  }
  const money = once(() => createMoneyFormat(tag))
  const smallPrice = once(() => dollarsIn(locale, { maximumSignificantDigits: 4 }))
  const whole = once(() => new Intl.NumberFormat(locale))
  const month = once(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }))
  const day = once(() => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }))
  const dateTime = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
  const clock = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
  const seconds = once(
    () =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: 'second',
        unitDisplay: /^en\b/i.test(locale) ? 'long' : 'short',
      }),
  )
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }))
  const separator = once(
    () => new Intl.NumberFormat(locale).formatToParts(0.1).find(({ type }) => type === 'decimal')?.value ?? '.',
  )

  const amount: Format['amount'] = (text, { digits = 6 } = {}) => {
    const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
    if (match === null) return text
    const [, integer = '0', fraction = ''] = match
    // Small amounts keep their first two significant digits at any decimal place.
    const leading = /^0*/.exec(fraction)?.[0].length ?? 0
    const keep = /[1-9]/.test(integer) ? digits : Math.max(digits, leading + 2)
    const shown = fraction.slice(0, keep).replace(/0+$/, '')
    return `${whole().format(BigInt(integer))}${shown === '' ? '' : separator() + shown}`
  }

  return {
    money: (value) => money()(value),
    price: (value) => {
      if (value >= 1 || value <= 0) return money()(value)
      return value < leastPrice ? `<${smallPrice().format(leastPrice)}` : smallPrice().format(value)
    },
    amount,
    signed: (text, direction, digits = 6) =>
      `${!/[1-9]/.test(text) || direction === 'self' ? '' : direction === 'in' ? '+' : '−'}${amount(text, { digits })}`,
    month: (time) => month().format(new Date(time)),
    day: (time) => day().format(new Date(time)),
    time: (time) => clock().format(new Date(time)),
    dateTime: (time) => dateTime().format(new Date(time)),
    age: ({ from, now }) => {
      const seconds = Math.min(0, Math.round((from - now) / 1000))
      if (seconds > -60) return relative().format(seconds > -5 ? 0 : seconds, 'second')
      if (seconds > -3600) return relative().format(Math.ceil(seconds / 60), 'minute')
      if (seconds > -86_400) return relative().format(Math.ceil(seconds / 3600), 'hour')
      return relative().format(Math.ceil(seconds / 86_400), 'day')
    },
    count: (value) => whole().format(value),
    seconds: (value) => seconds().format(value),
  }
}
