import { cleanName } from '../text/cleanName.ts'

/** Errors of tokens and of the language, by selector. Source: Solidity; ERC-6093. */
const knownErrors: Readonly<Record<string, string>> = {
  '0x4e487b71': 'Panic',
  '0xe450d38c': 'ERC20InsufficientBalance',
  '0xfb8f41b2': 'ERC20InsufficientAllowance',
  '0xec442f05': 'ERC20InvalidReceiver',
  '0x96c6fd1e': 'ERC20InvalidSender',
  '0x7e273289': 'ERC721NonexistentToken',
  '0x177e802f': 'ERC721InsufficientApproval',
}

/**
 * Returns the reason of a revert from its data.
 *
 * @returns the text of `Error(string)`, cleaned, or the name or selector of another error; undefined if there is no readable one
 * @example readRevertReason('0xe450d38c…') // { error: 'ERC20InsufficientBalance' }
 */
export function readRevertReason(data: string): { text: string } | { error: string } | undefined {
  if (data.length < 10) return undefined
  const selector = data.slice(0, 10).toLowerCase()
  const text = selector === '0x08c379a0' ? readText(data.slice(10)) : undefined
  if (text !== undefined) {
    const clean = cleanName({ text, limit: 200 })
    return clean ? { text: clean } : undefined
  }
  return { error: Object.hasOwn(knownErrors, selector) ? (knownErrors[selector] ?? selector) : selector }
}

/** Decodes the ABI-encoded string of `Error(string)`: offset, length, bytes. */
function readText(words: string): string | undefined {
  const length = Number.parseInt(words.slice(64, 128), 16)
  const digits = words.slice(128, 128 + length * 2)
  if (!Number.isSafeInteger(length) || length > 2000 || digits.length !== length * 2) return undefined
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (digit) => Number.parseInt(digit, 16))
  return new TextDecoder().decode(bytes)
}
