import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { createLazyPart, type LazyPart } from './createLazyPart.ts'
import type { Resource } from './Resource.ts'
import { createStore, type Readable, type Store } from './Store.ts'

/** What reads a resource and keeps it fresh while it is watched. */
export type Reader = {
  watch: () => () => void
  refresh: (options?: { force?: boolean }) => Promise<void>
  destroy: () => void
}

/** A resource whose reader is loaded with its first use. */
export type LazyReader<State, R extends Reader> = Readable<State> & {
  watch: () => () => void
  /** Loads the reader and lets it work. Code that cannot be fetched is a failure in the state, never a throw. */
  use: (work: (reader: R) => Promise<void>) => Promise<void>
  /** For what has an answer of its own. @throws LatchkeyError `network_request_failed`, too */
  later: LazyPart<R>['later']
  destroy: () => void
}

/** Makes a resource whose reader, code that most pages never need, is loaded with its first use. */
export function createLazyReader<Chunk, State extends Omit<Resource<unknown>, 'data'>, R extends Reader>({
  context,
  initial,
  chunk,
  make,
}: {
  context: CoreContext
  initial: State
  chunk: () => Promise<Chunk>
  make: (chunk: Chunk, store: Store<State>) => R
}): LazyReader<State, R> {
  const store = createStore(initial)
  const part = createLazyPart({ context, chunk, make: (loaded: Chunk) => make(loaded, store) })
  const use = async (work: (reader: R) => void | Promise<void>) => {
    try {
      await work(await part.load())
    } catch (cause) {
      const { code, message } = cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause })
      store.setState((state) => ({ ...state, status: 'failed', error: { code, message } }))
    }
  }
  let isDestroyed = false
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    watch: () => {
      let stop: (() => void) | undefined
      let stopped = false
      void use((reader) => {
        if (!stopped && !isDestroyed) stop = reader.watch()
      })
      return () => {
        stopped = true
        stop?.()
        stop = undefined
      }
    },
    use,
    later: part.later,
    destroy: () => {
      isDestroyed = true
      part.destroy()
    },
  }
}
