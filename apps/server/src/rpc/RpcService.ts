import type { ChainId } from '@latchkey/protocol'

/** One JSON-RPC call. */
export type RpcCall = { method: string; params?: readonly unknown[] }

/** The answer of a node to one call: caller errors (reverts, bad parameters) are answers too. */
export type RpcOutcome = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

/**
 * Calls to chains through the configured upstreams, with fail-over. The gateway's route and the server's own readers
 * (indexer, balances, prices) share it.
 */
export type RpcService = {
  /**
   * @returns the node's answer
   * @throws LatchkeyError `unsupported_chain`; `upstream_unavailable` when every upstream failed
   */
  call: (options: { chainId: ChainId; call: RpcCall; signal?: AbortSignal }) => Promise<RpcOutcome>
  /** Several calls in one HTTP request to one upstream; answers in the order of the calls. */
  batch: (options: {
    chainId: ChainId
    calls: readonly RpcCall[]
    /** Look immutable answers up in the cache, and keep them there. Off by default: bulk reads would only push others out. */
    cached?: boolean
    signal?: AbortSignal
  }) => Promise<readonly RpcOutcome[]>
  /** Like `call`, but a node's error is thrown as an RpcError. For readers that expect a result. */
  request: <Result>(options: { chainId: ChainId; call: RpcCall; signal?: AbortSignal }) => Promise<Result>
}
