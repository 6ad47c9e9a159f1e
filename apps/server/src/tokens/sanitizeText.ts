import { cleanText } from './cleanText.ts'

/**
 * Cleans a text from a contract ({@link cleanText}), and shortens it to a number of characters.
 *
 * @example
 * sanitizeText('US\u202eDC', 32) // 'USDC'
 */
export function sanitizeText(text: string, maximum: number): string {
  const clean = cleanText(text)
  const characters = [...clean]
  return characters.length <= maximum
    ? clean
    : `${characters
        .slice(0, maximum - 1)
        .join('')
        .trimEnd()}…`
}
