/** A locale whose figures are 0 to 9, unless it says otherwise itself (`-u-nu-`). */
export function withLatinFigures(tag: string): string {
  const locale = new Intl.Locale(tag)
  return locale.numberingSystem === undefined ? new Intl.Locale(locale, { numberingSystem: 'latn' }).toString() : tag
}

/** The formatter of dollars in a locale. */
export function dollarsIn(locale: string, digits: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...digits,
  })
}

/** Beyond that neither the figures count nor the room is there: usd. */
const most = 999e12
const cent = 0.01
const trillions = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 } as const

/**
 * Makes the function that writes dollars. What is less than a cent says so, from a trillion on it is shortened, and beyond 999 of
 * these it says so, too. Apart from the other formats, because a button needs it.
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
