import { verifyMessage } from '@latchkey/bitcoin'
import type { ChainId } from '@latchkey/protocol'

/** Maximum of characters. A whole transaction with a key and a signature (BIP-322 "full") has about 350. */
const maxLength = 1_024

/**
 * Returns whether the key of a Bitcoin address signed a text (BIP-322, BIP-137), without a call to a chain.
 *
 * @param options.signature base64, with or without BIP-322's prefix
 * @returns false for everything else, including unreadable signatures
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
