import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { BalancePair } from '../chains/planBalances.ts'
import type { RpcHeader } from '../chains/rpcTypes.ts'
import { loadPriceTracker, type PriceTracker } from '../prices/priceTracker.ts'
import { announce, rangeAnnouncement } from './announce.ts'
import type { RangeRows } from './buildRange.ts'
import type { ChainScope } from './ChainScope.ts'
import { catchUp } from './catchUp.ts'
import { beginChain, noteCaughtUp, type Progress, readProgress } from './chainStore.ts'
import { commitRange } from './commitRange.ts'
import { ChainMoved, createRangeFetcher, RangeRefused } from './fetchRange.ts'
import { handleReorg } from './handleReorg.ts'
import { createPendingWatcher } from './pending.ts'
import { createRangePlanner } from './rangePlanner.ts'
import { readHead } from './readHead.ts'
import { readHeaders } from './readHeaders.ts'
import { reconcile, refreshPools } from './reconcile.ts'
import { createTraceReader } from './traceReader.ts'

/** State of one chain's index. */
export type IndexerStatus = {
  chainId: ChainId
  state: 'starting' | 'catching-up' | 'live' | 'failing'
  /** Newest block of the chain, and newest indexed block; null while unknown. */
  head: number | null
  indexed: number | null
  lag: number | null
  /** Reason of the failure; null otherwise. */
  error: string | null
}

/** The index of one chain. */
export type ChainIndexer = {
  /** Indexes all blocks up to the head once. @throws if the node or the database does not respond */
  tick: () => Promise<void>
  status: () => IndexerStatus
}

/** Milliseconds between records of being at the head. */
const seenInterval = 5_000
/** Number of consecutive chain changes during a read before they count as a failure. */
const maxMoves = 20
/** Maximum size of the cache of written token contracts. It is cleared when full. */
const maxKnown = 200_000

/** Creates the index of one chain. It does nothing before `tick`. */
export function createChainIndexer(scope: ChainScope): ChainIndexer {
  const { context, rpc, reader, chainId, chain, config, weth, listed, signal } = scope
  const { database, log, clock } = context
  const { reorgDepth, maxRange, startBlock } = config.indexer
  const traces = createTraceReader({ rpc, chainId, enabled: config.indexer.trace, log })
  const fetcher = createRangeFetcher({ rpc, chainId, traces })
  const planner = createRangePlanner({ maximum: maxRange })
  const pending = createPendingWatcher(scope)

  let state: IndexerStatus['state'] = 'starting'
  let error: string | null = null
  let head: number | null = null
  /** The committed progress; undefined if it must be read from the database. */
  let progress: Progress | undefined
  let tracker: PriceTracker | undefined
  /** Balances that a reorganization changed; undefined if all changed balances must be searched. */
  let taken: readonly BalancePair[] | undefined
  /** Pools were only updated from events, which have a part of their state. */
  let poolsAreOld = true
  let known = new Set<EvmAddress>()
  let seenAt = 0
  let moves = 0

  const load = async () => {
    progress = await readProgress(database, chain)
    tracker = await loadPriceTracker({
      database,
      chain,
      config,
      minimumLiquidity: context.config.prices.minimumLiquidity,
      reader,
      listed,
    })
    known = new Set()
    return { progress, tracker }
  }

  const isSameChain = async ({ block, hash, genesis }: Progress, own: RpcHeader | null): Promise<boolean> => {
    if (block === null) return true
    if (own?.hash !== hash) return false
    // A restarted chain has another hash at our last block. The comparison of block 0 costs one request per start.
    if (genesisChecked || genesis === null) return true
    const [first] = await readHeaders(scope, [0])
    genesisChecked = true
    return first?.hash === genesis
  }
  let genesisChecked = false

  const begin = async (current: Progress, latest: number): Promise<number> => {
    const from = current.startBlock ?? (startBlock === 'latest' ? latest : startBlock)
    if (current.genesis === null) {
      const [genesis] = await readHeaders(scope, [0])
      if (!genesis) throw new ChainMoved('The node does not know the first block')
      await beginChain(database, { chain, genesis: genesis.hash, startBlock: from })
      progress = { ...current, genesis: genesis.hash, startBlock: from }
      log.info({ chainId, from }, 'Indexing started')
    }
    return from
  }

  const write = async (rows: RangeRows, live: boolean): Promise<void> => {
    const expected = progress?.block ?? null
    if (!tracker) throw new Error('The prices are not loaded')
    const created = await tracker.prepare({ rows, signal })
    const prices = tracker.apply({ rows, descriptions: created })
    const reading = live ? await readHead(scope, { rows, pools: tracker.due({ rows }), known }) : undefined
    if (reading) {
      const time = rows.blocks.at(-1)?.time ?? 0
      const fresh = tracker.refresh({ states: reading.pools, block: rows.to, time })
      prices.changes.push(...fresh.changes)
      prices.points.push(...fresh.points)
      prices.pools.push(...fresh.pools)
    }
    const tidy = { ...prices, ...newest(prices) }
    await commitRange(scope, { rows, prices: tidy, head: reading, known, expected })
    log.debug({ chainId, from: rows.from, to: rows.to, transfers: rows.transfers.length }, 'Blocks were indexed')
    const settledBlock = reading ? rows.to : (progress?.settledBlock ?? null)
    progress = { ...(progress as Progress), block: rows.to, hash: rows.blocks.at(-1)?.hash ?? null, settledBlock }
    if (known.size > maxKnown) known = new Set()
    for (const token of rows.tokens.keys()) known.add(token)
    const { book } = tracker
    await announce(
      scope,
      rangeAnnouncement(scope, { rows, prices: tidy, decimalsOf: (token) => book.decimals(token) ?? 0 }),
    )
  }

  const isSettled = () => progress !== undefined && progress.block === progress.settledBlock

  /** Compares summed balances with the chain. */
  const settle = async () => {
    if (!progress || progress.block === null || isSettled()) return
    const { block, settledBlock } = progress
    const balances = await reconcile(scope, { block, settled: settledBlock ?? -1, pairs: taken })
    taken = undefined
    progress = { ...progress, settledBlock: block }
    await announce(scope, { block, balances, histories: [], prices: [], trades: [] })
  }

  const noteSeen = async (force: boolean) => {
    const now = clock.now()
    if (!force && now - seenAt < seenInterval) return
    seenAt = now
    await noteCaughtUp(database, { chain, caughtUp: true, traces: traces.works(), seenAt: now })
    if (progress) progress.caughtUp = true
    if (force) log.info({ chainId, block: progress?.block }, 'The index is at the head')
  }

  const run = async () => {
    const { progress: current } = progress && tracker ? { progress } : await load()
    const [latest, own] = await readHeaders(scope, current.block === null ? ['latest'] : ['latest', current.block])
    if (!latest) throw new ChainMoved('The node has no newest block')
    head = Number(latest.number)
    if (current.block !== null && !(await isSameChain(current, own ?? null))) {
      state = 'catching-up'
      const outcome = await handleReorg(scope, { ...current, block: current.block })
      progress = undefined
      taken = undefined
      poolsAreOld = true
      genesisChecked = false
      if (outcome.kind === 'unwound') {
        const { block, accounts } = outcome
        taken = outcome.pairs
        await announce(scope, { block, balances: accounts, histories: accounts, prices: [], trades: [] })
      }
      return run()
    }
    const from = current.block === null ? await begin(current, head) : current.block + 1
    const wasCaughtUp = current.caughtUp
    if (taken) await settle()
    if (from <= head) {
      // Balances can only be read near the head. Far behind, they are summed up and compared afterwards.
      const live = wasCaughtUp && isSettled() && head - from < reorgDepth
      if (!live) {
        state = 'catching-up'
        poolsAreOld = true
        if (wasCaughtUp && head - from >= reorgDepth) {
          await noteCaughtUp(database, { chain, caughtUp: false, traces: traces.works(), seenAt })
        }
      }
      await catchUp({
        ...{ from, to: head, before: progress?.hash ?? null, fetcher, planner, weth, signal },
        write: (rows) => write(rows, live),
      }).catch((cause) => {
        // The node responded a moment ago, so the range may have been too large.
        if (cause instanceof ServiceError) planner.refused({ lasting: false })
        throw cause
      })
    }
    await settle()
    if (poolsAreOld && progress?.block != null && tracker) {
      await refreshPools(scope, { tracker, block: progress.block, time: Number(latest.timestamp) })
      poolsAreOld = false
    }
    await noteSeen(!wasCaughtUp)
    state = 'live'
    await pending.look({ head })
  }

  return {
    tick: async () => {
      for (;;) {
        try {
          await run()
          error = null
          moves = 0
          return
        } catch (cause) {
          // The state in memory may be ahead of the database.
          progress = undefined
          tracker = undefined
          taken = undefined
          poolsAreOld = true
          if (signal.aborted) return
          // The node may accept a smaller range. Committed blocks are not requested again.
          if (cause instanceof RangeRefused && planner.refused({ lasting: true })) continue
          // The chain changed during the read. This is no failure, unless it happens too often.
          moves = cause instanceof ChainMoved ? moves + 1 : 0
          if (moves > 0 && moves <= maxMoves) return
          state = 'failing'
          error = cause instanceof Error ? cause.message : String(cause)
          throw cause
        }
      }
    },
    status: () => {
      const indexed = progress?.block ?? null
      return {
        chainId,
        state,
        head,
        indexed,
        lag: head === null || indexed === null ? null : Math.max(0, head - indexed),
        error,
      }
    },
  }
}

/** Keeps only the last of several changes in a range. */
function newest<
  Prices extends {
    changes: { token: EvmAddress }[]
    pools: { address: EvmAddress }[]
    points: { token: EvmAddress; block: number }[]
  },
>(prices: Prices): Pick<Prices, 'changes' | 'pools' | 'points'> {
  return {
    changes: [...new Map(prices.changes.map((change) => [change.token, change])).values()],
    pools: [...new Map(prices.pools.map((pool) => [pool.address, pool])).values()],
    points: [...new Map(prices.points.map((point) => [`${point.token}${point.block}`, point])).values()],
  } as Pick<Prices, 'changes' | 'pools' | 'points'>
}
