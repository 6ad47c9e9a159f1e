import { LatchkeyError } from '@latchkey/protocol'
import { base64urlnopad } from '@scure/base'
import { asBytes, type Bytes } from './Bytes.ts'

/** Bytes as unpadded base64url text (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes)
}

/**
 * Bytes of unpadded base64url text. Only the one canonical text of the bytes is taken.
 *
 * @throws LatchkeyError `malformed_request`; the text, which may be a secret, is not in the error
 */
export function fromBase64Url(text: string): Bytes {
  try {
    return asBytes(base64urlnopad.decode(text))
  } catch {
    throw new LatchkeyError('malformed_request', { details: 'Not unpadded base64url' })
  }
}
