import type { ChainId } from '@latchkey/protocol'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { ChainNode } from '../chains/node/createChainNode.ts'
import type { ChainSmartAccountsConfig } from '../platform/config/smartAccountsConfig.ts'
import type { Context } from '../platform/context.ts'
import type { BundlerMetrics } from './bundlerMetrics.ts'
import type { BundlerView } from './node/createBundlerView.ts'

/** Points between which a process may be killed. A test kills it at each of them. */
export const bundlingSteps = [
  'received',
  'chosen',
  'signing',
  'signed',
  'broadcast',
  'sent',
  'bumped',
  'mined',
  'settled',
  'announced',
] as const

/** One of {@link bundlingSteps}. */
export type BundlingStep = (typeof bundlingSteps)[number]

/** All in milliseconds. */
export type BundlerTiming = {
  /** Lease of the process that bundles a network; it is renewed while the process runs. */
  lease: number
  /** Between checks of pending transactions. */
  watch: number
  /** After this time, a pending transaction is replaced by one with a higher fee. */
  stuckAfter: number
  /** After this time, an operation that fits into no bundle is dropped. */
  patience: number
}

/** Dependencies of the parts of one network. */
export type ChainScope = {
  context: Pick<Context, 'database' | 'log' | 'clock'>
  node: ChainNode
  /** The same node, but its calls run on the newest block, without pending transactions. */
  settledNode: ChainNode
  view: BundlerView
  chainId: ChainId
  /** EIP-155 number. */
  number: number
  /** Display name of the network. */
  name: string
  config: ChainSmartAccountsConfig
  /** Whether the network has an oracle for the cost of data on Ethereum; undefined before the first read. */
  rollups: { hasOracle?: boolean | undefined }
  /** Number of blocks that may still be replaced. */
  reorgDepth: number
  executor: PrivateKeyAccount
  /** Operations that failed temporarily, and the time of their next attempt; in this process only. */
  postponed: Map<`0x${string}`, { until: number; times: number }>
  timing: BundlerTiming
  metrics: BundlerMetrics
  /** For tests: called at each step. */
  onStep: (step: BundlingStep) => Promise<void> | void
}
