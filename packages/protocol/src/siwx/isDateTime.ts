const form = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Tells whether a text is a date and time of RFC 3339, and a day that there is. Small letters and the leap second, which that allows
 * too, are refused: not every `Date.parse` reads them.
 *
 * @example isDateTime('2026-02-31T10:00:00Z') // false
 */
export function isDateTime(text: string): boolean {
  if (!form.test(text) || Number.isNaN(Date.parse(text))) return false
  const day = text.slice(0, 10)
  // A 31st of February is read as one of the first days of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
