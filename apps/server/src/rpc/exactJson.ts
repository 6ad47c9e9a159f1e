/**
 * Marks an integer that JavaScript cannot represent. Solana's nodes return 64-bit numbers (lamports, rent epochs), which `JSON.parse`
 * rounds above 2^53. The parser turns such a number into a text with this mark, which no node writes. The writer turns it back into the
 * number.
 */
const mark = '\u0000whole:'

/** A string or a number. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const whole = /^-?\d{16,}$/
/** Quick check for such a number, before the second pass. */
const largeNumber = /(?:^|[[:,])\s*-?\d{16,}/
const written = /"\\u0000whole:(-?\d+)"/g

/**
 * Reads JSON.
 *
 * @throws SyntaxError
 * @example writeExactJson(parseExactJson('{"rentEpoch":18446744073709551615}')) // '{"rentEpoch":18446744073709551615}'
 */
export function parseExactJson(text: string): unknown {
  if (!largeNumber.test(text)) return JSON.parse(text)
  return JSON.parse(
    text.replace(token, (found) => {
      if (!whole.test(found) || Number.isSafeInteger(Number(found))) return found
      return `"\\u0000whole:${found}"`
    }),
  )
}

/** Serializes a result of `parseExactJson`. */
export function writeExactJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('\\u0000whole:') ? text.replace(written, '$1') : text
}

/** Returns an integer of a result, or of its text, with all digits. Returns undefined for other values. */
export function readWhole(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  const digits = value.startsWith(mark) ? value.slice(mark.length) : value
  return /^-?\d{1,40}$/.test(digits) ? BigInt(digits) : undefined
}
