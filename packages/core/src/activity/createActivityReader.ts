import { LatchkeyError, toTopic } from '@latchkey/protocol'
import { getHistory } from '@latchkey/protocol/api'
import { followSubject } from '../account/followSubject.ts'
import type { Subject, SubjectStores } from '../account/readSubject.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { followLive, pollInterval } from '../realtime/followLive.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import type { Store } from '../store/Store.ts'
import type { ActivityState } from './ActivityFeature.ts'
import { appendPage, filterHistory, mergeFirstPage } from './mergeHistory.ts'

/** What the reader works with. */
export type ActivityReaderParameters = SubjectStores & {
  context: CoreContext
  realtime: RealtimeFeature
  toastError: (message: string) => void
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
  const { config, environment } = context
  const client = createApiClient({ ...config, fetch: environment.fetch })
  let subject: Subject | undefined
  let abort = new AbortController()
  let reading: Promise<void> | undefined
  let readAgain = false
  let more: Promise<void> | undefined
  let retry: TimerId | undefined
  let cursor: string | undefined
  let watchers = 0
  let stopLive: (() => void) | undefined

  const fail = (error: unknown) => {
    const first = store.getState().error === undefined
    const { message } = new LatchkeyError('history_unavailable')
    const code = error instanceof LatchkeyError ? error.code : 'history_unavailable'
    store.setState((state) => ({ ...state, status: 'failed', error: { code, message }, loadingMore: false }))
    if (first) toastError(message)
    environment.clearTimeout(retry)
    retry = environment.setTimeout(() => {
      if (watchers > 0) void refresh()
    }, pollInterval)
  }
  const readPage = async ({ current, from }: { current: Subject; from: string | undefined }) => {
    const chainId = current.network.caipNetworkId
    const { data, staleSeconds } = await client.request(getHistory, {
      params: { address: current.address },
      query: { chainId, currency: 'usd', ...(from === undefined ? {} : { cursor: from }) },
      signal: abort.signal,
    })
    return {
      items: filterHistory({ items: data.data, chainId }),
      next: data.next ?? undefined,
      updatedAt: environment.now() - staleSeconds * 1000,
    }
  }

  const readFirst = async (current: Subject) => {
    const { signal } = abort
    store.setState((state) => ({ ...state, status: 'loading' }))
    try {
      const page = await readPage({ current, from: undefined })
      if (signal.aborted) return
      const loaded = store.getState().data ?? []
      const data = mergeFirstPage({ page: page.items, loaded, hasMore: page.next !== undefined })
      // Older pages that are loaded stay, and so does the place to go on from.
      if (data.length === page.items.length) cursor = page.next
      store.setState((state) => ({
        ...state,
        status: 'ready',
        data,
        updatedAt: page.updatedAt,
        error: undefined,
        hasMore: cursor !== undefined,
      }))
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }

  const refresh = async (): Promise<void> => {
    if (!subject) {
      // Skipped on a foreign network, as the specification says: there is nothing to list there.
      if (networks.getState().unsupportedChainId !== undefined)
        store.setState((state) => ({ ...state, status: 'ready', data: [], error: undefined, hasMore: false }))
      return
    }
    if (reading) {
      readAgain = true
      return reading
    }
    const run = async () => {
      do {
        readAgain = false
        if (subject) await readFirst(subject)
      } while (readAgain && subject && store.getState().status === 'ready')
    }
    const mine = run().finally(() => {
      if (reading === mine) reading = undefined
    })
    reading = mine
    return mine
  }

  const loadMore = (): Promise<void> => {
    if (more) return more
    const current = subject
    const from = cursor
    if (!current || from === undefined) return Promise.resolve()
    const { signal } = abort
    const run = async () => {
      store.setState((state) => ({ ...state, loadingMore: true }))
      try {
        const page = await readPage({ current, from })
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
        if (!signal.aborted) fail(error)
      }
    }
    const mine = run().finally(() => {
      if (more === mine) more = undefined
    })
    more = mine
    return mine
  }

  const live = () => {
    stopLive?.()
    stopLive = undefined
    if (watchers === 0) return
    const { updatedAt } = store.getState()
    if (updatedAt === undefined || environment.now() - updatedAt >= pollInterval) void refresh()
    if (!subject) return
    stopLive = followLive({
      context,
      realtime,
      topic: toTopic('history', subject.accountId),
      read: () => void refresh(),
    })
  }

  const stopSubject = followSubject({
    connection,
    networks,
    onChange: (next) => {
      abort.abort()
      abort = new AbortController()
      reading = undefined
      readAgain = false
      more = undefined
      cursor = undefined
      environment.clearTimeout(retry)
      subject = next
      store.setState({
        status: 'idle',
        data: undefined,
        updatedAt: undefined,
        error: undefined,
        account: next?.accountId,
        hasMore: false,
        loadingMore: false,
      })
      live()
    },
  })

  return {
    watch: () => {
      watchers++
      if (watchers === 1) live()
      let stopped = false
      return () => {
        if (stopped) return
        stopped = true
        watchers--
        if (watchers === 0) live()
      }
    },
    refresh,
    loadMore,
    destroy: () => {
      watchers = 0
      stopLive?.()
      stopSubject()
      environment.clearTimeout(retry)
      abort.abort()
    },
  }
}
