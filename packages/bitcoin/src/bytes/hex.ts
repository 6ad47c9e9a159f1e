import { LatchkeyError } from '@latchkey/protocol'

/** Encodes bytes as lowercase hexadecimal without `0x`. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** Decodes hexadecimal without `0x`. @throws LatchkeyError `malformed_request` */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text))
    throw new LatchkeyError('malformed_request', { details: 'not hexadecimal' })
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16)
  return bytes
}
