/** Returns random bytes as hexadecimal text, two characters per byte. */
export function randomId(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
