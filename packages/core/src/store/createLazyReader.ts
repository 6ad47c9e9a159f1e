import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
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
  /** Loads the reader, for what has an answer of its own. @throws LatchkeyError `network_request_failed` */
  load: () => Promise<R>
  destroy: () => void
}

/** Makes a resource whose reader, code that most pages never need, is loaded with its first use. */
export function createLazyReader<State extends Omit<Resource<unknown>, 'data'>, R extends Reader>({
  context,
  initial,
  load,
}: {
  context: CoreContext
  initial: State
  load: (store: Store<State>) => Promise<R>
}): LazyReader<State, R> {
  const store = createStore(initial)
  let loading: Promise<R> | undefined
  let destroyed = false
  const loadReader = () => {
    loading ??= context.load(() => load(store))
    return loading
  }
  const withReader = async (work: (reader: R) => void | Promise<void>) => {
    try {
      await work(await loadReader())
    } catch (cause) {
      loading = undefined
      const { code, message } = cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause })
      store.setState((state) => ({ ...state, status: 'failed', error: { code, message } }))
    }
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    watch: () => {
      let stop: (() => void) | undefined
      let stopped = false
      void withReader((reader) => {
        if (!stopped && !destroyed) stop = reader.watch()
      })
      return () => {
        stopped = true
        stop?.()
        stop = undefined
      }
    },
    use: withReader,
    load: () =>
      loadReader().catch((error: unknown) => {
        loading = undefined
        throw error
      }),
    destroy: () => {
      destroyed = true
      void loading?.then(
        (reader) => reader.destroy(),
        () => {},
      )
    },
  }
}
