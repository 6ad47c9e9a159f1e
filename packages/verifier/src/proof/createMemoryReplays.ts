/** Remembers the proofs that were used. */
export type ReplayStore = {
  /**
   * Remembers an id. It has to be one step: of two requests at once with one id, one alone is the first.
   *
   * @param seconds for which it has to be remembered
   * @returns whether it is the first time
   * @example add: async (id, seconds) => (await redis.set(`proof:${id}`, '1', { NX: true, EX: seconds })) === 'OK'
   */
  add: (id: string, seconds: number) => boolean | Promise<boolean>
}

/**
 * Creates a store in this process. Backends of several processes, and those at the edge, need one that they share.
 *
 * @param options.size ids at most; while so many are alive every other one is refused, so that nobody can push one out
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
