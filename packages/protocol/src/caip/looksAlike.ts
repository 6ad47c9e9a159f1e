/** Where people look at an address: digits at its front and at its back that two which look alike share. */
const shared = [
  [2, 3],
  [3, 2],
  [1, 5],
  [5, 1],
  [6, 0],
  [0, 6],
] as const

/**
 * Tells whether two different EVM addresses look alike where people look, at their ends: two digits or more at both and five
 * together, or one or more at both and six together, or six at one end; zeros at the front count for two digits at most. By chance
 * that happens to one pair in 400,000 or so.
 */
export function looksAlike(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one !== other && shared.some((ends) => endsOf(one, ends) === endsOf(other, ends))
}

/**
 * Finds, among many EVM addresses, one that another looks like, in the time that one comparison takes.
 *
 * @returns a function that gives the address that looks like the one asked for, in lower case, if there is one
 * @example createLookAlikes(['0xd8dA6BF2…'])('0xd8da0000…') // '0xd8da6bf2…' where the last digits are the same, too
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
 * The digits at both ends of an address in lower case, with their numbers, so that no two pairs of numbers are confused. A run of
 * zeros at the front counts for two digits: many honest contracts have one, and nobody knows them by it.
 */
function endsOf(address: string, [head, tail]: readonly [number, number]): string {
  let zeros = 0
  while (address[2 + zeros] === '0') zeros++
  const more = head > 2 ? Math.max(0, zeros - 2) : 0
  return `${head}:${address.slice(2, 2 + head + more)}:${address.slice(42 - tail)}`
}
