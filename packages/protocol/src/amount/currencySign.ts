/** A currency sign at one end of an amount, with the text without it. */
export type SignedText = {
  /** The sign as typed, for example `$` or `US$`. */
  sign: string
  text: string
}

const leading = /^((?:[a-z]{1,3})?\p{Sc}(?:[a-z]{1,3}(?![a-z]))?)\s*/iu
const trailing = /\s*((?:[a-z]{1,3})?\p{Sc}(?:[a-z]{1,3})?)$/iu

/**
 * Removes a currency sign before or after the number from a text.
 *
 * @returns undefined without a sign
 * @example takeCurrencySign('US$ 5') // { sign: 'US$', text: '5' }
 */
export function takeCurrencySign(text: string): SignedText | undefined {
  for (const place of [leading, trailing]) {
    const sign = place.exec(text)?.[1]
    if (sign !== undefined) return { sign, text: text.replace(place, '') }
  }
  const code = /^USD\s+|\s+USD$/i.exec(text)?.[0]
  return code === undefined ? undefined : { sign: code.trim(), text: text.replace(code, '') }
}

/**
 * Whether a sign stands for a currency, in the notation of the language or of English. A bare `$` stands for every dollar and peso.
 *
 *
 * @param options.currency ISO 4217
 * @param options.locale BCP 47
 * @example isSignOf('US$', { currency: 'USD', locale: 'es' }) // true
 */
export function isSignOf(sign: string, { currency, locale }: { currency: string; locale: string }): boolean {
  const typed = plain(sign)
  if (typed === plain(currency)) return true
  if (currency === 'USD' && (typed === 'US$' || typed === '$US')) return true
  return [locale, 'en'].some((language) =>
    (['symbol', 'narrowSymbol'] as const).some((currencyDisplay) => {
      try {
        const parts = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay }).formatToParts(1)
        return parts.some(({ type, value }) => type === 'currency' && plain(value) === typed)
      } catch {
        // Not a currency code.
        return false
      }
    }),
  )
}

/** Converts full-width signs to plain ones, and removes marks of direction. */
function plain(sign: string): string {
  return sign
    .normalize('NFKC')
    .replace(/[\p{Cf}\s]/gu, '')
    .toUpperCase()
}
