import type { PrivateKeyAccount } from 'viem/accounts'
import type { ChainNode } from '../../chains/node/createChainNode.ts'
import type { ChainView } from '../../chains/node/createChainView.ts'
import type { PayerScope } from '../ChainPayer.ts'
import type { StoredPayout } from '../store/payoutStore.ts'
import type { StoredTransaction } from '../store/transactionStore.ts'

/** Dependencies of payouts on one EVM network. */
export type EvmScope = PayerScope & {
  /** Its calls run on the newest block, without pending transactions. */
  node: ChainNode
  view: ChainView
  /** EIP-155 number. */
  number: number
  /** Account that pays. */
  signer: PrivateKeyAccount
  /** Number of blocks that may still be replaced. */
  reorgDepth: number
  /** Whether the network has an oracle for the cost of data on Ethereum; undefined before the first read. */
  rollups: { hasOracle?: boolean | undefined }
}

/** A nonce of the account without a final transaction, with all transactions that may use it, the newest last. */
export type NumberUnderWay = {
  /** Unique among all pending nonces. */
  key: string
  account: string
  nonce: number
  /** Undefined if its transactions only use up the nonce. */
  payout: StoredPayout | undefined
  transactions: readonly StoredTransaction[]
}

/** Observations of this process about pending nonces, by {@link NumberUnderWay.key}. They are not stored. */
export type Watch = {
  /** Number of consecutive checks in which a lagging node did not have a mined transaction. */
  missed: Map<string, number>
  /** Number of consecutive checks in which a nonce was used, in a final block, by none of our transactions. */
  gone: Map<string, number>
  /** For nodes without old state: the block at which the nonce was first seen as used. */
  usedAt: Map<string, number>
  /** Time of the last request whether a node still has the transaction; Unix milliseconds. */
  asked: Map<string, number>
  /** Number of consecutive refusals by nodes. */
  refused: Map<string, number>
  /** Problems that only the operator can solve. */
  problems: Map<string, string>
}

/** Creates empty observations. */
export function createWatch(): Watch {
  return {
    missed: new Map(),
    gone: new Map(),
    usedAt: new Map(),
    asked: new Map(),
    refused: new Map(),
    problems: new Map(),
  }
}

/** Deletes the observations of a nonce. */
export function forgetNumber(watch: Watch, { key }: NumberUnderWay): void {
  for (const seen of Object.values(watch)) seen.delete(key)
}

/** Deletes the observations of all other nonces. */
export function keepOnly(watch: Watch, keys: ReadonlySet<string>): void {
  for (const seen of Object.values(watch)) {
    for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key)
  }
}
