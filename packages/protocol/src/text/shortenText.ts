/** Characters that a shortened text has where no other length is asked for (specification 9). */
export const shortTextLength = 33

const gap = '...'

/**
 * Shortens a text in its middle, for lists: `...` stands for what is left out. Characters are counted as people see them, so that no
 * symbol is cut in two.
 *
 * @param options.length characters that the result has at most, the three points included; default 33
 * @example shortenText('abcdefghijklm', { length: 9 }) // 'abc...klm'
 */
export function shortenText(text: string, { length = shortTextLength }: { length?: number } = {}): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  if (characters.length <= length) return text
  const kept = Math.max(0, length - gap.length)
  const tail = Math.floor(kept / 2)
  return `${characters.slice(0, kept - tail).join('')}${gap}${tail === 0 ? '' : characters.slice(-tail).join('')}`
}
