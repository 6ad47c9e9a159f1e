import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads a query again after news. TanStack Query joins a first read that is under way instead of repeating it, but that read may be older
 * than the news. So this waits for it, and reads once more.
 *
 * @example renew(cache, ['balance'])
 */
export function renew(cache: QueryClient, queryKey: QueryKey): void {
  const firstReads = cache
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  void cache.invalidateQueries({ queryKey })
  for (const { promise, queryKey: own } of firstReads)
    promise?.then(
      () => cache.invalidateQueries({ queryKey: own, exact: true }, { cancelRefetch: false }),
      // A failed query repeats on its timer.
      () => undefined,
    )
}
