import type { ChainReader } from '@latchkey/clear-signing'

/**
 * Makes a function that sends requests to a node. A request fails after ten seconds without an answer.
 *
 * @throws Error with the node's refusal, or if the node is unreachable
 */
export function createChainReader({
  rpcUrl,
  fetch = globalThis.fetch.bind(globalThis),
  timeout = 10_000,
}: {
  rpcUrl: string
  fetch?: typeof globalThis.fetch
  /** Milliseconds. */
  timeout?: number
}): ChainReader {
  let id = 0
  return async ({ method, params }) => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      signal: AbortSignal.timeout(timeout),
    })
    const answer = (await response.json()) as {
      result?: unknown
      error?: { code?: number; message?: string; data?: unknown }
    }
    if (answer.error) throw Object.assign(new Error(answer.error.message ?? 'The node refused'), answer.error)
    return answer.result
  }
}
