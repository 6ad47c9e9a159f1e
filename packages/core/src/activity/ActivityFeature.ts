import type { AccountId, ChainId } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'
import type { Resource } from '../store/Resource.ts'
import type { Readable } from '../store/Store.ts'

/** History of the connected account on the active network, newest first, spam and other networks left out. */
export type ActivityState = Resource<readonly HistoryItem[]> & {
  account: AccountId | undefined
  /** Whether older entries can be loaded. */
  hasMore: boolean
  loadingMore: boolean
}

/** A month of history. */
export type ActivityGroup = { year: number /** 0 is January. */; month: number; items: readonly HistoryItem[] }

/**
 * What the connected account did and received.
 *
 * @example
 * const unwatch = latchkey.activity.watch()
 * await latchkey.activity.loadMore()
 * const months = groupByMonth(latchkey.activity.getState().data ?? [])
 */
export type ActivityFeature = Readable<ActivityState> & {
  /**
   * Reads the newest page now and follows changes live while at least one caller watches.
   * @returns the function that stops watching
   */
  watch: () => () => void
  /** Reads the newest page again. Never throws: failures are in the state. */
  refresh: () => Promise<void>
  /** Reads the next older page, where there is one (`hasMore`). Never throws: failures are in the state. */
  loadMore: () => Promise<void>
  /** One transaction of the loaded history. */
  find: (options: { hash: string; chainId: ChainId }) => HistoryItem | undefined
}
