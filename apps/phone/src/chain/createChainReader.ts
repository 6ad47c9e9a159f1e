import type { ChainReader } from '@latchkey/clear-signing'

/**
 * Asks a node. Each question is answered or fails: one that stays silent for ten seconds counts as not there.
 *
 * @throws Error what the node refused, or that it cannot be reached
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
