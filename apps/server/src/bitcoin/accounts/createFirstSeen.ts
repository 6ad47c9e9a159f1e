/** When waiting transactions were first seen by this process, unix seconds: servers do not tell. */
export type FirstSeen = (txid: string) => number

/** Remembers up to `capacity` of them, the oldest are forgotten first. */
export function createFirstSeen({ now, capacity = 10_000 }: { now: () => number; capacity?: number }): FirstSeen {
  const times = new Map<string, number>()
  return (txid) => {
    const known = times.get(txid)
    if (known !== undefined) return known
    const time = Math.floor(now() / 1000)
    times.set(txid, time)
    const [oldest] = times.keys()
    if (times.size > capacity && oldest !== undefined) times.delete(oldest)
    return time
  }
}
