import { randomUUID } from 'node:crypto'
import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { entryPoint08 } from '@latchkey/smart-account'
import { entryPoint08Abi } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import { decodeFunctionResult, encodeFunctionData, formatEther } from 'viem/utils'
import { createChainNode } from '../chains/node/createChainNode.ts'
import { offerFees } from '../chains/node/gasMarket.ts'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import { type ChainLoop, createChainLoop } from '../platform/createChainLoop.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { admitOperation } from './admission/admitOperation.ts'
import { answerRequest } from './answerRequest.ts'
import type { Bundler, Settlement } from './Bundler.ts'
import { createBundlerMetrics } from './bundlerMetrics.ts'
import { type ChainBundler, createChainBundler } from './bundling/createChainBundler.ts'
import type { BundlerTiming, BundlingStep, ChainScope } from './ChainScope.ts'
import { estimateOperation } from './judging/estimateOperation.ts'
import { createBundlerView } from './node/createBundlerView.ts'
import { createToldPrices, type ToldPrices } from './node/createToldPrices.ts'
import { readOperationByHash, readOperationReceipt } from './receipts/createReceipts.ts'
import { dropWaiting, findLiveOfSender, findOperation } from './store/operationStore.ts'

const usual: BundlerTiming = { lease: 9_000, watch: 250, stuckAfter: 40_000, patience: 3_600_000 }

/**
 * Creates the bundler for all networks with `smartAccounts` in the configuration. It submits operations after its start.
 *
 * @param options.executor signs the transactions; its account pays for them and receives the fees
 * @param options.timing for tests
 * @param options.onStep for tests
 * @example
 * const bundler = createBundler(context, { rpc, executor: privateKeyToAccount(key) })
 * context.shutdown.add('bundler', bundler.stop)
 * bundler.start()
 */
export function createBundler(
  context: Pick<Context, 'config' | 'database' | 'log' | 'clock' | 'metrics' | 'shutdown'>,
  {
    rpc,
    executor,
    alone = context.config.database.url === undefined,
    timing = {},
    onStep = () => {},
  }: {
    rpc: RpcService
    executor: PrivateKeyAccount
    /** No other process can bundle for these networks, because the embedded database has only one process. */
    alone?: boolean
    timing?: Partial<BundlerTiming>
    onStep?: (step: BundlingStep) => Promise<void> | void
  },
): Bundler {
  const { config, database, log } = context
  const metrics = createBundlerMetrics({ registry: context.metrics })
  const holder = randomUUID()
  const listeners = new Set<(settlement: Settlement) => Promise<void> | void>()
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, context.shutdown.signal])
  const loops: Promise<void>[] = []
  const parts = new Map<ChainId, { scope: ChainScope; chain: ChainBundler; loop: ChainLoop; told: ToldPrices }>()

  for (const { chainId, name, smartAccounts, indexer } of config.chains.filter(isEvmChain)) {
    if (!smartAccounts?.enabled) continue
    const node = createChainNode({ rpc, chainId, name })
    const scope: ChainScope = {
      context,
      node,
      settledNode: createChainNode({ rpc, chainId, name, block: 'latest' }),
      view: createBundlerView({ node, name, executor: executor.address, clock: context.clock }),
      chainId,
      number: Number(chainId.slice('eip155:'.length)),
      name,
      config: smartAccounts,
      rollups: {},
      reorgDepth: indexer.reorgDepth,
      executor,
      postponed: new Map(),
      timing: { ...usual, ...timing },
      metrics,
      onStep,
    }
    const chain = createChainBundler(scope, { holder, alone, listeners, signal })
    const { tick, release } = chain
    const loop = createChainLoop({ chainId, work: 'Bundling', tick, release, signal, log })
    parts.set(chainId, { scope, chain, loop, told: createToldPrices({ clock: context.clock }) })
  }

  const find = (chainId: ChainId) => {
    const part = parts.get(chainId)
    if (part) return part
    throw new ServiceError('unsupported_chain', {
      field: 'chainId',
      message: `This server sends no operations on ${chainId}`,
    })
  }

  const bundler: Bundler = {
    chainIds: [...parts.keys()],
    serves: (chainId) => parts.has(chainId),
    request: (asked) => answerRequest(bundler, asked),
    send: async ({ chainId, operation, projectId }) => {
      const { scope, loop } = find(chainId)
      try {
        const hash = await admitOperation(scope, { operation, projectId })
        metrics.operations.inc({ chain: chainId, outcome: 'received' })
        loop.wake()
        return hash
      } catch (error) {
        metrics.operations.inc({ chain: chainId, outcome: 'refused' })
        throw error
      }
    },
    estimate: ({ chainId, operation }) => estimateOperation(find(chainId).scope, operation),
    receipt: ({ chainId, hash }) => readOperationReceipt(find(chainId).scope, hash),
    byHash: ({ chainId, hash }) => readOperationByHash(find(chainId).scope, hash),
    status: async ({ chainId, hash }) => {
      const stored = await findOperation(database, { chainId, hash })
      if (!stored) return undefined
      const { sender, projectId, state, transactionHash, reason } = stored
      return { hash: stored.hash, chainId, sender, projectId, state, transactionHash, reason }
    },
    gasPrice: async ({ chainId }) => {
      const { scope, told } = find(chainId)
      const offers = offerFees((await scope.view.now()).market)
      told.add(offers.fast)
      return offers
    },
    toldPrice: ({ chainId }) => find(chainId).told.highest(),
    nextNonce: async ({ chainId, sender, key = 0n }) => {
      const { node } = find(chainId).scope
      const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'getNonce', args: [sender, key] })
      const outcome = await node.call({ from: entryPoint08, to: entryPoint08, data })
      if ('revert' in outcome || outcome.data === '0x') {
        throw new ServiceError('bundler_unavailable', { message: 'The network has no EntryPoint v0.8' })
      }
      let next = decodeFunctionResult({ abi: entryPoint08Abi, functionName: 'getNonce', data: outcome.data })
      const taken = new Set((await findLiveOfSender(database, { chainId, sender })).map(({ nonce }) => nonce))
      while (taken.has(next)) next++
      return next
    },
    dropWaiting: async ({ chainId, sender, key, reason }) => {
      const dropped = await dropWaiting(database, { chainId, sender, key, reason, now: context.clock.now() })
      metrics.operations.inc({ chain: chainId, outcome: 'dropped' }, dropped)
      // Start the next round, which announces the drop to listeners.
      if (dropped > 0) find(chainId).loop.wake()
      return dropped
    },
    onSettled: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => {
      if (loops.length === 0) loops.push(...[...parts.values()].map(({ loop }) => loop.run()))
    },
    stop: async () => {
      ended.abort()
      await Promise.all(loops)
    },
    checks: () =>
      [...parts].map(([chainId, { scope, chain }]) => ({
        name: `bundler ${chainId}`,
        check: async () => {
          await scope.view.requireEntryPoint()
          const balance = await scope.view.balance()
          if (balance < BigInt(scope.config.minimumExecutorBalance)) {
            throw new Error(
              `The bundler’s account ${executor.address} has ${formatEther(balance)} of ${formatEther(BigInt(scope.config.minimumExecutorBalance))} at least`,
            )
          }
          if (chain.status().isUnfunded)
            throw new Error('Operations are waiting: a bundle costs more than the executor’s balance')
        },
      })),
  }
  return bundler
}
