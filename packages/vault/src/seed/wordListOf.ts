import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Parses a BIP-39 word list, one word on each line.
 *
 * @throws LatchkeyError `malformed_request` unless it has 2048 different words
 * @example const words = wordListOf(await response.text())
 */
export function wordListOf(text: string): readonly string[] {
  const words = text.normalize('NFKD').split(/\s+/).filter(Boolean)
  if (words.length !== 2048 || new Set(words).size !== 2048)
    throw new ServiceError('malformed_request', { details: 'A BIP-39 list has 2048 different words' })
  return words
}
