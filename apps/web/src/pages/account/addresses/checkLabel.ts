/** How long a name may be, in characters as people count them. */
const labelLimit = 60

/**
 * Says what is wrong with a name for an address: nothing in it, too much of it, or characters that cannot be seen or that turn what stands around them.
 *
 * @example checkLabel('Ben\u202e') // 'wrong'
 */
export function checkLabel(text: string): 'missing' | 'wrong' | undefined {
  const label = text.trim()
  if (label === '') return 'missing'
  // Control, format (direction overrides, zero-width), private-use, unassigned and separator characters, as the server refuses them.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(label)) return 'wrong'
  return [...label].length > labelLimit ? 'wrong' : undefined
}
