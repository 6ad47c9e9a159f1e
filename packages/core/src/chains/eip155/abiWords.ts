/** Reads calldata in words of 32 bytes. Digits without `0x`, lower case. */
export type WordReader = {
  /** The bytes as hexadecimal digits. */
  readonly digits: string
  /** Returns the word at this byte as a number; undefined past the end. */
  number: (at: number) => bigint | undefined
  /** Returns a word that is an offset or a length within these bytes. */
  place: (at: number) => number | undefined
  /** Returns a word that is an address with zero padding. */
  address: (at: number) => `0x${string}` | undefined
  /** Returns this number of bytes; undefined past the end. */
  slice: (at: number, length: number) => string | undefined
}

/** Creates a reader of hexadecimal digits. */
export function readWords(digits: string): WordReader {
  const slice = (at: number, length: number) =>
    at * 2 + length * 2 <= digits.length ? digits.slice(at * 2, (at + length) * 2) : undefined
  const number = (at: number) => {
    const word = slice(at, 32)
    return word === undefined ? undefined : BigInt(`0x${word}`)
  }
  return {
    digits,
    slice,
    number,
    place: (at) => {
      const value = number(at)
      return value === undefined || value > BigInt(digits.length / 2) ? undefined : Number(value)
    },
    address: (at) => {
      const word = slice(at, 32)
      return word?.startsWith('0'.repeat(24)) ? `0x${word.slice(24)}` : undefined
    },
  }
}

/** Encodes a number as a word. */
export function toWord(value: bigint | number): string {
  return value.toString(16).padStart(64, '0')
}

/** Encodes an address as a word. */
export function toAddressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

/** Encodes bytes in the ABI format: their length, then the bytes, padded to whole words. */
export function toBytesWords(digits: string): string {
  return toWord(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}
