import { ProviderRpcError } from '../owner/ProviderRpcError.ts'

/** Sends a request to a node. @throws ProviderRpcError with the node's error, or -32603 if it cannot be reached */
export async function callRpc({
  fetch: fetchUrl,
  rpcUrl,
  method,
  params,
}: {
  fetch: typeof fetch
  rpcUrl: string
  method: string
  params: readonly unknown[]
}): Promise<unknown> {
  const answer = await fetchUrl(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
    .then(
      (response) =>
        response.json() as Promise<{ result?: unknown; error?: { code: number; message: string; data?: unknown } }>,
    )
    .catch((error: unknown) => {
      throw new ProviderRpcError({ code: -32603, message: `The node cannot be reached: ${String(error)}` })
    })
  if (answer.error) throw new ProviderRpcError(answer.error)
  return answer.result
}
