import { ed25519 } from '@noble/curves/ed25519'
import { malformed } from '../bytes/readBytes.ts'
import { isTransactionMessage } from '../transaction/isTransactionMessage.ts'

/**
 * Signs bytes as they are, as wallets do for `signMessage`: ed25519, without a prefix. Such a signature could also be valid for a
 * transaction, so a message that may be one is refused.
 *
 * @param options.privateKey the 32 bytes of RFC 8032
 * @returns 64 bytes
 * @throws LatchkeyError `malformed_request` for the message of a transaction
 */
export function signMessage({ message, privateKey }: { message: Uint8Array; privateKey: Uint8Array }): Uint8Array {
  if (isTransactionMessage(message)) throw malformed('The message is a transaction')
  return ed25519.sign(message, privateKey)
}
