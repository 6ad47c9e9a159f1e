/** Whether two texts are the same address. Only those of `eip155` are case-insensitive. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
