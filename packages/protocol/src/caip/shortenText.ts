/** Characters of a shortened text by default (specification 9). */
const shortTextLength = 33

const gap = '...'

/**
 * Shortens a text to a length, with `...` in the middle, because names differ at the beginning or the end. A character of several code
 * units counts as one and is never cut. Never use it where a visitor confirms a receiver.
 *
 * @param length largest number of characters, including the dots; at least 5
 * @returns the unchanged text if it is short enough
 * @throws RangeError for a length without space for both ends
 * @example shortenText('The Extraordinarily Long Name of a Token') // 'The Extraordina...ame of a Token'
 */
export function shortenText(text: string, { length = shortTextLength }: { length?: number } = {}): string {
  if (!Number.isInteger(length) || length < gap.length + 2)
    throw new RangeError(`A text cannot be shortened to ${length} characters`)
  if (text.length <= length) return text
  const characters = [...text]
  if (characters.length <= length) return text
  const kept = length - gap.length
  const head = Math.ceil(kept / 2)
  return characters.slice(0, head).join('') + gap + characters.slice(head - kept).join('')
}
