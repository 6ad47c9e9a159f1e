import { normalize } from 'viem/ens'

/** Maximum characters of a name, as in DNS. */
const longest = 255

/**
 * Normalizes a name of two or more labels. Refuses letters that imitate another script. Source: ENSIP-15.
 *
 * @returns undefined if the text is not a valid name
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
