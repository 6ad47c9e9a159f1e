/** Whether two texts are one address: those of `eip155` are the same in any letter case, those of other families are not. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
