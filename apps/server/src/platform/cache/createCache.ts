import { ServiceError } from '@latchkey/protocol/errors'
import type { Clock } from '../clock/Clock.ts'

/** What a cache gives: the value and, when it could not be renewed, how many seconds old it is. */
type CacheReading<Value> = {
  value: Value
  /** Seconds since the value was loaded. */
  age: number
  /** 0 for a fresh value; else its age in seconds (at least 1), to be sent as `x-stale`. */
  stale: number
}

/** Values that are worth keeping for a moment. */
export type Cache<Value> = {
  /**
   * The value of a key, loaded when it is missing or too old. Callers that miss at the same time share one load.
   *
   * @param options.force load now, whatever is there
   * @throws what `load` throws, when nothing not too old is there instead
   */
  read: (options: { key: string; load: () => Promise<Value>; force?: boolean }) => Promise<CacheReading<Value>>
  /** Makes the next read of a key load again; the old value still serves when that fails. */
  expire: (key: string) => void
  clear: () => void
}

type Entry<Value> = { value: Value; loadedAt: number; expired: boolean; failedAt: number }

/** Seconds for which a failed load is not tried again while an old value serves. */
const pause = 1

/**
 * Creates a cache. Build keys from validated parameters only: then unknown query parameters can neither miss it nor fill it.
 * Values are frozen, so that everybody sees the same thing and a response is written as text only once.
 *
 * @param options.ttl seconds for which a value is fresh
 * @param options.staleFor seconds for which an older value may serve when loading fails
 * @param options.maxEntries the least recently used go first beyond it
 * @example
 * const cache = createCache<Balances>({ clock, ttl: 10, staleFor: 600 })
 * const { value, stale } = await cache.read({ key: `${address} ${chainId}`, load: () => loadBalances(address) })
 */
export function createCache<Value>({
  clock,
  ttl,
  staleFor,
  maxEntries = 10_000,
}: {
  clock: Clock
  ttl: number
  staleFor: number
  maxEntries?: number
}): Cache<Value> {
  const entries = new Map<string, Entry<Value>>()
  const loading = new Map<string, Promise<Value>>()

  const keep = (key: string, value: Value) => {
    if (typeof value === 'object' && value !== null) Object.freeze(value)
    entries.delete(key)
    entries.set(key, { value, loadedAt: clock.now(), expired: false, failedAt: Number.NEGATIVE_INFINITY })
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
  }

  const start = (key: string, load: () => Promise<Value>): Promise<Value> => {
    const promise = load().then(
      (value) => {
        // What was expired, cleared or forced past meanwhile may be older than the news: it serves its caller, and nobody else.
        if (loading.get(key) === promise) keep(key, value)
        return value
      },
      (error) => {
        const entry = entries.get(key)
        if (entry) entry.failedAt = clock.now()
        throw error
      },
    )
    const settle = () => {
      if (loading.get(key) === promise) loading.delete(key)
    }
    promise.then(settle, settle)
    loading.set(key, promise)
    return promise
  }

  const secondsSince = (time: number) => (clock.now() - time) / 1000

  return {
    read: async ({ key, load, force = false }) => {
      const entry = entries.get(key)
      const age = entry ? secondsSince(entry.loadedAt) : Number.POSITIVE_INFINITY
      if (entry && !force) {
        if (!entry.expired && age < ttl) {
          // Read again means used recently: it moves to the end of the line.
          entries.delete(key)
          entries.set(key, entry)
          return { value: entry.value, age, stale: 0 }
        }
        if (age < ttl + staleFor && secondsSince(entry.failedAt) < pause) return toStale(entry.value, age)
      }
      try {
        // A forced read must not join a load that began before it.
        const value = await (force ? start(key, load) : (loading.get(key) ?? start(key, load)))
        return { value, age: 0, stale: 0 }
      } catch (error) {
        // A refusal of the request itself (an unsupported chain, say) would be hidden by an old value.
        const isRefusal = error instanceof ServiceError && !error.retryable
        if (!entry || isRefusal || age >= ttl + staleFor) throw error
        return toStale(entry.value, secondsSince(entry.loadedAt))
      }
    },
    expire: (key) => {
      const entry = entries.get(key)
      if (entry) entry.expired = true
      // What is being loaded now may be older than the news that expires it.
      loading.delete(key)
    },
    clear: () => {
      entries.clear()
      loading.clear()
    },
  }
}

function toStale<Value>(value: Value, age: number): CacheReading<Value> {
  return { value, age, stale: Math.max(1, Math.round(age)) }
}
