import { useMemo } from 'react'
import { useLatchkeyContext } from '../../context/LatchkeyContext.ts'
import { withLatinFigures } from '../../format/createMoneyFormat.ts'

/** Writes sums of any currency the way the language does. */
export type FiatFormat = {
  /** Decimal text of a currency (ISO 4217): `$99.50`. `short` leaves out cents where there are none. */
  money: (amount: string, currency: string, options?: { short?: boolean }) => string
  /** What the language calls a currency; its code where it has no word. */
  nameOf: (currency: string) => string
  /** Its sign, or its code where it has none. */
  signOf: (currency: string) => string
}

/** Sums and names of currencies by `Intl`. */
export function useFiat(): FiatFormat {
  const { locale: tag } = useLatchkeyContext()
  return useMemo(() => {
    const locale = withLatinFigures(tag)
    const formats = new Map<string, Intl.NumberFormat>()
    function formatOf(currency: string, isShort: boolean): Intl.NumberFormat {
      const key = `${currency}${isShort}`
      let format = formats.get(key)
      if (format === undefined) {
        const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
        format = new Intl.NumberFormat(
          locale,
          isShort ? { ...options, trailingZeroDisplay: 'stripIfInteger' } : options,
        )
        formats.set(key, format)
      }
      return format
    }
    const names = new Intl.DisplayNames(locale, { type: 'currency' })
    return {
      money: (amount, currency, { short = false } = {}) => {
        try {
          return formatOf(currency, short).format(Number(amount))
        } catch {
          // A code that is no currency's.
          return `${amount} ${currency}`
        }
      },
      nameOf: (currency) => {
        try {
          return names.of(currency) ?? currency
        } catch {
          return currency
        }
      },
      signOf: (currency) => {
        try {
          const parts = formatOf(currency, true).formatToParts(0)
          return parts.find(({ type }) => type === 'currency')?.value ?? currency
        } catch {
          return currency
        }
      },
    }
  }, [tag])
}
