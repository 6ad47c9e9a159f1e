/** Characters that turn, hide or join text, or that have no meaning: a name with them can pretend to be another one. */
const unsafe = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu

/**
 * Cleans a text that a contract gave: no control, direction or invisible characters, no lone surrogates, no runs of
 * spaces, at most four combining marks in a row, and a length cap counted in characters.
 *
 * @example sanitizeText('US\u202eDC', 32) // 'USDC'
 */
export function sanitizeText(text: string, maximum: number): string {
  const clean = text
    .normalize('NFC')
    .replace(unsafe, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...clean]
  return characters.length <= maximum
    ? clean
    : `${characters
        .slice(0, maximum - 1)
        .join('')
        .trimEnd()}…`
}
