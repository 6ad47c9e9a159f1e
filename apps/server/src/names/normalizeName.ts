import { normalize } from 'viem/ens'

/** Characters of a name at most: as many as DNS allows. */
const longest = 255

/**
 * Normalises a name of two labels or more; letters that pass for those of another script are refused. Source: ENSIP-15.
 *
 * @returns undefined when the text can be nobody's name
 */
export function normalizeName(text: string): string | undefined {
  if (text.length > longest) return undefined
  try {
    const name = normalize(text.trim())
    return name.includes('.') && name.length <= longest ? name : undefined
  } catch {
    return undefined
  }
}
