/**
 * JSON that keeps every digit. Solana's nodes write numbers of 64 bits (lamports, rent epochs), which `JSON.parse` rounds above 2^53. A whole
 * number that JavaScript cannot hold is read as a text with a mark that no node writes, and written again as the number that it was.
 */
const mark = '\u0000whole:'

/** A text or a number. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const whole = /^-?\d{16,}$/
/** Before reading twice: is there such a number at all. */
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

/** Writes what `parseExactJson` read. */
export function writeExactJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('\\u0000whole:') ? text.replace(written, '$1') : text
}

/** A whole number of an answer, or of its text, as all of its digits; undefined for what is none. */
export function readWhole(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  const digits = value.startsWith(mark) ? value.slice(mark.length) : value
  return /^-?\d{1,40}$/.test(digits) ? BigInt(digits) : undefined
}
