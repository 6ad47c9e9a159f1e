/** The most that is shown of what a wallet claims. */
const longestName = 40
const longestIcon = 256 * 1024

// Control characters, zero-width and bidirectional marks: a wallet could otherwise dress its name up as another's.
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu
const iconPattern = /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i

/** Makes a text that a wallet chose safe to show: one line, no control or direction marks, bounded. */
export function cleanText(text: unknown): string {
  if (typeof text !== 'string') return ''
  const clean = text.slice(0, 1000).replace(unsafeCharacters, '').replace(/\s+/g, ' ').trim()
  return [...clean].slice(0, longestName).join('').trim()
}

/** An image that is safe to show: in a `data:` URI of bounded length. Null for anything else. */
export function cleanIcon(icon: unknown): string | null {
  return typeof icon === 'string' && icon.length <= longestIcon && iconPattern.test(icon) ? icon : null
}
