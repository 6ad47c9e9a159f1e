/** The marks with which a language formats numbers. */
export type NumberMarks = { decimal: string /** Between thousands. */; group: string }

const known = new Map<string, NumberMarks>()

/**
 * Returns a language's decimal mark and its thousands separator, from the browser's CLDR data for the digits 0 to 9.
 *
 * @param locale BCP 47
 * @example numberMarks('de') // { decimal: ',', group: '.' }
 */
export function numberMarks(locale: string): NumberMarks {
  const cached = known.get(locale)
  if (cached) return cached
  // Some languages group only from ten thousand on.
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.8)
  const mark = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  const marks = { decimal: mark('decimal', '.'), group: mark('group', '') }
  known.set(locale, marks)
  return marks
}
