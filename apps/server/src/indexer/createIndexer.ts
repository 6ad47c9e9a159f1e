import { setTimeout as delay } from 'node:timers/promises'
import type { EvmAddress } from '@latchkey/protocol'
import { Gauge } from 'prom-client'
import { createContractReader } from '../chains/createContractReader.ts'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { EvmChainConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { ensureChain } from './chainStore.ts'
import { type ChainIndexer, createChainIndexer, type IndexerStatus } from './createChainIndexer.ts'
import { lookPause } from './lookPause.ts'
import { ProgressLost } from './writeRange.ts'

/** The indexes of all configured chains. */
export type Indexer = {
  /** Starts one loop per chain, and returns immediately. */
  start: () => void
  /** Stops the loops. Resolves when none is running. A running write is finished first. */
  stop: () => Promise<void>
  status: () => IndexerStatus[]
  /** For `/ready`: one per chain. It fails while the index does not follow the chain. */
  checks: () => HealthCheck[]
}

/** Milliseconds of the first pause after a failure, and of the longest. The pause doubles each time. */
const firstPause = 250
const lastPause = 5_000
/** Milliseconds after which a process checks a chain again that another process indexes. */
const standby = 5_000

/**
 * Creates the index. Each chain has a loop that follows its head. It writes every range with its progress in one transaction,
 * and publishes the changes on the bus.
 *
 * @param options.isWatched whether this process has listeners of events ({@link lookPause}); by default, it always has
 * @example
 * const indexer = createIndexer(context, { rpc })
 * indexer.start()
 * context.shutdown.add('indexer', indexer.stop)
 */
export function createIndexer(
  context: Context,
  { rpc, isWatched = () => true }: { rpc: RpcService; isWatched?: () => boolean },
): Indexer {
  const chains = context.config.chains.filter(isEvmChain).filter(({ indexer }) => indexer.enabled)
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, context.shutdown.signal])
  const loops: Promise<void>[] = []
  const indexers = new Map<string, ChainIndexer>()
  const gauges = {
    head: gauge(context, 'latchkey_indexer_head_block', 'Newest block of the chain'),
    indexed: gauge(context, 'latchkey_indexer_indexed_block', 'Newest indexed block'),
  }

  const starting = (config: EvmChainConfig): IndexerStatus => {
    return { chainId: config.chainId, state: 'starting', head: null, indexed: null, lag: null, error: null }
  }
  const status = () => chains.map((config) => indexers.get(config.chainId)?.status() ?? starting(config))

  const open = async (config: EvmChainConfig): Promise<ChainIndexer> => {
    const { chainId, contracts } = config
    const chain = await ensureChain(context.database, chainId)
    const reader = createContractReader({ rpc, chainId, multicall3: contracts.multicall3.toLowerCase() as EvmAddress })
    const indexer = createChainIndexer({
      context,
      rpc,
      reader,
      config,
      chainId,
      chain,
      signal,
      weth: contracts.weth?.toLowerCase() as EvmAddress | undefined,
      listed: [
        { address: null, symbol: config.nativeCurrency.symbol },
        ...config.tokens.flatMap(({ address, symbol }) =>
          symbol ? [{ address: address.toLowerCase() as EvmAddress, symbol }] : [],
        ),
      ],
    })
    indexers.set(chainId, indexer)
    return indexer
  }

  const loop = async (config: EvmChainConfig) => {
    const { chainId } = config
    let indexer: ChainIndexer | undefined
    let pause = firstPause
    let told: string | undefined
    while (!signal.aborted) {
      let wait = lookPause({ pollInterval: config.indexer.pollInterval, isWatched: isWatched() })
      try {
        indexer ??= await open(config)
        await indexer.tick()
        if (told !== undefined) context.log.info({ chainId }, 'Indexing resumed')
        pause = firstPause
        told = undefined
      } catch (error) {
        if (signal.aborted) break
        if (error instanceof ProgressLost) {
          // Another process indexes the chain. Check later, in case it stops.
          wait = standby
        } else {
          const message = error instanceof Error ? error.message : String(error)
          if (message !== told) context.log.warn({ chainId, err: error }, 'Indexing failed, retrying')
          told = message
          wait = pause
          pause = Math.min(pause * 2, lastPause)
        }
      }
      const current = indexer?.status()
      if (current?.head != null) gauges.head.set({ chain: chainId }, current.head)
      if (current?.indexed != null) gauges.indexed.set({ chain: chainId }, current.indexed)
      await delay(wait, undefined, { signal }).catch(() => {})
    }
  }

  return {
    start: () => {
      if (loops.length === 0) loops.push(...chains.map(loop))
    },
    stop: async () => {
      ended.abort()
      await Promise.all(loops)
    },
    status,
    checks: () =>
      chains.map(({ chainId }) => ({
        name: `indexer ${chainId}`,
        check: async () => {
          const current = status().find((one) => one.chainId === chainId)
          if (!current || current.state === 'starting') throw new Error('It is starting')
          if (current.state === 'failing') throw new Error(current.error ?? 'It fails')
          if (current.state === 'catching-up') {
            throw new Error(`It is catching up: block ${current.indexed ?? 0} of ${current.head ?? 'unknown'}`)
          }
        },
      })),
  }
}

function gauge({ metrics }: Pick<Context, 'metrics'>, name: string, help: string): Gauge<'chain'> {
  const known = metrics.getSingleMetric(name)
  return known instanceof Gauge ? known : new Gauge({ name, help, labelNames: ['chain'], registers: [metrics] })
}
