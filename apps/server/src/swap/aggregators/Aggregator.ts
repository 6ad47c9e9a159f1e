import type { ChainId, EvmAddress } from '@latchkey/protocol'

/** A swap as sent to an aggregator. The native token is 0xeeee…eeee. Amounts are in base units. */
export type AggregatorRequest = {
  chainId: ChainId
  from: EvmAddress
  to: EvmAddress
  amount: bigint
  /** Account that swaps; needed for a build. */
  account: EvmAddress | undefined
  /** Percent. */
  slippage: number
}

/** An aggregator's offer for a swap. */
export type AggregatorQuote = {
  amountOut: bigint
  /** Gas units, wei. */
  gas: bigint
  gasPrice: bigint
  /** Contract that needs an allowance for the source token; undefined for the native token. */
  spender: EvmAddress | undefined
  /** Names of the exchanges on the route, with their shares, 0 to 1. */
  sources: readonly { name: string; share: number }[]
}

/** A quote with its transaction. */
export type AggregatorSwap = AggregatorQuote & {
  minimumOut: bigint
  to: EvmAddress
  data: `0x${string}`
  value: bigint
}

/**
 * Router of another company, asked beside our own if the operator set a key. Its calls cannot be decoded like ours. The
 * server offers a swap of an aggregator only after a simulation has shown which tokens move.
 */
export type Aggregator = {
  /** As in quotes and in the configuration: `zeroex`. */
  id: string
  /** Whether the aggregator supports a chain. */
  serves: (chainId: ChainId) => boolean
  /** @throws LatchkeyError `insufficient_liquidity`, `upstream_unavailable` */
  quote: (request: AggregatorRequest & { signal?: AbortSignal }) => Promise<AggregatorQuote>
  build: (request: AggregatorRequest & { account: EvmAddress; signal?: AbortSignal }) => Promise<AggregatorSwap>
}
