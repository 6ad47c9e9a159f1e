/** Shortens an address in the middle for one line. Show the whole one elsewhere. Contains no line breaks. */
export function shortAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}\u2060…\u2060${address.slice(-4)}`
}
