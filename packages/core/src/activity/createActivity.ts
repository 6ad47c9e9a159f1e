import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { createStore } from '../store/Store.ts'
import type { ActivityFeature, ActivityState } from './ActivityFeature.ts'
import type { ActivityReader, ActivityReaderParameters } from './createActivityReader.ts'

/** No history asked for yet. */
export const initialActivity: ActivityState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  hasMore: false,
  loadingMore: false,
}

/** The history of the connected account; what reads it is loaded with the first use. */
export function createActivity(
  parameters: Omit<ActivityReaderParameters, 'store'> & { context: CoreContext },
): ActivityFeature & { destroy: () => void } {
  const store = createStore(initialActivity)
  let reader: Promise<ActivityReader> | undefined
  let destroyed = false
  const load = () => {
    reader ??= parameters.context
      .load(() => import('./createActivityReader.ts'))
      .then(({ createActivityReader }) => createActivityReader({ ...parameters, store }))
    reader.catch((error: unknown) => {
      reader = undefined
      if (!(error instanceof LatchkeyError)) return
      const { code, message } = error
      store.setState((state) => ({ ...state, status: 'failed', error: { code, message } }))
    })
    return reader
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    watch: () => {
      let stop: (() => void) | undefined
      let stopped = false
      load().then(
        (loaded) => {
          if (!stopped && !destroyed) stop = loaded.watch()
        },
        () => {},
      )
      return () => {
        stopped = true
        stop?.()
        stop = undefined
      }
    },
    refresh: async () => {
      const loaded = await load().catch(() => undefined)
      await loaded?.refresh()
    },
    loadMore: async () => {
      const loaded = await load().catch(() => undefined)
      await loaded?.loadMore()
    },
    find: ({ hash, chainId }) =>
      store
        .getState()
        .data?.find(({ metadata }) => metadata.hash.toLowerCase() === hash.toLowerCase() && metadata.chain === chainId),
    destroy: () => {
      destroyed = true
      reader?.then(
        (loaded) => loaded.destroy(),
        () => {},
      )
    },
  }
}
