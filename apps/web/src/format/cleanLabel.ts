/**
 * Makes an untrusted name or symbol of a contract safe to show. Removes control characters, direction overrides and invisible characters,
 * and everything after the length limit.
 *
 * @example cleanLabel('USD\u202E') // 'USD'
 */
export function cleanLabel(text: string, { limit = 32 }: { limit?: number } = {}): string {
  // Control, format (direction overrides, zero-width), private-use, unassigned and separator characters.
  const clean = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...clean]
  return letters.length > limit ? `${letters.slice(0, limit - 1).join('')}…` : clean || '?'
}
