import type { AccountId, ChainId } from '@latchkey/protocol'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { PayoutStatus } from './Treasury.ts'
import type { TreasuryMetrics } from './treasuryMetrics.ts'

/**
 * Points between which a process may be killed. A test kills it at each of them:
 *
 * - `chosen`: a payout was picked
 * - `signing`: it is signed and written, in an open database transaction
 * - `signed`: that transaction is committed
 * - `broadcast`: a node received the bytes
 * - `sent`: that is written
 * - `bumped`: a transaction with a higher fee is signed (EVM networks only)
 * - `mined`: a block has the transaction
 * - `settled`: that is written
 * - `final`: it is written that the block is final
 */
export const payingSteps = [
  'chosen',
  'signing',
  'signed',
  'broadcast',
  'sent',
  'bumped',
  'mined',
  'settled',
  'final',
] as const

/** One of {@link payingSteps}. */
export type PayingStep = (typeof payingSteps)[number]

/** All in milliseconds. */
export type TreasuryTiming = {
  /** Lease of the process that pays out on a network; it is renewed while the process runs. */
  lease: number
  /** Between checks of pending transactions. */
  watch: number
  /** Between checks while nothing is pending. */
  idle: number
  /** After this time, a pending transaction is replaced by one with a higher fee. */
  stuckAfter: number
}

/** Dependencies of the payer of one network. */
export type PayerScope = {
  context: Pick<Context, 'database' | 'log' | 'clock'>
  chainId: ChainId
  /** Display name of the network. */
  name: string
  timing: TreasuryTiming
  metrics: TreasuryMetrics
  /**
   * Runs a database transaction while no other process can pay out on the network. Every state of a payout, and every signed
   * transaction, is written in one.
   *
   * @throws LeaseLost if another process has taken over the network; nothing was written
   */
  write: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  /** Notifies the listeners of a payout's state, after the commit. */
  announce: (status: PayoutStatus) => void
  /** Ends a round between two payouts. */
  signal: AbortSignal
  /** For tests: called at each step. */
  onStep: (step: PayingStep) => Promise<void> | void
}

/**
 * Pays out on one network. It takes waiting payouts (`store/payoutStore.ts`), oldest first, and signs them. It stores the
 * bytes before a node receives them, and tracks each payout until it is final or failed. It is created with a
 * {@link PayerScope}, and does nothing before `tick`.
 */
export type ChainPayer = {
  /** Address that pays. */
  account: string
  /** The native token of the network. */
  native: AccountId
  /** Base units of the native token that must remain on the account (Solana: its rent exemption). */
  minimumBalance: bigint
  /**
   * Returns the account's balance of an asset, base units; 0 if it has none.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  readBalance: (asset: AccountId) => Promise<bigint>
  /**
   * Returns the highest current network cost of one payout of an asset, in base units of the native token.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  estimateCost: (asset: AccountId) => Promise<bigint>
  /**
   * Runs one round: checks pending payouts, gives up expired ones, and pays the next ones. Called only while this process has
   * the lease, one round at a time. After an error, it is called again.
   *
   * @returns milliseconds until the next round
   */
  tick: () => Promise<number>
  /**
   * Returns a problem that only the operator can solve, such as payouts that wait for funds, as a sentence; undefined if
   * there is none.
   */
  problem: () => string | undefined
}
