/** Returns the time at which this process first saw a pending transaction, in Unix seconds. Servers do not report it. */
export type FirstSeen = (txid: string) => number

/** Creates the record. It keeps the newest `capacity` transactions. */
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
