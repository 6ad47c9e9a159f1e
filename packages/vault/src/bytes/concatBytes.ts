import type { Bytes } from './Bytes.ts'

/**
 * Concatenates arrays in order.
 *
 * @example concatBytes(Uint8Array.of(1), Uint8Array.of(2, 3)) // 1, 2, 3
 */
export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
