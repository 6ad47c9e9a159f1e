/** Stores used proofs. */
export type ReplayStore = {
  /**
   * Stores an ID. Must be atomic: of two simultaneous requests with the same ID, only one is the first.
   *
   * @param seconds how long to store it
   * @returns whether it is the first time
   * @example add: async (id, seconds) => (await redis.set(`proof:${id}`, '1', { NX: true, EX: seconds })) === 'OK'
   */
  add: (id: string, seconds: number) => boolean | Promise<boolean>
}

/**
 * Creates a store in this process. Backends with several processes, and those at the edge, need a shared one.
 *
 * @param options.size largest number of IDs. While it is reached, all new ones are refused, so that an attacker cannot push one out
 * @param options.now unix milliseconds
 */
export function createMemoryReplays({
  size = 200_000,
  now = Date.now,
}: {
  size?: number | undefined
  now?: (() => number) | undefined
} = {}): ReplayStore {
  const ends = new Map<string, number>()
  let sweptAt = now()

  const sweep = () => {
    sweptAt = now()
    for (const [id, end] of ends) if (end <= sweptAt) ends.delete(id)
  }

  return {
    add: (id, seconds) => {
      if (now() - sweptAt >= 10_000) sweep()
      if (ends.has(id) || ends.size >= size) return false
      ends.set(id, now() + seconds * 1000)
      return true
    },
  }
}
