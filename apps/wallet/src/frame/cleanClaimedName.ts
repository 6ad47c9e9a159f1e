/** Control, bidirectional, zero-width and other characters that are not seen or turn the text around them. */
const hidden = /\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\u2800/gu

/**
 * Makes a name that a page claims safe to show: nothing hidden, no runs of spaces or stacked marks, 60 characters at most.
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
