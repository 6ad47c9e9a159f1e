import { LatchkeyError } from '@latchkey/protocol'
import { readBytes } from '../bytes/readBytes.ts'
import { readLayout } from './readMessage.ts'
import { largestTransaction } from './readTransaction.ts'

/** Header, one account, a blockhash and no instruction. */
const smallestMessage = 69

/**
 * Returns whether a message to sign is, or may be, the message of a transaction: signed, it would be a payment. More lenient than
 * `readMessage` on purpose: bytes that a cluster refuses today must not be signed as text either. Unknown versions count as
 * transactions if the bytes are no text: UTF-8 never starts with 0x80 to 0xBF.
 *
 * @example if (isTransactionMessage(message)) refuse()
 */
export function isTransactionMessage(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (bytes.length < smallestMessage) return false
  if (first > 0x80 && first < 0xc0) return true
  // A message larger than a packet is none, and a long text may look like one.
  if (bytes.length > largestTransaction) return false
  try {
    readLayout(readBytes(bytes))
    return true
  } catch (error) {
    if (error instanceof LatchkeyError) return false
    throw error
  }
}
