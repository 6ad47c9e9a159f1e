import type { AccountId, ChainId } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'
import type { Resource } from '../store/Resource.ts'
import type { Readable } from '../store/Store.ts'

/** Activity of the connected account on the current network, newest first, without spam and other networks. */
export type ActivityState = Resource<readonly HistoryItem[]> & {
  /** The account of `data`. */
  account: AccountId | undefined
  /** Whether older entries can be loaded. */
  hasMore: boolean
  /** Whether `loadMore` runs. */
  loadingMore: boolean
}

/** One month of activity. */
export type ActivityGroup = { year: number /** 0 is January. */; month: number; items: readonly HistoryItem[] }

/**
 * The activity of the connected account.
 *
 * @example
 * const unwatch = latchkey.activity.watch()
 * await latchkey.activity.loadMore()
 * const months = groupByMonth(latchkey.activity.getState().data ?? [])
 */
export type ActivityFeature = Readable<ActivityState> & {
  /**
   * Reads the newest page and follows changes live while at least one caller watches.
   * @returns a function that stops watching
   */
  watch: () => () => void
  /** Reads the newest page again. Never throws: failures are in the state. */
  refresh: () => Promise<void>
  /** Reads the next older page, if there is one (`hasMore`). Never throws: failures are in the state. */
  loadMore: () => Promise<void>
  /** Returns a transaction of the loaded activity. */
  find: (options: { hash: string; chainId: ChainId }) => HistoryItem | undefined
}
