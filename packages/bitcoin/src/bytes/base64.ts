import { LatchkeyError } from '@latchkey/protocol'

/** Encodes bytes as base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Decodes base64 strictly, with padding. @throws LatchkeyError `malformed_request` */
export function fromBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new LatchkeyError('malformed_request', { details: 'not base64' })
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new LatchkeyError('malformed_request', { cause, details: 'not base64' })
  }
}
