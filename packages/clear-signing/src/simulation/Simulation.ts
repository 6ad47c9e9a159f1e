/** A log in the node's format. */
export type SimulatedLog = { address: `0x${string}`; topics: readonly `0x${string}`[]; data: `0x${string}` }

/** Result of one simulated call. */
export type SimulatedCall = {
  status: 'done' | 'reverted'
  returnData: `0x${string}`
  gasUsed: bigint | undefined
  /** Includes native transfers, as logs of {@link nativeLogAddress}. */
  logs: readonly SimulatedLog[]
  /** Reason of the revert, if the node reports it. */
  reason: string | undefined
}

/** Result of simulated calls. `refused`: the node would not start them, for example for lack of funds. `unavailable`: unknown. */
export type Simulation =
  | { kind: 'traced'; calls: readonly SimulatedCall[] }
  /** Only the success of the first call is known. */
  | { kind: 'called'; call: SimulatedCall }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable' }

/** Address under which `eth_simulateV1` logs native transfers. Source: execution-apis, eth_simulateV1, `traceTransfers`. */
export const nativeLogAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** `Transfer(address,address,uint256)`. Source: ERC-20. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
