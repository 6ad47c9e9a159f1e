/** A value that can be read and followed. Snapshots are immutable: the reference changes exactly when the value does. */
export type Readable<T> = {
  /** Returns the current value. */
  getState: () => T
  /** Calls the listener after every change. Returns a function that stops it. */
  subscribe: (listener: (state: T, previous: T) => void) => () => void
}

/** A {@link Readable} that its owner may change. Features expose only the readable part. */
export type Store<T> = Readable<T> & {
  setState: (next: T | ((state: T) => T)) => void
}

/**
 * Creates a store.
 *
 * @example
 * const store = createStore({ count: 0 })
 * store.setState((state) => ({ count: state.count + 1 }))
 */
export function createStore<T>(initial: T): Store<T> {
  let state = initial
  const listeners = new Set<(state: T, previous: T) => void>()
  return {
    getState: () => state,
    setState: (next) => {
      const previous = state
      state = typeof next === 'function' ? (next as (state: T) => T)(previous) : next
      if (Object.is(state, previous)) return
      tell(listeners, state, previous)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Calls every listener. An exception is reported like any error of the page, and does not stop the others. */
export function tell<Values extends unknown[]>(
  listeners: Iterable<(...values: Values) => void>,
  ...values: Values
): void {
  for (const listener of [...listeners])
    try {
      listener(...values)
    } catch (error) {
      // Node has no `reportError`.
      const report = globalThis.reportError ?? console.error
      report(error)
    }
}
