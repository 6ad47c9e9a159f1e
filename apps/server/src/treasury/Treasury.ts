import type { AccountId, ChainId } from '@latchkey/protocol'
import type { Transaction } from '../platform/db/Database.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'

/** Something to be paid out. */
export type Payout = {
  /** Of whoever owes it; one payout for each, for ever. */
  id: string
  /** CAIP-10; native coins as in `/v1/fungible/price`. */
  asset: AccountId
  /** Base units. */
  amount: bigint
  /** On the network of `asset`. */
  receiver: string
  /** For rehearsals alone: it fails as one that the chain refuses. */
  isRehearsal?: boolean | undefined
}

/**
 * Where a payout stands: nothing is signed; it may be on its way; the chain has it; it has it for good; it never was and never will be paid
 * out. `mined` may become `sending` again when a block is undone.
 */
export type PayoutState = 'waiting' | 'sending' | 'mined' | 'final' | 'failed'

/** What became of a payout. */
export type PayoutStatus = { id: string; state: PayoutState; hash: string | undefined; reason: string | undefined }

/** Pays out what is owed from accounts of the operator's own, each thing exactly once. */
export type Treasury = {
  /** The account on a network; undefined where the treasury has none. */
  accountOf: (chainId: ChainId) => string | undefined
  /**
   * What can still be promised of an asset, base units: what the account has, less what it owes already and, of the native coin, what it
   * must keep for network costs.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  readFree: (asset: AccountId) => Promise<bigint>
  /**
   * What the network takes for one payout right now, base units of the network's native coin.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  estimateCost: (asset: AccountId) => Promise<bigint>
  /**
   * Writes down what is owed, within the caller's transaction; it is paid out some time after that is committed. An id that is there already
   * changes nothing.
   */
  owe: (tx: Transaction, payout: Payout) => Promise<void>
  /** @returns undefined for an id that nobody named */
  read: (id: string) => Promise<PayoutStatus | undefined>
  /** Told when a payout was mined, undone, made final or failed; perhaps more than once, and never after a crash: what counts is `read`. */
  onChange: (listener: (status: PayoutStatus) => void) => () => void
  /** Looks for work now, not at the next turn. */
  wake: (chainId: ChainId) => void
  start: () => void
  stop: () => Promise<void>
  /** For `/ready`. */
  checks: () => HealthCheck[]
}
