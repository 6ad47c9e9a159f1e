/** Limits of the texts and images that wallets announce. */
const longestName = 40
const longestIcon = 256 * 1024

// Control characters, zero-width and bidirectional marks: a wallet could imitate another one's name with them.
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu
const iconPattern = /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i

/** Returns a wallet's text in a form that is safe to show: one line, no control or direction marks, limited length. */
export function cleanText(text: unknown): string {
  if (typeof text !== 'string') return ''
  const clean = text.slice(0, 1000).replace(unsafeCharacters, '').replace(/\s+/g, ' ').trim()
  return [...clean].slice(0, longestName).join('').trim()
}

/** Returns an image that is safe to show: a `data:` URI of limited length. Null for anything else. */
export function cleanIcon(icon: unknown): string | null {
  return typeof icon === 'string' && icon.length <= longestIcon && iconPattern.test(icon) ? icon : null
}
