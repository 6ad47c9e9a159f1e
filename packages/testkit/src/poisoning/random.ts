/** Random choices that are the same in every run. */
export type Random = {
  /** A whole number from 0 up to `below`. */
  number: (below: number) => number
  pick: <Value>(values: readonly Value[]) => Value
  /** A random EVM address in lower case. */
  address: () => string
}

/** Makes random choices from a seed (xorshift, 32 bits). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1
  const number = (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return {
    number,
    pick: (values) => {
      const value = values[number(values.length)]
      if (value === undefined) throw new Error('There is nothing to pick from')
      return value
    },
    address: () => `0x${Array.from({ length: 40 }, () => number(16).toString(16)).join('')}`,
  }
}
