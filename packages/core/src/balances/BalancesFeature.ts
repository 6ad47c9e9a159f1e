import type { AccountId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import type { Resource } from '../store/Resource.ts'
import type { Readable } from '../store/Store.ts'

/** Balances of the connected account on the current network. Reset when either changes. */
export type BalancesState = Resource<readonly Balance[]> & {
  /** Tokens with 0 decimals, which are left out of `data` (specification 5). Shown as "Other assets". */
  otherAssets: readonly Balance[] | undefined
  /** The account of `data`. */
  account: AccountId | undefined
  /**
   * Unix milliseconds of the next read after a failure, 30 s later. Nothing reads until then, except `refresh({ force: true })`, for a
   * retry by the visitor.
   */
  blockedUntil: number | undefined
  /** Sum of the known values in US dollars; undefined if none is known. */
  total: number | undefined
}

/**
 * The balances of the connected account.
 *
 * @example
 * const stop = latchkey.balances.subscribe(({ data, total, updatedAt }) => console.log(data, total, updatedAt))
 * const unwatch = latchkey.balances.watch()
 */
export type BalancesFeature = Readable<BalancesState> & {
  /**
   * Reads the balances and follows changes live while at least one caller watches.
   * @returns a function that stops watching
   */
  watch: () => () => void
  /** Reads again. `force` ignores the pause after a failure and the server's cache. Never throws: failures are in the state. */
  refresh: (options?: { force?: boolean }) => Promise<void>
}
