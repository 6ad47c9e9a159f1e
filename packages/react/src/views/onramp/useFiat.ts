import { useMemo } from 'react'
import { useLatchkeyContext } from '../../context/LatchkeyContext.ts'
import { withLatinFigures } from '../../format/createMoneyFormat.ts'

/** Formats sums of any currency in the visitor's language. */
export type FiatFormat = {
  /** Decimal text of a currency (ISO 4217): `$99.50`. `short` omits cents if they are zero. */
  money: (amount: string, currency: string, options?: { short?: boolean }) => string
  /** Name of a currency in the language, or its code if there is none. */
  nameOf: (currency: string) => string
  /** Sign of a currency, or its code if there is none. */
  signOf: (currency: string) => string
}

/** Returns formatters of sums and currency names, based on `Intl`. */
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
          // Not a valid currency code.
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
