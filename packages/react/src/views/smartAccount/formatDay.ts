import { withLatinFigures } from '../../format/createMoneyFormat.ts'

/** Formats a day with its year, so that next year's date does not look like one of this year. */
export function formatDay({ seconds, locale }: { seconds: number; locale: string }): string {
  return new Intl.DateTimeFormat(withLatinFigures(locale), { dateStyle: 'medium' }).format(new Date(seconds * 1000))
}
