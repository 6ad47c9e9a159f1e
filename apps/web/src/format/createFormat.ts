/** Formatters of numbers, money and times in one language. Unknown amounts are a dash, never a zero. */
export type Format = ReturnType<typeof createFormat>

const unknown = '—'
/** Largest value with exact digits, in US dollars. */
const most = 999e12
/** Smallest displayed price, in US dollars. */
const leastPrice = 1e-10

/**
 * Makes the formatters of a locale. Quantities are decimal texts and never become floats. Money is a number from the server, in US dollars.
 *
 *
 * @example createFormat('en-US').quantity('1234.5') // '1,234.5'
 */
export function createFormat(locale: string) {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)
  const usd = { style: 'currency', currency: 'USD' } as const
  const money = number(usd)
  const compactMoney = number({ ...usd, notation: 'compact', maximumFractionDigits: 2 })
  const wholeMoney = number({ ...usd, notation: 'compact', maximumFractionDigits: 0 })
  const finePrice = number({ ...usd, minimumSignificantDigits: 4, maximumSignificantDigits: 4 })
  const leastPriceFormat = number({ ...usd, maximumFractionDigits: 10 })
  const midPrice = number({ ...usd, minimumFractionDigits: 4, maximumFractionDigits: 4 })
  const compactQuantity = number({ notation: 'compact', maximumFractionDigits: 2 })
  const count = number({})
  const change = number({
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  })
  const wholePercent = number({ style: 'percent' })
  const share = number({ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const ago = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' })
  const yesterday = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
  const dateTime = date({ dateStyle: 'medium', timeStyle: 'medium' })
  const dateTimeShort = date({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
  const clock = date({ hour: 'numeric', minute: '2-digit' })
  const dayMonth = date({ month: 'short', day: 'numeric' })
  const wholeDate = date({ dateStyle: 'medium' })
  const month = date({ month: 'long', year: 'numeric' })
  const names = new Intl.ListFormat(locale, { type: 'conjunction' })
  const point = count.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  /** Cuts a decimal text to a number of decimals, digit by digit, because a float or an older browser would round it. */
  const cut = (text: string, decimals: number) => {
    const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? []
    const shown = fraction.slice(0, decimals).replace(/0+$/, '')
    return `${sign}${count.format(BigInt(whole))}${shown && point}${shown}`
  }

  // Figures with their signs are left-to-right in every language, but the marks that a language adds around them change that.
  const figures = /^(ar|fa|he|ur)\b/.test(locale)
    ? (text: string) => `\u2066${text.replace(/[\u200e\u200f\u061c]/g, '')}\u2069`
    : (text: string) => text
  // A shortened sum contains a word of the language, so isolate only its currency. Otherwise "US$" would become "$US".
  const shortened = (text: string) => text.replace(/US\$/, (currency) => figures(currency))
  const large = (value: number) => shortened(value > most ? `>${wholeMoney.format(most)}` : compactMoney.format(value))

  const elapsed = (time: number, now: number) => {
    const seconds = Math.max(0, Math.floor((now - time) / 1000))
    if (seconds < 60) return ago.format(-seconds, 'second')
    if (seconds < 3600) return ago.format(-Math.floor(seconds / 60), 'minute')
    if (seconds < 86_400) return ago.format(-Math.floor(seconds / 3600), 'hour')
    return ago.format(-Math.floor(seconds / 86_400), 'day')
  }
  const capital = (word: string) => word.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(locale))

  return {
    locale,
    /** A value in US dollars with cents. A value below a cent shows "less than". */
    money: (value: number | null | undefined) => {
      if (value === null || value === undefined) return unknown
      if (value >= 1e12) return large(value)
      return figures(value > 0 && value < 0.01 ? `<${money.format(0.01)}` : money.format(value))
    },
    /** An amount of any currency, ISO 4217, as decimal text of whole cents. */
    currency: (amount: string, code: string) =>
      isDecimal(amount) ? figures(number({ style: 'currency', currency: code }).format(Number(amount))) : unknown,
    /** A large value in few characters. */
    compactMoney: (value: number | null | undefined) => {
      if (value === null || value === undefined) return unknown
      return Math.abs(value) < 10_000 ? figures(money.format(value)) : large(value)
    },
    /** The price of one token, with as many digits as distinguish two prices. */
    price: (value: number | null | undefined) => {
      if (value === null || value === undefined) return unknown
      if (value >= 1e12) return large(value)
      if (value > 0 && value < leastPrice) return figures(`<${leastPriceFormat.format(leastPrice)}`)
      const style = value >= 1000 || value === 0 ? money : value >= 1 ? midPrice : finePrice
      return figures(style.format(value))
    },
    /** A quantity for lists. Larger quantities have fewer decimals. Cut and never rounded up, so that it never shows too much. */
    quantity: (text: string) => {
      if (!isDecimal(text)) return unknown
      if (isTiny(text, 6)) return `<${cut('0.000001', 6)}`
      const digits = digitsBeforePoint(text)
      return cut(text, digits > 3 ? 2 : digits > 0 ? 4 : 6)
    },
    /** A quantity with all of its decimals. */
    exactQuantity: (text: string) => (isDecimal(text) ? cut(text, text.length) : unknown),
    /** A large quantity in few characters: three or four digits, for which a float is exact enough. */
    compactQuantity: (text: string) =>
      !isDecimal(text)
        ? unknown
        : Number(text) > most
          ? `>${compactQuantity.format(most)}`
          : compactQuantity.format(Number(text)),
    count: (value: number) => count.format(value),
    /** A fraction as a signed percentage. */
    change: (value: number | null | undefined) =>
      value === null || value === undefined ? unknown : figures(change.format(value)),
    /** A fraction as whole percents. */
    percent: (fraction: number) => figures(wholePercent.format(fraction)),
    /** A fraction as a share. A value below 0.01% shows "less than". */
    share: (value: number) => figures(value > 0 && value < 0.0001 ? `<${share.format(0.0001)}` : share.format(value)),
    /** The time since a moment, unix milliseconds. */
    ago: elapsed,
    /** A time for lists: its age on the same day, then "yesterday", then the date. Unix milliseconds. */
    when: (time: number, now: number) => {
      const day = (moment: number) => new Date(moment).setHours(0, 0, 0, 0)
      const days = Math.round((day(now) - day(time)) / 86_400_000)
      if (days <= 0) return elapsed(time, now)
      if (days === 1) return capital(yesterday.format(-1, 'day'))
      return new Date(time).getFullYear() === new Date(now).getFullYear()
        ? dayMonth.format(time)
        : wholeDate.format(time)
    },
    dateTime: (time: number) => dateTime.format(time),
    dateTimeShort: (time: number) => dateTimeShort.format(time),
    clock: (time: number) => clock.format(time),
    day: (time: number) => dayMonth.format(time),
    date: (time: number) => wholeDate.format(time),
    /** A heading, with a capital first letter also in languages that write months in lower case. */
    month: (time: number) => capital(month.format(time)),
    list: (items: readonly string[]) => names.format(items),
  }
}

function isDecimal(text: string) {
  return /^-?\d+(\.\d*)?$/.test(text)
}

function digitsBeforePoint(text: string) {
  return text.replace(/^-?0*/, '').split('.')[0]?.length ?? 0
}

/** Not zero, but zero after the cut to so many decimals. */
function isTiny(text: string, decimals: number) {
  const [whole = '', fraction = ''] = text.split('.')
  return /^-?0*$/.test(whole) && /^0*$/.test(fraction.slice(0, decimals)) && /[1-9]/.test(fraction)
}
