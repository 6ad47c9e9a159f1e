/** Minimum numbers of equal digits at the front and at the back of two addresses that look alike. */
const shared = [
  [2, 3],
  [3, 2],
  [1, 5],
  [5, 1],
  [6, 0],
  [0, 6],
] as const

/**
 * Whether two different EVM addresses look alike at their ends. That takes two or more equal digits at both ends and five together, or one
 * or more at both and six together, or six at one end. Zeros at the front count as at most two digits. By chance this is true for about one pair in
 * 400,000.
 */
export function looksAlike(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one !== other && shared.some((ends) => endsOf(one, ends) === endsOf(other, ends))
}

/**
 * Finds an address that looks like another among many EVM addresses, in the time of one comparison.
 *
 * @returns function that returns the similar address in lower case, if there is one
 * @example createLookAlikes(['0xd8dA6BF2…'])('0xd8da0000…') // '0xd8da6bf2…' if the last digits are also equal
 */
export function createLookAlikes(addresses: Iterable<string>): (address: string) => string | undefined {
  const found = new Map<string, Set<string>>()
  for (const address of addresses) {
    const lower = address.toLowerCase()
    for (const ends of shared) {
      const key = endsOf(lower, ends)
      const group = found.get(key)
      if (group) group.add(lower)
      else found.set(key, new Set([lower]))
    }
  }
  return (address) => {
    const lower = address.toLowerCase()
    for (const ends of shared)
      for (const other of found.get(endsOf(lower, ends)) ?? []) if (other !== lower) return other
    return undefined
  }
}

/**
 * Returns the digits at both ends of an address in lower case, with their numbers, so that no two pairs of numbers collide. A run of zeros
 * at the front counts as two digits, because many honest contracts have one, and it does not identify them.
 */
function endsOf(address: string, [head, tail]: readonly [number, number]): string {
  let zeros = 0
  while (address[2 + zeros] === '0') zeros++
  const more = head > 2 ? Math.max(0, zeros - 2) : 0
  return `${head}:${address.slice(2, 2 + head + more)}:${address.slice(42 - tail)}`
}
