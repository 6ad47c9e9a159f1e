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

/** Milliseconds for which a look at the head serves, however many ask. */
const headTtl = 250
/** Milliseconds after which the index is asked again which pools there are. */
const listTtl = 2_000
/** Milliseconds for which a head below the last one is taken for a node that lags behind. */
const lagPatience = 2_000
/** Tries to read one block before it is replaced or its state is gone. */
const maximumTries = 4
/** Pools at most: the state of all is read in every block that somebody asks in. */
const maximumPools = 500

/**
 * Creates the market of one chain. It has no timer: nothing is read while nobody asks. A new block costs two requests (its
 * header; then all pools, their events and the gas price), and one more where liquidity came or went.
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
  /** Since when the head is below the one that was read. */
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
    // The same pools stay the same list, whatever their order: nothing has to be read for them.
    const isSame = list !== undefined && nameAll(list.pools) === nameAll(pools)
    list = { pools: isSame && list ? list.pools : pools, at: now }
    return list.pools
  }
  /** The list that `kept` was made from. */
  let keptList: readonly KnownPool[] | undefined

  /** Whether a head below the last one is to be believed: nodes that share a load are not all equally far. */
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
      log.debug({ chainId, block: block.number }, 'The last block was undone: all pools are read anew')
      return readBlock(header, pools, undefined)
    }
    const gasPrice = result.gasPrice ?? before?.gasPrice ?? BigInt(header.baseFeePerGas ?? 0)
    const time = Number(header.timestamp)
    return { chainId, block: block.number, hash: block.hash, time, pools: result.states, gasPrice }
  }

  /** The snapshot that a block can be read from with little; undefined when it is too old, or another chain's. */
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

  /** A look at the head that begins from now on. */
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
      // Whoever leaves stops waiting; the read goes on for the others.
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
