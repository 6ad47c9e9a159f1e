import type { PayerScope } from '../ChainPayer.ts'
import type { PayoutNode } from './PayoutNode.ts'

/** Dependencies of payouts on one cluster. */
export type SolanaScope = PayerScope & {
  node: PayoutNode
  /** Account that pays. */
  account: string
  /** Signs a transaction of the account in its wire format. */
  sign: (transaction: Uint8Array) => Uint8Array
  /**
   * Returns another small number each time, which is added to the price. Otherwise, two payouts of one amount to one receiver
   * under one blockhash would be the same bytes, and paid once.
   */
  nextMark: () => bigint
}

/** Observations of this process about signed transactions, by signature. They are not stored. */
export type Watch = {
  /** Time of the last submission; Unix milliseconds. */
  offered: Map<string, number>
  /** Number of consecutive checks in which no node had a mined transaction. */
  gone: Map<string, number>
  /** Possibly expired transactions: the slot of a final block behind their last height, and the number of agreeing checks. */
  late: Map<string, { slot: number; looks: number }>
}

/** Creates empty observations. */
export function createWatch(): Watch {
  return { offered: new Map(), gone: new Map(), late: new Map() }
}

/** Deletes the observations of all other transactions. */
export function keepOnly(watch: Watch, signatures: ReadonlySet<string>): void {
  for (const seen of Object.values(watch)) {
    for (const signature of seen.keys()) if (!signatures.has(signature)) seen.delete(signature)
  }
}
