import type { EvmAddress } from '@latchkey/protocol'
import type { ContractAnswer, ContractRead } from '../../chains/createContractReader.ts'
import type { Hex, RpcLog } from '../../chains/rpcTypes.ts'
import type { PoolEstimate } from './PoolEstimate.ts'
import type { PoolState, PoolSwap } from './PoolState.ts'

/** A pool as the indexer knows it: where it is and between what. */
export type KnownPool = Pick<PoolState, 'kind' | 'address' | 'token0' | 'token1' | 'fee'>

/**
 * One kind of pool. To support another exchange, write one of these and add it to the list of sources: reading, quoting
 * and routing ask nothing else. (Executing it needs a router that knows it: see `execution/`.)
 */
export type LiquiditySource<State extends PoolState = PoolState> = {
  kind: State['kind']
  /**
   * The reads that bring a pool up to date. A pool may need several rounds: what was learned decides what is asked next
   * (words of the tick bitmap, then ticks).
   *
   * @param known the state as it was read last, when there is one: what of it cannot have changed is not read again
   * @param touched what `watch` found in the events since then; to be asked when the first answers are in
   * @returns the reads of this round, and what to make of the answers: a further round, the state, or undefined when the
   *   contract answers like no pool
   */
  plan: (options: { pool: KnownPool; known: State | undefined; touched: () => readonly number[] }) => PoolRead<State>
  /**
   * The events after which more of a pool must be read again than what changes with every swap: their first topics, and
   * what they touch (the borders of a position).
   */
  watch?: { topics: readonly Hex[]; touched: (log: RpcLog) => readonly number[] }
  /**
   * What an exact input gives, to the last digit as the contract would.
   *
   * @returns undefined when the pool cannot take the amount, or what is known of it does not reach
   */
  swap: (options: { pool: State; tokenIn: EvmAddress; amountIn: bigint }) => PoolSwap | undefined
  /** The pool in floating-point numbers, to search with: many times faster. Without it, routing searches with `swap`. */
  estimate?: (pool: State) => PoolEstimate
  /** How many base units of the other token one base unit of `tokenIn` is worth at this price, fee not taken off. */
  spotPrice: (options: { pool: State; tokenIn: EvmAddress }) => number
}

/** A read of a contract. */
export type PoolCall = Extract<ContractRead, { target: EvmAddress }>

/** A round of reads of one pool. */
export type PoolRead<State extends PoolState = PoolState> = {
  reads: readonly PoolCall[]
  take: (answers: readonly ContractAnswer[]) => PoolRead<State> | State | undefined
}
