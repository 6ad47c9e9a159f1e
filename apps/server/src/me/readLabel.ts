import { RequestRefusal } from '../platform/http/errorReply.ts'
import { cleanText } from '../tokens/cleanText.ts'

/** Characters of a label at most. */
const longest = 60

/**
 * Reads the name that somebody gives an address, cleaned as names of tokens are.
 *
 * @throws RequestRefusal `invalid_body` where nothing is left, or too much
 * @example readLabel(' Al\u202eice ') // 'Alice'
 */
export function readLabel(text: string): string {
  const label = cleanText(text)
  const { length } = [...label]
  // A letter must be seen: a mark alone stands on its neighbour, and a blank of any kind is none.
  if (length >= 1 && length <= longest && /[^\p{M}\p{Z}\u2800]/u.test(label)) return label
  const description =
    length > longest ? `A label has ${longest} characters at most` : 'A label has a character at least'
  throw new RequestRefusal('invalid_body', [{ field: 'label', description }])
}
