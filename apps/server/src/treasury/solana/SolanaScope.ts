import type { PayerScope } from '../ChainPayer.ts'
import type { PayoutNode } from './PayoutNode.ts'

/** What everything that pays out on one cluster is given. */
export type SolanaScope = PayerScope & {
  node: PayoutNode
  /** That pays. */
  account: string
  /** Signs a transaction of the account, in its wire format. */
  sign: (transaction: Uint8Array) => Uint8Array
  /**
   * Another small number each time. Two payouts of one amount to one receiver under one blockhash would be the same bytes, and paid once:
   * they offer prices that differ by this.
   */
  nextMark: () => bigint
}

/** What this process has seen of signed transactions, beside what is written; by signature. */
export type Watch = {
  /** Unix milliseconds of the last time that a node was given the bytes. */
  offered: Map<string, number>
  /** Looks in a row at which nobody knew what had been mined. */
  gone: Map<string, number>
  /** Since when they are too late: the slot of a final block behind their last one, and the nodes' looks that agreed. */
  late: Map<string, { slot: number; looks: number }>
}

/** Nothing seen yet. */
export function createWatch(): Watch {
  return { offered: new Map(), gone: new Map(), late: new Map() }
}

/** Forgets what was seen of all but some transactions. */
export function keepOnly(watch: Watch, signatures: ReadonlySet<string>): void {
  for (const seen of Object.values(watch)) {
    for (const signature of seen.keys()) if (!signatures.has(signature)) seen.delete(signature)
  }
}
