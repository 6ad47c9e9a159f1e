import type { ChainId, EvmAddress } from '@latchkey/protocol'

/** A swap as an aggregator is asked for it. The native coin is 0xeeee…eeee. Base units. */
export type AggregatorRequest = {
  chainId: ChainId
  from: EvmAddress
  to: EvmAddress
  amount: bigint
  /** Whose swap it is; needed to build. */
  account: EvmAddress | undefined
  /** Percent. */
  slippage: number
}

/** What it would give. */
export type AggregatorQuote = {
  amountOut: bigint
  /** Gas units, wei. */
  gas: bigint
  gasPrice: bigint
  /** Who must be allowed to take the source token; undefined for the native coin. */
  spender: EvmAddress | undefined
  /** Names of the exchanges that it goes through, with their shares, 0 to 1. */
  sources: readonly { name: string; share: number }[]
}

/** The transaction that makes it. */
export type AggregatorSwap = AggregatorQuote & {
  minimumOut: bigint
  to: EvmAddress
  data: `0x${string}`
  value: bigint
}

/**
 * Somebody else's router, asked beside our own when the operator gave a key. Its calls cannot be read back like ours, so a
 * swap of an aggregator is only ever offered after a simulation has shown what moves.
 */
export type Aggregator = {
  /** As quotes and configuration name it: `zeroex`. */
  id: string
  /** Whether it serves a chain. */
  serves: (chainId: ChainId) => boolean
  /** @throws LatchkeyError `insufficient_liquidity`, `upstream_unavailable` */
  quote: (request: AggregatorRequest & { signal?: AbortSignal }) => Promise<AggregatorQuote>
  build: (request: AggregatorRequest & { account: EvmAddress; signal?: AbortSignal }) => Promise<AggregatorSwap>
}
