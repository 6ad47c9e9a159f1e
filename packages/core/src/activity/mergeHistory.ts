import type { ChainId } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'

/**
 * Leaves out what the specification's spam filter drops: entries whose transfers are all flagged spam, and entries of
 * other networks.
 */
export function filterHistory({
  items,
  chainId,
}: {
  items: readonly HistoryItem[]
  chainId: ChainId
}): readonly HistoryItem[] {
  return items.filter(
    ({ metadata, transfers }) =>
      metadata.chain === chainId &&
      !(transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags.is_spam)),
  )
}

/**
 * Puts a newly read first page before what was loaded. Of the loaded entries those stay that are older than the page's
 * oldest one: within the page's reach the page is right, so that an entry that a reorganisation removed goes away.
 */
export function mergeFirstPage({
  page,
  loaded,
  hasMore,
}: {
  page: readonly HistoryItem[]
  loaded: readonly HistoryItem[]
  /** Whether there is anything older than the page. */
  hasMore: boolean
}): readonly HistoryItem[] {
  const oldest = page.at(-1)
  if (!oldest || !hasMore) return page
  const known = new Set(page.map(({ id }) => id))
  const limit = Date.parse(oldest.metadata.minedAt)
  return [...page, ...loaded.filter(({ id, metadata }) => !known.has(id) && Date.parse(metadata.minedAt) <= limit)]
}

/** Puts an older page behind what was loaded, without entries that are there already. */
export function appendPage({
  page,
  loaded,
}: {
  page: readonly HistoryItem[]
  loaded: readonly HistoryItem[]
}): readonly HistoryItem[] {
  const known = new Set(loaded.map(({ id }) => id))
  return [...loaded, ...page.filter(({ id }) => !known.has(id))]
}
