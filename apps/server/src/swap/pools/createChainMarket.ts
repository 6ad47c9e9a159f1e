import type { EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { RpcHeader } from '../../chains/rpcTypes.ts'
import type { EvmChainConfig } from '../../platform/config/ServerConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import type { ChainMarket, MarketSnapshot } from './ChainMarket.ts'
import { BlockMoved, createPinnedReader } from './createPinnedReader.ts'
import type { KnownPool } from './LiquiditySource.ts'
import { listPools } from './listPools.ts'
import { readChanges } from './readChanges.ts'
import { readMarket } from './readMarket.ts'

/** Milliseconds for which one read of the head serves all callers. */
const headTtl = 250
/** Milliseconds after which the list of pools is read from the index again. */
const listTtl = 2_000
/** Milliseconds for which a head below the last one counts as a lagging node. */
const lagPatience = 2_000
/** Attempts to read one block before it is replaced or its state is pruned. */
const maximumTries = 4
/** Maximum number of pools, because the state of all is read in every requested block. */
const maximumPools = 500

/**
 * Creates the market of one chain. It has no timer and reads only on request. A new block costs two requests: its header,
 * then all pools, their events and the gas price. Changed liquidity costs one more.
 *
 * @example
 * const market = createChainMarket({ context, rpc, chain })
 * const { pools, block } = await market.read()
 */
export function createChainMarket({
  context: { clock, database, log },
  rpc,
  chain,
  limit = maximumPools,
}: {
  context: Pick<Context, 'clock' | 'database' | 'log'>
  rpc: RpcService
  chain: EvmChainConfig
  limit?: number
}): ChainMarket {
  const { chainId } = chain
  const multicall3 = chain.contracts.multicall3.toLowerCase() as EvmAddress
  const reader = createPinnedReader({ rpc, chainId, multicall3 })
  let kept: MarketSnapshot | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let list: { pools: readonly KnownPool[]; at: number } | undefined
  /** Time since which the head is below the block of the last read. */
  let behindSince: number | undefined
  let running: Promise<MarketSnapshot> | undefined
  let waiting: Promise<MarketSnapshot> | undefined

  const readHead = async (): Promise<RpcHeader> => {
    const [outcome] = await rpc.batch({
      chainId,
      calls: [{ method: 'eth_getBlockByNumber', params: ['latest', false] }],
    })
    const header = outcome && 'result' in outcome ? (outcome.result as RpcHeader | null) : null
    if (!header) throw new ServiceError('upstream_unavailable')
    return header
  }

  const readList = async (now: number): Promise<readonly KnownPool[]> => {
    if (list && now - list.at < listTtl) return list.pools
    const pools = await listPools({ database, chain, limit })
    // Keep the list object if the pools are the same in another order, so that none of them is read again.
    const isSame = list !== undefined && nameAll(list.pools) === nameAll(pools)
    list = { pools: isSame && list ? list.pools : pools, at: now }
    return list.pools
  }
  /** The list from which `kept` was made. */
  let keptList: readonly KnownPool[] | undefined

  /** Whether to ignore a head below the last one: nodes behind a load balancer are not all at the same block. */
  const isLagging = (number: number, now: number): boolean => {
    if (!kept || number >= kept.block) {
      behindSince = undefined
      return false
    }
    behindSince ??= now
    return now - behindSince < lagPatience
  }

  const readBlock = async (
    header: RpcHeader,
    pools: readonly KnownPool[],
    before: MarketSnapshot | undefined,
  ): Promise<MarketSnapshot> => {
    const block = { number: Number(header.number), hash: header.hash }
    const changes = readChanges({ before, block, pools })
    const result = await readMarket({ reader, block, pools, known: before?.pools ?? new Map(), changes })
    if (!result) {
      log.debug({ chainId, block: block.number }, 'Last block was replaced, reading all pools again')
      return readBlock(header, pools, undefined)
    }
    const gasPrice = result.gasPrice ?? before?.gasPrice ?? BigInt(header.baseFeePerGas ?? 0)
    const time = Number(header.timestamp)
    return { chainId, block: block.number, hash: block.hash, time, pools: result.states, gasPrice }
  }

  /** Returns the snapshot from which a block can be read incrementally; undefined if it is too old or of another chain. */
  const baseOf = ({ number, hash }: RpcHeader): MarketSnapshot | undefined => {
    if (!kept || hash === kept.hash) return kept
    const gap = Number(number) - kept.block
    return gap > 0 && gap <= chain.indexer.maxRange ? kept : undefined
  }

  const refresh = async (): Promise<MarketSnapshot> => {
    for (let attempt = 1; ; attempt++) {
      const began = clock.now()
      const [header, pools] = await Promise.all([readHead(), readList(began)])
      const isKept =
        kept && (isLagging(Number(header.number), began) || (header.hash === kept.hash && pools === keptList))
      if (kept && isKept) {
        checkedAt = began
        return kept
      }
      try {
        kept = await readBlock(header, pools, baseOf(header))
        keptList = pools
        checkedAt = began
        return kept
      } catch (error) {
        if (!(error instanceof BlockMoved)) throw error
        if (attempt === maximumTries) throw new ServiceError('upstream_unavailable', { cause: error })
      }
    }
  }

  const start = (): Promise<MarketSnapshot> => {
    running = refresh().finally(() => {
      running = undefined
    })
    return running
  }

  /** Starts a read of the head after the running one. */
  const startNext = (): Promise<MarketSnapshot> => {
    if (!running) return start()
    const again = () => {
      waiting = undefined
      return running ?? start()
    }
    waiting ??= running.then(again, again)
    return waiting
  }

  const find = (fresh: boolean): Promise<MarketSnapshot> => {
    if (fresh) return startNext()
    if (kept && clock.now() - checkedAt < headTtl) return Promise.resolve(kept)
    return running ?? start()
  }

  return {
    read: async ({ signal, fresh = false } = {}) => {
      signal?.throwIfAborted()
      const found = find(fresh)
      if (!signal) return found
      // An aborted caller stops waiting. The read continues for the others.
      return new Promise((resolve, reject) => {
        const leave = () => reject(signal.reason)
        signal.addEventListener('abort', leave, { once: true })
        found.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
      })
    },
  }
}

function nameAll(pools: readonly KnownPool[]): string {
  return pools
    .map(({ address }) => address)
    .sort()
    .join()
}
