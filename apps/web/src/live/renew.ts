import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads a query again after an update. TanStack Query joins a pending first read instead of repeating it, but that read can be older than
 * the update. So this waits for it, and then reads again.
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
