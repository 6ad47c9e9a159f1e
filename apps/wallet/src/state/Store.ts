/** A value to read and subscribe to. Snapshots are immutable: the reference changes exactly when the value does. */
export type Readable<T> = {
  getState: () => T
  /** Calls the listener after every change; returns a function that stops it. */
  subscribe: (listener: (state: T) => void) => () => void
}

/** A {@link Readable} that its owner may change. */
export type Store<T> = Readable<T> & { setState: (next: T) => void }

/**
 * Creates a store.
 *
 * @example
 * const language = createStore('en')
 */
export function createStore<T>(initial: T): Store<T> {
  let state = initial
  const listeners = new Set<(state: T) => void>()
  return {
    getState: () => state,
    setState: (next) => {
      if (Object.is(state, next)) return
      state = next
      for (const listener of [...listeners]) listener(state)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
