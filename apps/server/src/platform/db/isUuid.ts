/** Tells whether a text is an id as rows have it (RFC 9562, lower case); the database refuses to compare others with one. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
