import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { PoolState } from './PoolState.ts'

/** The pools of a chain at one block. */
export type MarketSnapshot = {
  chainId: ChainId
  block: number
  hash: `0x${string}`
  /** Unix seconds of the block. */
  time: number
  /** By address, the deepest first. Only pools of the configured factories. */
  pools: ReadonlyMap<EvmAddress, PoolState>
  /** Wei, as the node suggests. */
  gasPrice: bigint
}

/** Keeps the state of a chain's pools, one read for each block that somebody asks in. */
export type ChainMarket = {
  /**
   * The state at the head. Callers of one block share one read; pools of which nothing changed keep their ticks, and one
   * whose state is the same stays the same object.
   *
   * @param options.fresh whether to look at the head even if that was done a moment ago (a quarter of a second)
   * @throws LatchkeyError `upstream_unavailable`
   */
  read: (options?: { signal?: AbortSignal; fresh?: boolean }) => Promise<MarketSnapshot>
}
