/** Control, bidirectional, zero-width and other characters that are invisible or reorder the text around them. */
const hidden = /\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\u2800/gu

/**
 * Makes the claimed name of a page safe to show: no hidden characters, no runs of spaces or stacked marks, at most 60 characters.
 *
 * @returns null when nothing is left
 */
export function cleanClaimedName(name: string): string | null {
  const text = name
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(hidden, '')
    .replace(/(\p{M})\p{M}{2,}/gu, '$1')
    .trim()
  return [...text].slice(0, 60).join('') || null
}
