import type { AccountId, ChainId } from '@latchkey/protocol'
import type { Transaction } from '../platform/db/Database.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'

/** A transfer that the treasury owes. */
export type Payout = {
  /** ID from the caller. Each ID has at most one payout, permanently. */
  id: string
  /** CAIP-10; native tokens as in `/v1/fungible/price`. */
  asset: AccountId
  /** Base units. */
  amount: bigint
  /** On the network of `asset`. */
  receiver: string
  /** Only for rehearsals: it fails like a payout that the chain refuses. */
  isRehearsal?: boolean | undefined
}

/**
 * State of a payout:
 * - `waiting`: nothing is signed
 * - `sending`: it may be submitted
 * - `mined`: it is in a block; becomes `sending` again if the block is replaced
 * - `final`: its block is final
 * - `failed`: it was not paid and never will be
 */
export type PayoutState = 'waiting' | 'sending' | 'mined' | 'final' | 'failed'

/** Current state of a payout. */
export type PayoutStatus = { id: string; state: PayoutState; hash: string | undefined; reason: string | undefined }

/** Pays the operator's debts from its accounts, each exactly once. */
export type Treasury = {
  /** Account on a network; undefined if the treasury has none. */
  accountOf: (chainId: ChainId) => string | undefined
  /**
   * Returns the base units of an asset that can still be promised: the balance, less owed payouts and, for the native token,
   * less the reserve for network costs.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  readFree: (asset: AccountId) => Promise<bigint>
  /**
   * Returns the current network cost of one payout, in base units of the network's native token.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  estimateCost: (asset: AccountId) => Promise<bigint>
  /** Stores a payout in the caller's transaction. It is paid some time after the commit. An existing ID changes nothing. */
  owe: (tx: Transaction, payout: Payout) => Promise<void>
  /** @returns undefined for an unknown ID */
  read: (id: string) => Promise<PayoutStatus | undefined>
  /**
   * Calls the listener if a payout is mined, replaced, final or failed. A call may be repeated, and is lost in a crash: use
   * `read` for the true state.
   */
  onChange: (listener: (status: PayoutStatus) => void) => () => void
  /** Starts the next round of a network immediately. */
  wake: (chainId: ChainId) => void
  start: () => void
  stop: () => Promise<void>
  /** For `/ready`. */
  checks: () => HealthCheck[]
}
