import { decodeBase58 } from '@latchkey/protocol'

/** Encodes bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Decodes base64, base64url and unpadded base64; undefined for anything else. */
function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Decodes hexadecimal with or without 0x; undefined for anything else. */
function fromHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/, '')
  if (digits === '' || !/^([0-9a-f]{2})+$/i.test(digits)) return undefined
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/**
 * Decodes bytes in the encodings of wallets: hexadecimal, base58, base64, or a list of numbers. If several fit, it takes the first result
 * that `isMeant` accepts.
 *
 * @param isMeant whether the bytes are plausible
 */
export function readBytesText(value: unknown, isMeant: (bytes: Uint8Array) => boolean): Uint8Array | undefined {
  if (Array.isArray(value) && value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)) {
    const bytes = Uint8Array.from(value as number[])
    return isMeant(bytes) ? bytes : undefined
  }
  if (typeof value !== 'string' || value.length > 20_000) return undefined
  // A long text is base64, and decoding it as base58 would be slow.
  const readers = [fromHex, ...(value.length < 2_000 ? [decodeBase58] : []), fromBase64]
  return readers.map((read) => read(value)).find((bytes) => bytes !== undefined && isMeant(bytes))
}
