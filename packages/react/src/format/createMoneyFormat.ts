/** Returns a locale with the digits 0 to 9, unless the tag sets others (`-u-nu-`). */
export function withLatinFigures(tag: string): string {
  const locale = new Intl.Locale(tag)
  return locale.numberingSystem === undefined ? new Intl.Locale(locale, { numberingSystem: 'latn' }).toString() : tag
}

/** Makes the formatter of dollars in a locale. */
export function dollarsIn(locale: string, digits: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...digits,
  })
}

/** Largest value with exact digits, in US dollars. */
const most = 999e12
const cent = 0.01
const trillions = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 } as const

/**
 * Makes the function that formats dollars. Values below a cent show "less than", values from a trillion are shortened, and values above
 * 999 trillion show "more than". Separate from the other formats, because a button needs it.
 *
 * @param tag BCP 47
 */
export function createMoneyFormat(tag: string): (value: number) => string {
  const locale = withLatinFigures(tag)
  let cents: Intl.NumberFormat | undefined
  const write = (value: number) => {
    if (Math.abs(value) >= 1e12) return dollarsIn(locale, trillions).format(value)
    cents ??= dollarsIn(locale)
    return cents.format(value)
  }
  return (value) => {
    if (value > most) return `>${write(most)}`
    return value > 0 && value < cent ? `<${write(cent)}` : write(value)
  }
}
