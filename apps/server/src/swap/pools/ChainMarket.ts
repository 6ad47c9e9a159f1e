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
  /** Wei, as suggested by the node. */
  gasPrice: bigint
}

/** Keeps the state of a chain's pools. It reads at most once per block, and only on request. */
export type ChainMarket = {
  /**
   * Returns the state at the head. Callers of one block share one read. Pools without changes keep their ticks, and a pool
   * with the same state stays the same object.
   *
   * @param options.fresh whether to read the head even if the last read was less than a quarter of a second ago
   * @throws LatchkeyError `upstream_unavailable`
   */
  read: (options?: { signal?: AbortSignal; fresh?: boolean }) => Promise<MarketSnapshot>
}
