import { LatchkeyError } from '@latchkey/protocol'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'

/** Writes bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Reads base64. @throws LatchkeyError `malformed_request` */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new LatchkeyError('malformed_request', { cause })
  }
}

/** Writes base64 as hexadecimal. @throws LatchkeyError `malformed_request` */
export function base64ToHex(text: string): string {
  return bytesToHex(fromBase64(text))
}

/** Writes hexadecimal, as a wallet gave it, in base64. @throws LatchkeyError `wallet_failed` */
export function hexToBase64(hex: unknown): string {
  try {
    return toBase64(hexToBytes(String(hex)))
  } catch (cause) {
    throw new LatchkeyError('wallet_failed', { cause })
  }
}
