import type { ChainId } from '@latchkey/protocol'

/** One JSON-RPC call. */
export type RpcCall = { method: string; params?: readonly unknown[] }

/** A node's answer to one call. Caller errors (reverts, bad parameters) are answers as well. */
export type RpcOutcome = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

/**
 * Sends calls to chains through the configured upstreams, with failover. The gateway's route and the server's own readers (indexer,
 * balances, prices) share it.
 */
export type RpcService = {
  /**
   * @returns the node's answer
   * @throws LatchkeyError `unsupported_chain`; `upstream_unavailable` if every upstream failed
   */
  call: (options: { chainId: ChainId; call: RpcCall; signal?: AbortSignal }) => Promise<RpcOutcome>
  /** Sends several calls in one HTTP request to one upstream. Returns the answers in the order of the calls. */
  batch: (options: {
    chainId: ChainId
    calls: readonly RpcCall[]
    /** Caches immutable answers. Off by default, because bulk reads would displace the others. */
    cached?: boolean
    signal?: AbortSignal
  }) => Promise<readonly RpcOutcome[]>
  /** Like `call`, but throws a node's error as an RpcError. For readers that expect a result. */
  request: <Result>(options: { chainId: ChainId; call: RpcCall; signal?: AbortSignal }) => Promise<Result>
}
