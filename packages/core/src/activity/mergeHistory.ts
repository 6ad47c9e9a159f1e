import type { ChainId } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'

/** Applies the specification's spam filter. It removes entries whose transfers are all flagged as spam, and entries of other networks. */
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
 * Merges a new first page with the loaded entries. Only loaded entries that are older than the page's oldest one remain, so that entries
 * that a reorganization removed disappear.
 */
export function mergeFirstPage({
  page,
  loaded,
  hasMore,
}: {
  page: readonly HistoryItem[]
  loaded: readonly HistoryItem[]
  /** Whether older entries than those of the page exist. */
  hasMore: boolean
}): readonly HistoryItem[] {
  const oldest = page.at(-1)
  if (!oldest || !hasMore) return page
  const known = new Set(page.map(({ id }) => id))
  const limit = Date.parse(oldest.metadata.minedAt)
  return [...page, ...loaded.filter(({ id, metadata }) => !known.has(id) && Date.parse(metadata.minedAt) <= limit)]
}

/** Appends an older page to the loaded entries, without duplicates. */
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
