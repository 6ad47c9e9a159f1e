import type { AccountId, ChainId } from '@latchkey/protocol'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { PayoutStatus } from './Treasury.ts'
import type { TreasuryMetrics } from './treasuryMetrics.ts'

/**
 * Points between which a process may be killed; a test kills it at each. `chosen`: a payout is looked at; `signing`: it is signed and
 * written, the database transaction is still open; `signed`: that is committed; `broadcast`: a node was given the bytes; `sent`: that is
 * written; `bumped`: more is offered (Ethereum's family alone); `mined`: the chain was seen to have it; `settled`: that is written; `final`:
 * it is written that it stays.
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

/** Milliseconds. */
export type TreasuryTiming = {
  /** For which a process that pays out on a network has it for itself, unless it says again that it is there. */
  lease: number
  /** Between looks at transactions that are under way. */
  watch: number
  /** Between looks while nothing is under way. */
  idle: number
  /** After which a transaction that is not mined is offered at a higher price. */
  stuckAfter: number
}

/** What the treasury gives to whoever pays out on one network. */
export type PayerScope = {
  context: Pick<Context, 'database' | 'log' | 'clock'>
  chainId: ChainId
  /** What people call the network. */
  name: string
  timing: TreasuryTiming
  metrics: TreasuryMetrics
  /**
   * Runs a database transaction in which no other process can pay out on the network. Everything that says where a payout stands, and every
   * signed transaction, is written in one.
   *
   * @throws LeaseLost when another process pays out on the network by now: nothing was written
   */
  write: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  /** Tells whoever listens where a payout stands; after it was committed. */
  announce: (status: PayoutStatus) => void
  /** Ends a turn between two payouts. */
  signal: AbortSignal
  /** For tests alone: told at each step. */
  onStep: (step: PayingStep) => Promise<void> | void
}

/**
 * Pays out on one network: takes payouts that wait (`store/payoutStore.ts`), oldest first, signs, writes the bytes down before a node has
 * them, and sees to them until they are final or failed. It is created with a {@link PayerScope}; nothing happens until `tick`.
 */
export type ChainPayer = {
  /** That pays: an address. */
  account: string
  /** The native coin of the network. */
  native: AccountId
  /** Base units of the native coin that must stay on the account, whatever it pays (Solana: what frees it from rent). */
  minimumBalance: bigint
  /**
   * What the account has of an asset, base units; 0 where it has no such token.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  readBalance: (asset: AccountId) => Promise<bigint>
  /**
   * What the network takes at most for one payout of an asset right now, base units of the native coin.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  estimateCost: (asset: AccountId) => Promise<bigint>
  /**
   * One turn: what became of payouts under way, what is given up, what is paid out next. Called only while this process has the network, one
   * turn at a time; after an error it is called again.
   *
   * @returns milliseconds until the next turn
   */
  tick: () => Promise<number>
  /** What is wrong that only the operator can right, for instance payouts that wait for money, in a sentence; undefined: nothing. */
  problem: () => string | undefined
}
