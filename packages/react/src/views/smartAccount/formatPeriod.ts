import { withLatinFigures } from '../../format/createMoneyFormat.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats a duration in the largest unit that divides it: "30 days", "90 minutes". */
export function formatPeriod({ seconds, locale }: { seconds: number; locale: string }): string {
  const [unit, length] = units.find(([, size]) => seconds % size === 0) ?? (['second', 1] as const)
  const format = new Intl.NumberFormat(withLatinFigures(locale), { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(seconds / length)
}
