import { withLatinFigures } from '../../format/createMoneyFormat.ts'

/** A day with its year: what ends next year must not look as if it ended in this one. */
export function formatDay({ seconds, locale }: { seconds: number; locale: string }): string {
  return new Intl.DateTimeFormat(withLatinFigures(locale), { dateStyle: 'medium' }).format(new Date(seconds * 1000))
}
