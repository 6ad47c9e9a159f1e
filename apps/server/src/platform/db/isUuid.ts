/** Returns whether a text is an id as in rows (RFC 9562, lower case). The database rejects comparisons with other texts. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
