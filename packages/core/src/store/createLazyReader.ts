import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { createLazyPart, type LazyPart } from './createLazyPart.ts'
import type { Resource } from './Resource.ts'
import { createStore, type Readable, type Store } from './Store.ts'

/** The engine of a resource, which keeps it fresh while a view watches. */
export type Reader = {
  watch: () => () => void
  refresh: (options?: { force?: boolean }) => Promise<void>
  destroy: () => void
}

/** A resource whose engine loads on first use. */
export type LazyReader<State, R extends Reader> = Readable<State> & {
  watch: () => () => void
  /** Loads the engine and runs the work. Code that cannot be loaded is a failure in the state, never an exception. */
  use: (work: (reader: R) => Promise<void>) => Promise<void>
  /** For methods with a result. @throws also LatchkeyError `network_request_failed` */
  later: LazyPart<R>['later']
  destroy: () => void
}

/** Creates a resource whose engine loads on first use, because most pages do not need it. */
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
