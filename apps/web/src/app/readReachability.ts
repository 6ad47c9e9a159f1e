import type { Query } from '@tanstack/react-query'
import { toFailure } from '../api/toFailure.ts'

/**
 * Whether the server answers the questions that the page asks now: `reachable`, or the moment (unix milliseconds) of the
 * oldest answer that still stands on the screen, or `nothing` when none does.
 */
export function readReachability(queries: readonly Pick<Query, 'state'>[]): 'reachable' | 'nothing' | number {
  const away = queries.filter(({ state }) => state.error && toFailure(state.error).unreachable)
  if (away.length === 0) return 'reachable'
  const moments = away.map(({ state }) => oldest(state.data)).filter((moment) => moment !== undefined)
  return moments.length === 0 ? 'nothing' : Math.min(...moments)
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
