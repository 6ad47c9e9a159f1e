/** The marks with which a language writes numbers. */
export type NumberMarks = { decimal: string /** Between thousands. */; group: string }

const known = new Map<string, NumberMarks>()

/**
 * Returns the decimal mark of a language and the mark between its thousands, by CLDR as the browser has it, for figures 0 to 9.
 *
 * @param locale BCP 47
 * @example numberMarks('de') // { decimal: ',', group: '.' }
 */
export function numberMarks(locale: string): NumberMarks {
  const cached = known.get(locale)
  if (cached) return cached
  // Some languages group from ten thousand on.
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.8)
  const mark = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  const marks = { decimal: mark('decimal', '.'), group: mark('group', '') }
  known.set(locale, marks)
  return marks
}
