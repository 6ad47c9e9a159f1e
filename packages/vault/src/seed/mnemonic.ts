import { LatchkeyError } from '@latchkey/protocol'
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'

/**
 * The words of an entropy of 16, 20, 24, 28 or 32 bytes (BIP-39).
 *
 * @throws LatchkeyError `malformed_request` for another length
 */
export function toMnemonic({ entropy, words }: { entropy: Uint8Array; words: readonly string[] }): string {
  if (![16, 20, 24, 28, 32].includes(entropy.length))
    throw new LatchkeyError('malformed_request', { field: 'entropy', details: 'BIP-39 has no such length' })
  return entropyToMnemonic(asBytes(entropy), [...words])
}

/**
 * The entropy of 12, 15, 18, 21 or 24 words (BIP-39), in whatever case and with whatever white space they were typed.
 *
 * @throws LatchkeyError `import_invalid` for unknown words or a wrong checksum; the words are not in the error
 */
export function fromMnemonic({ text, words }: { text: string; words: readonly string[] }): Bytes {
  const mnemonic = text.normalize('NFKD').toLowerCase().trim().split(/\s+/).join(' ')
  try {
    return asBytes(mnemonicToEntropy(mnemonic, [...words]))
  } catch {
    // The library's error names the word it does not know.
    throw new LatchkeyError('import_invalid')
  }
}
