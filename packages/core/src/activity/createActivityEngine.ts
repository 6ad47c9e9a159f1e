import { getHistory } from '@latchkey/protocol/api'
import { type AccountReaderParameters, createLiveReader } from '../account/createLiveReader.ts'
import type { Subject } from '../account/readSubject.ts'
import { createApiClient } from '../http/createApiClient.ts'
import type { ActivityState } from './ActivityFeature.ts'
import { appendPage, filterHistory, mergeFirstPage } from './mergeHistory.ts'

/** The engine of the activity. It keeps the first page fresh while a view watches. */
export type ActivityEngine = {
  watch: () => () => void
  refresh: () => Promise<void>
  loadMore: () => Promise<void>
  destroy: () => void
}

/** Creates the engine of the activity, which talks to the server. */
export function createActivityEngine(parameters: AccountReaderParameters<ActivityState>): ActivityEngine {
  const { context, store } = parameters
  const { config, environment, onRefusal } = context
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  let more: Promise<void> | undefined
  let cursor: string | undefined

  const readPage = async ({
    subject,
    signal,
    from,
  }: {
    subject: Subject
    signal: AbortSignal
    from: string | undefined
  }) => {
    const chainId = subject.network.caipNetworkId
    const { data, staleSeconds } = await client.request(getHistory, {
      params: { address: subject.address },
      query: { chainId, currency: 'usd', ...(from === undefined ? {} : { cursor: from }) },
      signal,
    })
    return { items: filterHistory({ items: data.data, chainId }), next: data.next ?? undefined, staleSeconds }
  }

  const reader = createLiveReader({
    ...parameters,
    kind: 'history',
    unavailable: 'history_unavailable',
    onReset: () => {
      more = undefined
      cursor = undefined
    },
    ask: ({ subject, signal }) => readPage({ subject, signal, from: undefined }),
    take: ({ items, next }) => {
      const loaded = store.getState().data ?? []
      const data = mergeFirstPage({ page: items, loaded, hasMore: next !== undefined })
      // Loaded older pages stay, and so does the cursor.
      if (data.length === items.length) cursor = next
      return { data, hasMore: cursor !== undefined }
    },
    onFailure: () => ({ loadingMore: false }),
    // Skipped on an unsupported network, as specified, because nothing can be listed there.
    unsupported: { data: [], hasMore: false },
  })

  const loadMore = (): Promise<void> => {
    if (more) return more
    const { subject, signal } = reader.current()
    const from = cursor
    if (!subject || from === undefined) return Promise.resolve()
    const run = async () => {
      store.setState((state) => ({ ...state, loadingMore: true }))
      try {
        const page = await readPage({ subject, signal, from })
        if (signal.aborted) return
        cursor = page.next
        store.setState((state) => ({
          ...state,
          data: appendPage({ page: page.items, loaded: state.data ?? [] }),
          loadingMore: false,
          hasMore: cursor !== undefined,
          error: undefined,
          status: 'ready',
        }))
      } catch (error) {
        if (!signal.aborted) reader.fail(error)
      }
    }
    const mine = run().finally(() => {
      if (more === mine) more = undefined
    })
    more = mine
    return mine
  }

  return {
    watch: reader.watch,
    refresh: () => reader.refresh({ force: false }),
    loadMore,
    destroy: reader.destroy,
  }
}
