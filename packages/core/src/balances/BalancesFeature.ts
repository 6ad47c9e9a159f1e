import type { AccountId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import type { Resource } from '../store/Resource.ts'
import type { Readable } from '../store/Store.ts'

/** Balances of the connected account on the active network. Reset when either changes. */
export type BalancesState = Resource<readonly Balance[]> & {
  /** Tokens with 0 decimals, which are left out of `data` (specification 5): shown as "Other assets". */
  otherAssets: readonly Balance[] | undefined
  /** The account that `data` belongs to. */
  account: AccountId | undefined
  /**
   * Unix milliseconds of the next read after a failure, 30 s later. Until then neither `watch`, nor an event, nor `refresh` reads; a
   * `refresh` with `force` does, which is the retry of a person.
   */
  blockedUntil: number | undefined
  /** Sum of the known values in usd; undefined while none is known. */
  total: number | undefined
}

/**
 * What the connected account owns.
 *
 * @example
 * const stop = latchkey.balances.subscribe(({ data, total, updatedAt }) => console.log(data, total, updatedAt))
 * const unwatch = latchkey.balances.watch()
 */
export type BalancesFeature = Readable<BalancesState> & {
  /**
   * Reads the balances now and follows changes live while at least one caller watches.
   * @returns the function that stops watching
   */
  watch: () => () => void
  /** Reads again; `force` goes past the block after a failure and past the server's cache. Never throws: failures are in the state. */
  refresh: (options?: { force?: boolean }) => Promise<void>
}
