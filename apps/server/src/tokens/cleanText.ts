/** Characters that reverse, hide or join text, or have no meaning. A name with them can imitate another one. */
const unsafe = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu

/**
 * Cleans a text from an untrusted source: NFC, no control, direction or invisible characters, no lone surrogates, no repeated
 * spaces, at most four combining marks in a row.
 *
 * @example
 * cleanText(' US\u202eDC ') // 'USDC'
 */
export function cleanText(text: string): string {
  return (
    text
      .replace(unsafe, '')
      // Normalize again: removed characters may have separated letters from their marks.
      .normalize('NFC')
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .replace(/\s+/gu, ' ')
      .trim()
  )
}
