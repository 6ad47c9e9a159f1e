import { LatchkeyError } from '@latchkey/protocol'
import { toHex } from '../walletStandard/readBytes.ts'

/** Encodes bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Decodes base64. @throws LatchkeyError `malformed_request` */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new LatchkeyError('malformed_request', { cause })
  }
}

/** Converts base64 to hexadecimal. @throws LatchkeyError `malformed_request` */
export function base64ToHex(text: string): string {
  return toHex(fromBase64(text))
}

/** Converts hexadecimal of a wallet to base64. @throws LatchkeyError `wallet_failed` */
export function hexToBase64(hex: unknown): string {
  if (typeof hex !== 'string' || !/^([0-9a-f]{2})*$/i.test(hex)) throw new LatchkeyError('wallet_failed')
  return toBase64(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
}
