import { ServiceError } from '@latchkey/protocol/errors'
import type { Clock } from '../clock/Clock.ts'

/** Value of a cache, and its age in seconds if it could not be renewed. */
type CacheReading<Value> = {
  value: Value
  /** Seconds since the value was loaded. */
  age: number
  /** 0 for a fresh value. Otherwise its age in seconds (at least 1), to be sent as `x-stale`. */
  stale: number
}

/** Keeps values for a short time. */
export type Cache<Value> = {
  /**
   * Returns the value of a key. Loads it if it is missing or too old. Concurrent misses share one load.
   *
   * @param options.force load now, even if there is a fresh value
   * @throws the error of `load`, unless an old value can still serve
   */
  read: (options: { key: string; load: () => Promise<Value>; force?: boolean }) => Promise<CacheReading<Value>>
  /** Makes the next read of a key load again. The old value still serves if that load fails. */
  expire: (key: string) => void
  clear: () => void
}

type Entry<Value> = { value: Value; loadedAt: number; expired: boolean; failedAt: number }

/** Seconds before a failed load is retried while an old value serves. */
const pause = 1

/**
 * Creates a cache. Build keys from validated parameters only, so that unknown query parameters can neither bypass nor fill the cache.
 * Values are frozen, because callers share them, and a response is serialized only once.
 *
 * @param options.ttl seconds for which a value is fresh
 * @param options.staleFor seconds for which an older value may serve if loading fails
 * @param options.maxEntries beyond it, the least recently used entries are removed
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
        // A load that an expiry, a clear or a forced read has overtaken may be outdated. Only its own caller gets the value.
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
          // Reinsert it, so that it counts as recently used.
          entries.delete(key)
          entries.set(key, entry)
          return { value: entry.value, age, stale: 0 }
        }
        if (age < ttl + staleFor && secondsSince(entry.failedAt) < pause) return toStale(entry.value, age)
      }
      try {
        // A forced read must not join an earlier load.
        const value = await (force ? start(key, load) : (loading.get(key) ?? start(key, load)))
        return { value, age: 0, stale: 0 }
      } catch (error) {
        // An old value would hide the rejection of the request, such as an unsupported chain.
        const isRefusal = error instanceof ServiceError && !error.retryable
        if (!entry || isRefusal || age >= ttl + staleFor) throw error
        return toStale(entry.value, secondsSince(entry.loadedAt))
      }
    },
    expire: (key) => {
      const entry = entries.get(key)
      if (entry) entry.expired = true
      // A load in flight may be older than the change that expires the entry.
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
