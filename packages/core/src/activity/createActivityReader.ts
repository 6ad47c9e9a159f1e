import { LatchkeyError } from '@latchkey/protocol'
import { getHistory } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { createLiveReader } from '../account/createLiveReader.ts'
import type { Subject, SubjectStores } from '../account/readSubject.ts'
import { toStaleError } from '../account/toStaleError.ts'
import type { CoreContext } from '../CoreContext.ts'
import { createApiClient } from '../http/createApiClient.ts'
import type { ToastContent } from '../modal/ModalFeature.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import type { Store } from '../store/Store.ts'
import type { ActivityState } from './ActivityFeature.ts'
import { appendPage, filterHistory, mergeFirstPage } from './mergeHistory.ts'

/** What the reader works with. */
export type ActivityReaderParameters = SubjectStores & {
  context: CoreContext
  realtime: RealtimeFeature
  toastError: (content: ToastContent) => void
  store: Store<ActivityState>
}

/** Reads history and keeps its first page fresh while watched. */
export type ActivityReader = {
  watch: () => () => void
  refresh: () => Promise<void>
  loadMore: () => Promise<void>
  destroy: () => void
}

/** Makes the part of the history that talks to the server. */
export function createActivityReader({
  context,
  connection,
  networks,
  realtime,
  toastError,
  store,
}: ActivityReaderParameters): ActivityReader {
  const { config, environment, onRefusal } = context
  const client = createApiClient({ ...config, fetch: environment.fetch, onRefusal })
  let more: Promise<void> | undefined
  let cursor: string | undefined

  const fail = (error: unknown) => {
    const first = store.getState().error === undefined
    const { message } = new ServiceError('history_unavailable')
    const code = error instanceof LatchkeyError ? error.code : 'history_unavailable'
    store.setState((state) => ({ ...state, status: 'failed', error: { code, message }, loadingMore: false }))
    if (first) toastError({ code: 'history_unavailable', message })
  }

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
    return {
      items: filterHistory({ items: data.data, chainId }),
      next: data.next ?? undefined,
      updatedAt: environment.now() - staleSeconds * 1000,
      error: toStaleError(staleSeconds),
    }
  }

  const readFirst = async ({ subject, signal }: { subject: Subject; signal: AbortSignal }) => {
    store.setState((state) => ({ ...state, status: 'loading' }))
    try {
      const page = await readPage({ subject, signal, from: undefined })
      if (signal.aborted) return false
      const loaded = store.getState().data ?? []
      const data = mergeFirstPage({ page: page.items, loaded, hasMore: page.next !== undefined })
      // Older pages that are loaded stay, and so does the place to go on from.
      if (data.length === page.items.length) cursor = page.next
      store.setState((state) => ({
        ...state,
        status: 'ready',
        data,
        updatedAt: page.updatedAt,
        error: page.error,
        hasMore: cursor !== undefined,
      }))
      return page.error === undefined
    } catch (error) {
      if (!signal.aborted) fail(error)
      return false
    }
  }

  const reader = createLiveReader({
    ...{ context, connection, networks, realtime },
    kind: 'history',
    updatedAt: () => store.getState().updatedAt,
    reset: (next) => {
      more = undefined
      cursor = undefined
      store.setState({
        status: 'idle',
        data: undefined,
        updatedAt: undefined,
        error: undefined,
        account: next?.accountId,
        hasMore: false,
        loadingMore: false,
      })
    },
    read: readFirst,
    // Skipped on a foreign network, as the specification says: there is nothing to list there.
    readUnsupported: () =>
      store.setState((state) => ({ ...state, status: 'ready', data: [], error: undefined, hasMore: false })),
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
        if (signal.aborted) return
        fail(error)
        reader.retryLater()
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
