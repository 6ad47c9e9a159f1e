import type { EvmAddress } from '@latchkey/protocol'
import type { ContractAnswer, ContractRead } from '../../chains/createContractReader.ts'
import type { Hex, RpcLog } from '../../chains/rpcTypes.ts'
import type { PoolEstimate } from './PoolEstimate.ts'
import type { PoolState, PoolSwap } from './PoolState.ts'

/** A pool in the index: its address, its two tokens and its fee. */
export type KnownPool = Pick<PoolState, 'kind' | 'address' | 'token0' | 'token1' | 'fee'>

/**
 * One kind of pool. To support another exchange, write one of these and add it to the list of sources. Reading, quoting and
 * routing need nothing else. Execution also needs a router that can call it: see `execution/`.
 */
export type LiquiditySource<State extends PoolState = PoolState> = {
  kind: State['kind']
  /**
   * Plans the reads that bring a pool up to date. A pool may need several rounds, because the answers of one round decide the
   * next: words of the tick bitmap, then ticks.
   *
   * @param known the last state, if there is one; its unchanged parts are not read again
   * @param touched the results of `watch` for the events since then; call it after the first answers
   * @returns the reads of this round, and a function for their answers. It returns another round, the state, or undefined if
   *   the contract is no pool
   */
  plan: (options: { pool: KnownPool; known: State | undefined; touched: () => readonly number[] }) => PoolRead<State>
  /**
   * Events after which more must be read than the values that change with every swap. Has their first topics, and a function
   * that returns the affected ticks (the bounds of a position).
   */
  watch?: { topics: readonly Hex[]; touched: (log: RpcLog) => readonly number[] }
  /**
   * Returns the exact output of an exact input, as the contract computes it.
   *
   * @returns undefined if the pool cannot take the amount, or if the known ticks do not suffice
   */
  swap: (options: { pool: State; tokenIn: EvmAddress; amountIn: bigint }) => PoolSwap | undefined
  /** Floating-point version of the pool for searches, many times faster. Without it, routing searches with `swap`. */
  estimate?: (pool: State) => PoolEstimate
  /** Returns the price of one base unit of `tokenIn` in base units of the other token, before the fee. */
  spotPrice: (options: { pool: State; tokenIn: EvmAddress }) => number
}

export type PoolCall = Extract<ContractRead, { target: EvmAddress }>

/** One round of reads of one pool. */
export type PoolRead<State extends PoolState = PoolState> = {
  reads: readonly PoolCall[]
  take: (answers: readonly ContractAnswer[]) => PoolRead<State> | State | undefined
}
