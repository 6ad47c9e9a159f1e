/** Numbers between 0 and 1 that look random and are the same for the same seed. */
export type Random = () => number

/**
 * A small seeded generator (mulberry32, public domain): good enough to make a market look alive, useless for secrets.
 *
 * @param seed Any number; its lower 32 bits count.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** One of a list. */
export function pick<Item>({ random, from }: { random: Random; from: readonly [Item, ...Item[]] }): Item {
  return from[Math.floor(random() * from.length)] ?? from[0]
}

/** About normally distributed, mean 0, deviation 1, never beyond 3. */
export function bell(random: Random): number {
  return (random() + random() + random() + random() + random() + random() - 3) / Math.SQRT1_2
}
