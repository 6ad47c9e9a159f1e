import type { PrivateKeyAccount } from 'viem/accounts'
import type { ChainNode } from '../../chains/node/createChainNode.ts'
import type { ChainView } from '../../chains/node/createChainView.ts'
import type { PayerScope } from '../ChainPayer.ts'
import type { StoredPayout } from '../store/payoutStore.ts'
import type { StoredTransaction } from '../store/transactionStore.ts'

/** What everything that pays out on one network of Ethereum's family is given. */
export type EvmScope = PayerScope & {
  /** Calls run on the newest block, without what waits. */
  node: ChainNode
  view: ChainView
  /** EIP-155 number. */
  number: number
  /** That pays. */
  signer: PrivateKeyAccount
  /** Blocks that may still be undone. */
  reorgDepth: number
  /** Whether the network tells what data costs on its way to Ethereum; undefined until somebody asked. */
  rollups: { hasOracle?: boolean | undefined }
}

/** A number of the account that is ours as long as nothing is certain of it: everything that may be mined under it, the newest last. */
export type NumberUnderWay = {
  /** Names it among all. */
  key: string
  account: string
  nonce: number
  /** Undefined: its transactions do nothing but take the number. */
  payout: StoredPayout | undefined
  transactions: readonly StoredTransaction[]
}

/** What this process has seen of numbers, beside what is written; by {@link NumberUnderWay.key}. */
export type Watch = {
  /** Looks in a row at which a mined one was not to be found at a node that is behind. */
  missed: Map<string, number>
  /** Looks in a row at which a number was used up for good, and by none of ours. */
  gone: Map<string, number>
  /** Where nodes do not say what was long ago: the block at which a number was seen to be used up. */
  usedAt: Map<string, number>
  /** When a node was asked last whether it still has a number's transaction; Unix milliseconds. */
  asked: Map<string, number>
  /** Times in a row that nodes refused a number's transaction. */
  refused: Map<string, number>
  /** What only the operator can right, by number. */
  problems: Map<string, string>
}

/** Nothing seen yet. */
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

/** Forgets what was seen of a number. */
export function forgetNumber(watch: Watch, { key }: NumberUnderWay): void {
  for (const seen of Object.values(watch)) seen.delete(key)
}

/** Forgets what was seen of all but some numbers. */
export function keepOnly(watch: Watch, keys: ReadonlySet<string>): void {
  for (const seen of Object.values(watch)) {
    for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key)
  }
}
