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

/**
 * Makes the function that writes dollars; what is less than a cent keeps three digits, and from a
 * trillion on it is shortened. Apart from the other formats, because
 * a button needs it.
 *
 * @param tag BCP 47
 */
export function createMoneyFormat(tag: string): (value: number) => string {
  const locale = withLatinFigures(tag)
  let cents: Intl.NumberFormat | undefined
  return (value) => {
    if (value !== 0 && Math.abs(value) < 0.01) return dollarsIn(locale, { maximumSignificantDigits: 3 }).format(value)
    // Beyond that neither the figures count nor the room is there.
    if (Math.abs(value) >= 1e15)
      return dollarsIn(locale, { notation: 'scientific', maximumFractionDigits: 2 }).format(value)
    if (Math.abs(value) >= 1e12)
      return dollarsIn(locale, { notation: 'compact', maximumFractionDigits: 2 }).format(value)
    cents ??= dollarsIn(locale)
    return cents.format(value)
  }
}
