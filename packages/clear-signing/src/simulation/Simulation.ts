/** A log as a node writes it. */
export type SimulatedLog = { address: `0x${string}`; topics: readonly `0x${string}`[]; data: `0x${string}` }

/** What became of one simulated call. */
export type SimulatedCall = {
  status: 'done' | 'reverted'
  returnData: `0x${string}`
  gasUsed: bigint | undefined
  /** Native transfers among them, as logs of {@link nativeLogAddress}. */
  logs: readonly SimulatedLog[]
  /** Why it reverted, where the node says it. */
  reason: string | undefined
}

/**
 * What became of a row of calls. `refused`: the node says that it would not even begin, for lack of funds for example.
 * `unavailable`: nobody could tell.
 */
export type Simulation =
  | { kind: 'traced'; calls: readonly SimulatedCall[] }
  /** Only whether the first call goes through is known. */
  | { kind: 'called'; call: SimulatedCall }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable' }

/** Where `eth_simulateV1` logs native transfers. Source: execution-apis, eth_simulateV1, `traceTransfers`. */
export const nativeLogAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** `Transfer(address,address,uint256)`. Source: ERC-20. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
