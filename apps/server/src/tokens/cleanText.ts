/** Characters that turn, hide or join text, or that have no meaning: a name with them can pretend to be another one. */
const unsafe = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu

/**
 * Cleans a text that somebody else wrote: one form (NFC), no control, direction or invisible characters, no lone surrogates, no runs of
 * spaces, at most four combining marks in a row.
 *
 * @example cleanText(' US\u202eDC ') // 'USDC'
 */
export function cleanText(text: string): string {
  return (
    text
      .replace(unsafe, '')
      // What was hidden may have kept letters and their marks apart.
      .normalize('NFC')
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .replace(/\s+/gu, ' ')
      .trim()
  )
}
