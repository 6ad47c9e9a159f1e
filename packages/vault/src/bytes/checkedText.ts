import { sha256 } from '@noble/hashes/sha2'
import type { Bytes } from './Bytes.ts'
import { concatBytes } from './concatBytes.ts'

/** Crockford's base 32: without I, L, O and U, which look like other characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const group = 4
const checkLength = 2

/**
 * Encodes bytes as text for writing down: Crockford base 32 in groups of four. Two characters at the end (10 bits of a hash under
 * `label`) detect mistyped codes and codes of another kind.
 */
export function toCheckedText({ label, bytes }: { label: string; bytes: Uint8Array }): string {
  const characters = encode(bytes) + checkOf({ label, bytes })
  return characters.match(new RegExp(`.{1,${group}}`, 'g'))?.join('-') ?? ''
}

/**
 * Decodes a text of {@link toCheckedText}. Tolerates case, spaces and dashes, O for 0 and I or L for 1.
 *
 * @returns undefined if it is not such a text
 */
export function fromCheckedText({
  label,
  text,
  length,
}: {
  label: string
  text: string
  /** Of the bytes. */
  length: number
}): Bytes | undefined {
  const characters = text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const encoded = Math.ceil((length * 8) / 5)
  if (characters.length !== encoded + checkLength) return undefined
  const bytes = decode({ characters: characters.slice(0, encoded), length })
  return bytes && checkOf({ label, bytes }) === characters.slice(encoded) ? bytes : undefined
}

function checkOf({ label, bytes }: { label: string; bytes: Uint8Array }): string {
  const hash = sha256(concatBytes(new TextEncoder().encode(label), bytes))
  return encode(hash.subarray(0, 2)).slice(0, checkLength)
}

function encode(bytes: Uint8Array): string {
  let text = ''
  let pending = 0
  let bits = 0
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((pending >> bits) & 31)
    }
  }
  return bits > 0 ? text + alphabet.charAt((pending << (5 - bits)) & 31) : text
}

function decode({ characters, length }: { characters: string; length: number }): Bytes | undefined {
  const bytes = new Uint8Array(length)
  let pending = 0
  let bits = 0
  let offset = 0
  for (const character of characters) {
    const value = alphabet.indexOf(character)
    if (value < 0) return undefined
    pending = ((pending << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes[offset++] = pending >> bits
    }
  }
  // The unused bits of the last character are zero, so that each secret has one text.
  return (pending & ((1 << bits) - 1)) === 0 ? bytes : undefined
}
