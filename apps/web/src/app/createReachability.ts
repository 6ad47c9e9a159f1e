import type { Query, QueryCache } from '@tanstack/react-query'
import { toFailure } from '../api/toFailure.ts'

/**
 * Reachability of the server: `reachable`, or the time (unix milliseconds) of the oldest visible answer, or `nothing` if no answer is
 * visible.
 */
export type Reachability = 'reachable' | 'nothing' | number

/**
 * Tracks whether the server answers the page's current queries. A query that failed to reach it counts until it is answered; a retry
 * alone changes nothing.
 */
export function createReachability(queries: QueryCache): {
  read: () => Reachability
  /** Unix milliseconds of the oldest visible answer; undefined if there is none. */
  oldest: () => number | undefined
  /** @returns function that unsubscribes */
  subscribe: (onChange: () => void) => () => void
} {
  const momentsOf = (list: readonly Query[]) =>
    list.filter(({ meta }) => meta?.isShown !== false).flatMap(({ state }) => oldest(state.data) ?? [])
  const unanswered = new Set<string>()
  for (const { queryHash, state } of queries.getAll()) note(queryHash, state.error)

  function note(hash: string, error: unknown) {
    if (error && toFailure(error).unreachable) unanswered.add(hash)
    else unanswered.delete(hash)
  }

  return {
    read: () => {
      const away = queries.findAll({ type: 'active' }).filter(({ queryHash }) => unanswered.has(queryHash))
      if (away.length === 0) return 'reachable'
      const moments = momentsOf(away)
      return moments.length === 0 ? 'nothing' : Math.min(...moments)
    },
    oldest: () => {
      const moments = momentsOf(queries.findAll({ type: 'active' }))
      return moments.length === 0 ? undefined : Math.min(...moments)
    },
    subscribe: (onChange) =>
      queries.subscribe((event) => {
        const { queryHash } = event.query as Query
        if (event.type === 'removed') unanswered.delete(queryHash)
        if (event.type === 'updated') {
          const { action } = event
          // The first attempt without an answer counts, not the last of several.
          if (action.type === 'error' || action.type === 'failed') note(queryHash, action.error)
          // Data that the page sets is not an answer of the server.
          else if (action.type === 'success' && !action.manual) note(queryHash, null)
        }
        onChange()
      }),
  }
}

function oldest(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('asOf' in data && typeof data.asOf === 'number') return data.asOf
  if ('pages' in data && Array.isArray(data.pages)) {
    const moments = data.pages.map(oldest).filter((moment) => moment !== undefined)
    return moments.length === 0 ? undefined : Math.min(...moments)
  }
  return undefined
}
