/** An address with its middle left out, for a line; the whole one must stand elsewhere. No line breaks inside. */
export function shortAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}\u2060…\u2060${address.slice(-4)}`
}
