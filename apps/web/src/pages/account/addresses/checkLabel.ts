/** Largest length of a name, in characters. */
const labelLimit = 60

/**
 * Returns the error of a name for an address: empty, too long, or with characters that are invisible or change the text direction.
 *
 * @example checkLabel('Ben\u202e') // 'wrong'
 */
export function checkLabel(text: string): 'missing' | 'wrong' | undefined {
  const label = text.trim()
  if (label === '') return 'missing'
  // Control, format (direction overrides, zero-width), private-use, unassigned and separator characters, which the server refuses.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(label)) return 'wrong'
  return [...label].length > labelLimit ? 'wrong' : undefined
}
