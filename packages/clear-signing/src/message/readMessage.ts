import { isEvmAddress } from '@latchkey/protocol'
import { bytesToHex, hexToBytes, stringToBytes } from 'viem/utils'
import { readAddress } from '../address/readAddress.ts'
import { Malformed } from '../request/Malformed.ts'

/** The bytes that `personal_sign` signs, and the requested account. */
export type MessageRequest = {
  bytes: `0x${string}`
  /** The bytes as UTF-8 text; null if they are none. */
  text: string | null
  /** The account that the page names. */
  wanted: `0x${string}`
}

/**
 * Reads the parameters of `personal_sign`: the message, as hex or as text, and the account. Some pages swap them, which is accepted if
 * it is unambiguous.
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
  // A lone surrogate would be replaced in the encoded bytes.
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
