import { verifyMessage } from '@latchkey/bitcoin'
import type { ChainId } from '@latchkey/protocol'

/** Characters at most: a whole transaction with a key and a signature (BIP-322 "full") has some 350. */
const maxLength = 1_024

/**
 * Tells whether a text was signed by the key that a Bitcoin address is made of (BIP-322, BIP-137). No chain is asked.
 *
 * @param options.signature base64, with or without BIP-322's prefix
 * @returns false for everything else, and for what cannot be read
 * @throws LatchkeyError `unsupported_chain`
 */
export function isSignedOnBitcoin({
  chainId,
  address,
  message,
  signature,
}: {
  chainId: ChainId
  address: string
  message: string
  signature: string
}): boolean {
  return signature.length <= maxLength && verifyMessage({ chainId, address, message, signature })
}
