/** A name that nothing else has: hexadecimal, two characters for each byte. */
export function randomId(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
