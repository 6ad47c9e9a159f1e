import { decodeAbiParameters } from 'viem/utils'
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
 * Reads why a contract reverted: the text of `Error(string)`, or the name or selector of another error.
 *
 * @returns undefined when it said nothing
 */
export function readRevertReason(data: string): string | undefined {
  if (data.length < 10) return undefined
  const selector = data.slice(0, 10).toLowerCase()
  if (selector === '0x08c379a0')
    try {
      const [text] = decodeAbiParameters([{ type: 'string' }], `0x${data.slice(10)}`)
      return cleanName({ text, limit: 200 })
    } catch {
      return selector
    }
  return Object.hasOwn(knownErrors, selector) ? knownErrors[selector] : selector
}
