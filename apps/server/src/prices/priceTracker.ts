import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import type { ContractReader } from '../chains/createContractReader.ts'
import type { PlacedPoolEvent } from '../chains/decodeLog.ts'
import type { EvmChainConfig } from '../platform/config/ServerConfig.ts'
import type { Database } from '../platform/db/Database.ts'
import { ensureDescriptions } from '../tokens/ensureDescriptions.ts'
import type { TokenDescription } from '../tokens/planTokens.ts'
import { readDecimals } from '../tokens/tokenStore.ts'
import { emptyPool, type Factories, findPools, identifyPools, type PoolState } from './planPools.ts'
import type { Pool } from './poolMath.ts'
import { createPriceBook, type PriceBook, type PriceChange } from './priceBook.ts'
import { type PricePoint, readPriceBook } from './priceStore.ts'
import { poolKind } from './schema.ts'
import { type TradeRow, toTradeRows } from './toTradeRows.ts'

/** Input for prices from a range of blocks: the times of its blocks, and the events of pools. */
type RangeEvents = {
  from: number
  /** `time` is in Unix seconds. */
  blocks: readonly { time: number }[]
  poolEvents: readonly PlacedPoolEvent[]
}

/** Result of a range of blocks for prices. */
export type RangePrices = {
  trades: TradeRow[]
  points: PricePoint[]
  changes: PriceChange[]
  pools: Pool[]
  descriptions: TokenDescription[]
}

/** Follows the pools of one chain. Its state is ahead of the database while a range is written. Load it again if that fails. */
export type PriceTracker = {
  book: PriceBook
  /** Identifies new pools and tokens of the range. Sends requests only for those. */
  prepare: (options: { rows: RangeEvents; signal?: AbortSignal | undefined }) => Promise<TokenDescription[]>
  /** Applies the range's events in order. */
  apply: (options: { rows: RangeEvents; descriptions: TokenDescription[] }) => RangePrices
  /** Returns the pools whose state should be read at this block: those that changed, or whose mean is still moving. */
  due: (options: { rows: RangeEvents }) => Pool[]
  /** Returns the pools whose state should be read after a catch-up. */
  all: () => Pool[]
  /** Applies states that were read at the head. */
  refresh: (options: {
    states: readonly PoolState[]
    block: number
    time: number
  }) => Pick<RangePrices, 'changes' | 'points' | 'pools'>
  /**
   * Reads the pools of the listed tokens from the factories, and the descriptions of those tokens. An index with a late start
   * block has missed their creation.
   */
  discover: (options: { block: number; signal?: AbortSignal | undefined }) => Promise<TokenDescription[]>
}

/** Seconds for which a v3 pool's mean changes after a trade. */
const meanWindow = 300
/** Maximum number of pools that are read after a catch-up, the most recently used first. */
const maxRefresh = 2000

/** Loads the state of a chain's pools and prices from the database. */
export async function loadPriceTracker({
  database,
  chain,
  config,
  minimumLiquidity,
  reader,
  listed,
}: {
  database: Database
  chain: number
  config: EvmChainConfig
  minimumLiquidity: number
  reader: ContractReader
  listed: readonly { address: EvmAddress | null; symbol: string }[]
}): Promise<PriceTracker> {
  const lower = (address: string | undefined) => address?.toLowerCase() as EvmAddress | undefined
  const weth = lower(config.contracts.weth)
  const factories: Factories = {
    v2: lower(config.contracts.uniswapV2Factory),
    v3: lower(config.contracts.uniswapV3Factory),
  }
  const usdReferences = config.tokens.flatMap(({ address, usdReference }) =>
    usdReference ? [address.toLowerCase() as EvmAddress] : [],
  )
  const book = createPriceBook({ usdReferences, weth, minimumLiquidity })
  const stored = await readPriceBook(database, chain)
  for (const pool of stored.pools) book.addPool(pool)
  for (const { token, ...price } of stored.prices) book.setPrice(token, price)
  const wanted = new Set([...stored.pools.flatMap(({ token0, token1 }) => [token0, token1]), ...usdReferences])
  for (const [token, decimals] of await readDecimals(database, { chain, addresses: [...wanted] })) {
    book.setDecimals(token, decimals)
  }
  book.takeChanged()
  const storedReferences = new Set(stored.prices.map(({ token }) => token))
  let unwritten = usdReferences.filter((token) => !storedReferences.has(token))

  /** Contracts with pool events that are no trusted pools. */
  const strangers = new Set<EvmAddress>()
  const moving = new Map<EvmAddress, number>()

  const describe = async (
    pools: readonly Pool[],
    signal: AbortSignal | undefined,
    others: readonly EvmAddress[] = [],
  ) => {
    const named = new Set([...pools.flatMap(({ token0, token1 }) => [token0, token1]), ...others])
    const unknown = [...named].filter((token) => book.decimals(token) === undefined)
    const { decimals, descriptions } = await ensureDescriptions({
      database,
      chain,
      reader,
      listed,
      tokens: unknown,
      signal,
    })
    for (const [token, value] of decimals) book.setDecimals(token, value)
    return descriptions
  }

  const follow = (changes: readonly PriceChange[], block: number, time: number): PricePoint[] =>
    changes.map(({ token, usd }) => ({ token, usd, block, time }))

  return {
    book,
    prepare: async ({ rows, signal }) => {
      const strange = new Set<EvmAddress>()
      const created: Pool[] = []
      for (const { event, block } of rows.poolEvents) {
        const pool = createdPool(event, factories, block)
        if (pool) created.push(pool)
        else if ('pool' in event && !book.pool(event.pool) && !strangers.has(event.pool)) strange.add(event.pool)
      }
      for (const { address } of created) strange.delete(address)
      const found = await identifyPools({ reader, addresses: [...strange], factories, block: rows.from, signal })
      for (const pool of found) strange.delete(pool.address)
      for (const address of strange) strangers.add(address)
      for (const pool of found) book.addPool(pool)
      return describe([...created, ...found], signal)
    },
    apply: ({ rows, descriptions }) => {
      const trades: TradeRow[] = []
      const points: PricePoint[] = []
      const changes = new Map<EvmAddress, PriceChange>()
      const close = (block: number, time: number) => {
        const moved = book.recompute()
        points.push(...follow(moved, block, time))
        for (const change of moved) changes.set(change.token, change)
      }
      let last: PlacedPoolEvent | undefined
      for (const placed of rows.poolEvents) {
        if (last && last.block !== placed.block) close(last.block, last.time)
        last = placed
        const { event } = placed
        const created = createdPool(event, factories, placed.block)
        if (created) book.addPool(created)
        if (created || !book.apply(event, placed.block) || !('pool' in event)) continue
        const pool = book.pool(event.pool)
        if (!pool) continue
        if (pool.kind === poolKind.v3) moving.set(pool.address, placed.time + meanWindow)
        if (event.type === (pool.kind === poolKind.v2 ? 'swapV2' : 'swapV3') && 'amount0' in event) {
          trades.push(...toTradeRows({ placed: { ...placed, event }, pool, book }))
        }
      }
      if (last) close(last.block, last.time)
      for (const token of unwritten) changes.set(token, { token, usd: 1, liquidity: book.price(token)?.liquidity ?? 0 })
      unwritten = []
      return { trades, points, changes: [...changes.values()], pools: book.takeChanged(), descriptions }
    },
    due: ({ rows }) => {
      const time = rows.blocks.at(-1)?.time ?? 0
      const due = new Set<EvmAddress>()
      for (const { event } of rows.poolEvents) if ('pool' in event) due.add(event.pool)
      for (const [address, until] of moving) {
        due.add(address)
        if (until < time) moving.delete(address)
      }
      return [...due].flatMap((address) => book.pool(address) ?? [])
    },
    all: () => [...book.pools()].sort((a, b) => b.block - a.block).slice(0, maxRefresh),
    refresh: ({ states, block, time }) => {
      for (const { address, ...state } of states) book.setState(address, { ...state, block })
      const changes = book.recompute()
      return { changes, points: follow(changes, block, time), pools: book.takeChanged() }
    },
    discover: async ({ block, signal }) => {
      const quotes = [...usdReferences, ...(weth ? [weth] : [])]
      const tokens = config.tokens.map(({ address }) => address.toLowerCase() as EvmAddress)
      const pairs = new Map<string, readonly [EvmAddress, EvmAddress]>()
      for (const token of [...tokens, ...quotes]) {
        for (const quote of quotes) {
          const pair = token < quote ? ([token, quote] as const) : ([quote, token] as const)
          if (token !== quote && token !== nativeEvmAddress) pairs.set(pair.join(), pair)
        }
      }
      const found = await findPools({ reader, pairs: [...pairs.values()], factories, block, signal })
      const fresh = found.filter(({ address }) => !book.pool(address))
      for (const pool of fresh) book.addPool(pool)
      return describe(fresh, signal, tokens)
    },
  }
}

/** Returns a pool that a trusted factory has just created. */
function createdPool(event: PlacedPoolEvent['event'], factories: Factories, block: number): Pool | undefined {
  if (event.type === 'pairCreated' && event.factory === factories.v2) {
    return emptyPool({
      address: event.pool,
      kind: poolKind.v2,
      fee: 3000,
      token0: event.token0,
      token1: event.token1,
      block,
    })
  }
  if (event.type === 'poolCreated' && event.factory === factories.v3) {
    const { pool: address, token0, token1, fee } = event
    return emptyPool({ address, kind: poolKind.v3, fee, token0, token1, block })
  }
  return undefined
}
