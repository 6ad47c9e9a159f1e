import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from './Bytes.ts'

/** Encodes bytes as unpadded base64url (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * Decodes unpadded base64url. Accepts only the canonical text of the bytes.
 *
 * @throws LatchkeyError `malformed_request`; the text, which may be a secret, is not in the error
 */
export function fromBase64Url(text: string): Bytes {
  if (/^[A-Za-z0-9_-]*$/.test(text) && text.length % 4 !== 1) {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    // The unused bits of the last character must be zero.
    if (toBase64Url(bytes) === text) return bytes
  }
  throw new ServiceError('malformed_request', { details: 'Not unpadded base64url' })
}
