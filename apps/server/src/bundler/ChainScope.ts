import type { ChainId } from '@latchkey/protocol'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { ChainNode } from '../chains/node/createChainNode.ts'
import type { ChainSmartAccountsConfig } from '../platform/config/smartAccountsConfig.ts'
import type { Context } from '../platform/context.ts'
import type { BundlerMetrics } from './bundlerMetrics.ts'
import type { BundlerView } from './node/createBundlerView.ts'

/** Points between which a process may be killed; a test kills it at each. */
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

/** Milliseconds. */
export type BundlerTiming = {
  /** For which a process that bundles a network has it for itself, unless it says again that it is there. */
  lease: number
  /** Between looks at transactions that are under way. */
  watch: number
  /** After which a transaction that is not mined is offered at a higher price. */
  stuckAfter: number
  /** After which an operation that no bundle could take is given up. */
  patience: number
}

/** What everything that belongs to one network is given. */
export type ChainScope = {
  context: Pick<Context, 'database' | 'log' | 'clock'>
  node: ChainNode
  /** The same, but what it calls runs on the newest block, without what waits. */
  settledNode: ChainNode
  view: BundlerView
  chainId: ChainId
  /** EIP-155 number. */
  number: number
  /** What people call the network. */
  name: string
  config: ChainSmartAccountsConfig
  /** Whether the network tells what data costs on its way to Ethereum; undefined until somebody asked. */
  rollups: { hasOracle?: boolean | undefined }
  /** Blocks that may still be undone. */
  reorgDepth: number
  executor: PrivateKeyAccount
  /** Operations that could not go, and are not looked at before a time; of this process alone. */
  postponed: Map<`0x${string}`, { until: number; times: number }>
  timing: BundlerTiming
  metrics: BundlerMetrics
  /** For tests alone: told at each step. */
  onStep: (step: BundlingStep) => Promise<void> | void
}
