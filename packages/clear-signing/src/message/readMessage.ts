import { isEvmAddress } from '@latchkey/protocol'
import { bytesToHex, hexToBytes, stringToBytes } from 'viem/utils'
import { readAddress } from '../address/readAddress.ts'
import { Malformed } from '../request/Malformed.ts'

/** The bytes that `personal_sign` signs, and who is to. */
export type MessageRequest = {
  bytes: `0x${string}`
  /** What the bytes say as UTF-8; null when they are none. */
  text: string | null
  /** Whom the page wants to sign. */
  wanted: `0x${string}`
}

/**
 * Reads the parameters of `personal_sign`: the message, as hex or as text, and the account. Some pages send them the other way
 * round, which is understood where it can be told apart.
 *
 * @throws Malformed
 */
export function readMessage(params: unknown): MessageRequest {
  if (!Array.isArray(params)) throw new Malformed('params', 'not a list')
  const [first, second]: unknown[] = params
  if (typeof first !== 'string' || typeof second !== 'string') throw new Malformed('params', 'not two texts')
  const isTurned = isEvmAddress(first) && !isEvmAddress(second)
  const [message, address] = isTurned ? [second, first] : [first, second]
  const wanted = readAddress(address)
  if (!wanted) throw new Malformed('address', 'not an address, or with a wrong checksum')
  const isHex = /^0x([0-9a-f]{2})*$/i.test(message)
  // A lone half of a surrogate pair would be replaced on its way into bytes.
  if (!isHex && /\p{Cs}/u.test(message)) throw new Malformed('message', 'not UTF-8')
  const bytes = isHex ? hexToBytes(message as `0x${string}`) : stringToBytes(message)
  return { bytes: bytesToHex(bytes), text: toText(bytes), wanted }
}

function toText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
