import { RequestRefusal } from '../platform/http/errorReply.ts'
import { cleanText } from '../tokens/cleanText.ts'

/** Maximum of characters. */
const longest = 60

/**
 * Reads the visitor's label of an address, cleaned like names of tokens.
 *
 * @throws RequestRefusal `invalid_body` if the result is empty or too long
 * @example readLabel(' Al\u202eice ') // 'Alice'
 */
export function readLabel(text: string): string {
  const label = cleanText(text)
  const { length } = [...label]
  // The label needs a visible letter: a mark alone combines with its neighbor, and blanks do not count.
  if (length >= 1 && length <= longest && /[^\p{M}\p{Z}\u2800]/u.test(label)) return label
  const description =
    length > longest ? `A label has ${longest} characters at most` : 'A label has a character at least'
  throw new RequestRefusal('invalid_body', [{ field: 'label', description }])
}
