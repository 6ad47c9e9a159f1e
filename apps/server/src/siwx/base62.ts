const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Encodes bytes with letters and digits only, as a nonce of EIP-4361 requires.
 *
 * @param length characters of the text, enough for every value of the bytes
 */
export function toBase62(bytes: Uint8Array, length: number): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let index = 0; index < length; index++) {
    text = digits[Number(value % 62n)] + text
    value /= 62n
  }
  return text
}

/**
 * Decodes a text of {@link toBase62}.
 *
 * @param length bytes
 * @returns undefined for an invalid text
 */
export function fromBase62(text: string, length: number): Uint8Array | undefined {
  let value = 0n
  for (const letter of text) {
    const digit = digits.indexOf(letter)
    if (digit < 0) return undefined
    value = value * 62n + BigInt(digit)
  }
  const hex = value.toString(16)
  return hex.length > 2 * length ? undefined : new Uint8Array(Buffer.from(hex.padStart(2 * length, '0'), 'hex'))
}
