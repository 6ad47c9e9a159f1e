import { ServiceError } from '@latchkey/protocol/errors'
import { sha256 } from '@noble/hashes/sha2'
import type { Bytes } from '../bytes/Bytes.ts'
import { wipe } from '../bytes/wipe.ts'

/**
 * Returns the words of an entropy of 16, 20, 24, 28 or 32 bytes (BIP-39): its bits and 4 to 8 of its hash, eleven to a word.
 *
 * @param options.words the list, in its order
 * @throws LatchkeyError `malformed_request` for another length
 * @example toMnemonic({ entropy: new Uint8Array(16), words }) // 'abandon … about'
 */
export function toMnemonic({ entropy, words }: { entropy: Uint8Array; words: readonly string[] }): string {
  if (![16, 20, 24, 28, 32].includes(entropy.length))
    throw new ServiceError('malformed_request', { field: 'entropy', details: 'BIP-39 has no such length' })
  const bits = bitsOf(entropy) + checksumOf(entropy)
  return Array.from({ length: bits.length / 11 }, (_, index) => {
    return words[Number.parseInt(bits.slice(11 * index, 11 * index + 11), 2)]
  }).join(' ')
}

/**
 * Returns the entropy of 12, 15, 18, 21 or 24 words (BIP-39), in any case and with any white space.
 *
 * @throws LatchkeyError `import_invalid` for unknown words or a wrong checksum; the words are not in the error
 * @example const entropy = fromMnemonic({ text: typed, words })
 */
export function fromMnemonic({ text, words }: { text: string; words: readonly string[] }): Bytes {
  const indexes = text
    .normalize('NFKD')
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .map((word) => words.indexOf(word))
  if (![12, 15, 18, 21, 24].includes(indexes.length) || indexes.includes(-1)) throw new ServiceError('import_invalid')
  const bits = indexes.map((index) => index.toString(2).padStart(11, '0')).join('')
  const length = Math.floor(bits.length / 33) * 4
  const entropy = Uint8Array.from({ length }, (_, index) => Number.parseInt(bits.slice(8 * index, 8 * index + 8), 2))
  if (bits.slice(8 * length) === checksumOf(entropy)) return entropy
  wipe(entropy)
  throw new ServiceError('import_invalid')
}

function checksumOf(entropy: Uint8Array): string {
  return bitsOf(sha256(entropy)).slice(0, entropy.length / 4)
}

function bitsOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
}
