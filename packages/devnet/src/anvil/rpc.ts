import { ServiceError } from '@latchkey/protocol/errors'

/** Calls one JSON-RPC method of a node. */
export type Rpc = <Result = unknown>(method: string, parameters?: readonly unknown[]) => Promise<Result>

/** Error that a node returned for a call. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal'
  readonly method: string
  readonly data: unknown

  constructor({ method, message, data }: { method: string; message: string; data: unknown }) {
    super(`${method}: ${message}`)
    this.method = method
    this.data = data
  }
}

/**
 * A bare JSON-RPC caller: no retries, no batching, one call after another arrives in that order.
 *
 * @param url The node's HTTP address.
 * @param timeout Milliseconds that one call may take. Default 30,000.
 * @throws The caller throws {@link RpcRefusal} when the node refuses and LatchkeyError `upstream_unavailable` when it does not answer.
 */
export function createRpc({ url, timeout = 30_000 }: { url: string; timeout?: number }): Rpc {
  let id = 0
  return async <Result>(method: string, parameters: readonly unknown[] = []) => {
    id += 1
    let body: { result?: Result; error?: { message: string; data?: unknown } }
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params: parameters }),
        signal: AbortSignal.timeout(timeout),
      })
      body = (await response.json()) as typeof body
    } catch (cause) {
      throw new ServiceError('upstream_unavailable', { cause, details: `${method} at ${url}` })
    }
    if (body.error) throw new RpcRefusal({ method, message: body.error.message, data: body.error.data })
    return body.result as Result
  }
}
