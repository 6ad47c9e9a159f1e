/** Entries that end at a given time. */
export type Timetable<Owner> = {
  /** `at` in Unix milliseconds. */
  add: (at: number, owner: Owner, key: string) => void
  /** Visits every entry whose end is in or before the second of `now`. */
  sweep: (now: number, visit: (owner: Owner, key: string) => void) => void
  clear: () => void
}

type Second<Owner> = { owners: Owner[]; keys: string[] }

/**
 * Creates a timetable with buckets of one second. Adding and removing take constant time, unlike with a heap, and an entry takes two words
 * of memory. There is no timer: the owner calls `sweep` before its work.
 */
export function createTimetable<Owner>(): Timetable<Owner> {
  const seconds = new Map<number, Second<Owner>>()
  let swept = Number.NEGATIVE_INFINITY

  const take = (second: number, visit: (owner: Owner, key: string) => void) => {
    const bucket = seconds.get(second)
    if (!bucket) return
    seconds.delete(second)
    for (const [index, key] of bucket.keys.entries()) visit(bucket.owners[index] as Owner, key)
  }

  return {
    add: (at, owner, key) => {
      const second = Math.max(Math.ceil(at / 1000), swept + 1)
      const bucket = seconds.get(second)
      if (bucket) {
        bucket.owners.push(owner)
        bucket.keys.push(key)
      } else seconds.set(second, { owners: [owner], keys: [key] })
    },
    sweep: (now, visit) => {
      const second = Math.floor(now / 1000)
      if (second <= swept) return
      const from = swept
      swept = second
      // After a long pause there are fewer buckets than seconds.
      if (second - from > seconds.size) {
        for (const key of [...seconds.keys()]) if (key <= second) take(key, visit)
      } else for (let key = from + 1; key <= second; key++) take(key, visit)
    },
    clear: () => seconds.clear(),
  }
}
