const form = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Whether a text is a date and time of RFC 3339 on an existing day. Refuses lower case letters and leap seconds, which RFC 3339 allows,
 * because not every `Date.parse` accepts them.
 *
 * @example isDateTime('2026-02-31T10:00:00Z') // false
 */
export function isDateTime(text: string): boolean {
  if (!form.test(text) || Number.isNaN(Date.parse(text))) return false
  const day = text.slice(0, 10)
  // February 31 is parsed as one of the first days of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
