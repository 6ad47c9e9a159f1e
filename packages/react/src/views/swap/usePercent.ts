import { useMemo } from 'react'
import { useLatchkeyContext } from '../../context/LatchkeyContext.ts'
import { withLatinFigures } from '../../format/createMoneyFormat.ts'

/**
 * Returns a function that formats a fraction as percent: two decimals below one percent, one above.
 *
 * @example usePercent()(0.0031) // '0.31%'
 */
export function usePercent(): (fraction: number) => string {
  const { locale } = useLatchkeyContext()
  return useMemo(() => {
    const tag = withLatinFigures(locale)
    const fine = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 })
    const coarse = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
    return (fraction) => {
      const size = Math.abs(fraction)
      // A very small value is not zero.
      if (size > 0 && size < 0.0001) return `<${fine.format(0.0001)}`
      return (size < 0.01 ? fine : coarse).format(fraction)
    }
  }, [locale])
}
