type Deferred = { promise: Promise<unknown>; resolve: (value: unknown) => void; reject: (error: unknown) => void }

/** Promises by name. Callers can wait before or after the result is known, and more than once. */
export type Deferreds = {
  /** Returns the promise of that name, or creates it. */
  get: (name: string) => Promise<unknown>
  /** Returns whether anyone waited. */
  resolve: (name: string, value: unknown) => boolean
  reject: (name: string, error: unknown) => boolean
}

export function createDeferreds(): Deferreds {
  const waiting = new Map<string, Deferred>()

  const settle = (name: string, end: (deferred: Deferred) => void) => {
    const deferred = waiting.get(name)
    waiting.delete(name)
    if (deferred) end(deferred)
    return deferred !== undefined
  }

  return {
    get: (name) => {
      const known = waiting.get(name)
      if (known) return known.promise
      let end: Omit<Deferred, 'promise'> | undefined
      const promise = new Promise<unknown>((resolve, reject) => {
        end = { resolve, reject }
      })
      // Avoids an unhandled rejection; callers that await it see the failure.
      promise.catch(() => {})
      if (end) waiting.set(name, { promise, ...end })
      return promise
    },
    resolve: (name, value) => settle(name, (deferred) => deferred.resolve(value)),
    reject: (name, error) => settle(name, (deferred) => deferred.reject(error)),
  }
}
