const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Writes bytes with letters and digits alone, as a nonce of EIP-4361 is written.
 *
 * @param length characters of the text, enough for every value of so many bytes
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
 * Reads what {@link toBase62} wrote.
 *
 * @param length bytes
 * @returns undefined for what it never writes
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
