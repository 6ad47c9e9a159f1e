import { cleanText } from './cleanText.ts'

/**
 * Cleans a text that a contract gave ({@link cleanText}), and shortens it to so many characters.
 *
 * @example sanitizeText('US\u202eDC', 32) // 'USDC'
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
