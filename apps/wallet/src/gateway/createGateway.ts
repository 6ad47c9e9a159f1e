import { isErrorCode, ServiceError } from '@latchkey/protocol/errors'
import { RpcRefusal } from './RpcRefusal.ts'

/** Asks the network through the wallet's own origin; which nodes those are, the operator decides, never a page. */
export type Gateway = (options: {
  /** CAIP-2. */
  chainId: string
  method: string
  params: readonly unknown[]
  signal?: AbortSignal | undefined
}) => Promise<unknown>

/** The address of the gateway for one network. */
export function gatewayUrl({
  baseUrl,
  chainId,
  projectId,
  path = '/v1',
}: {
  baseUrl: string
  chainId: string
  projectId: string
  path?: string | undefined
}): string {
  const url = new URL(path, baseUrl)
  url.search = new URLSearchParams({ chainId, projectId }).toString()
  return url.href
}

/** Makes the gateway's client. */
export function createGateway({
  baseUrl,
  projectId,
  fetch: fetchUrl,
  path,
}: {
  baseUrl: string
  projectId: string
  fetch: typeof fetch
  /** Of another service that speaks JSON-RPC. Default: the networks' nodes. */
  path?: string
}): Gateway {
  return ({ chainId, method, params, signal }) =>
    askNode({ url: gatewayUrl({ baseUrl, chainId, projectId, path }), method, params, fetch: fetchUrl, signal })
}

/**
 * Makes one JSON-RPC call.
 *
 * @throws RpcRefusal what the node refused, with its number and revert data but never its words; LatchkeyError
 * `network_request_failed`, `upstream_unavailable`, `response_invalid`
 */
export async function askNode({
  url,
  method,
  params,
  fetch: fetchUrl,
  signal,
}: {
  url: string
  method: string
  params: readonly unknown[]
  fetch: typeof fetch
  signal?: AbortSignal | undefined
}): Promise<unknown> {
  const response = await fetchUrl(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    ...(signal ? { signal } : {}),
  }).catch(() => {
    throw signal?.aborted ? signal.reason : new ServiceError('network_request_failed')
  })
  const answer = (await response.json().catch(() => {
    throw signal?.aborted ? signal.reason : new ServiceError('network_request_failed')
  })) as { result?: unknown; error?: { code?: unknown; data?: unknown }; code?: unknown } | null
  if (answer?.error) throw toRefusal(answer.error)
  if (!response.ok || answer === null || answer.result === undefined)
    throw new ServiceError(isErrorCode(answer?.code) ? answer.code : 'response_invalid')
  return answer.result
}

function toRefusal({ code, data }: { code?: unknown; data?: unknown }): ServiceError {
  const named = (data as { code?: unknown } | null | undefined)?.code
  if (isErrorCode(named)) return new ServiceError(named)
  const rpcCode = typeof code === 'number' && Number.isInteger(code) ? code : -32603
  const reverted = typeof data === 'string' && /^0x[0-9a-f]*$/i.test(data) ? data : undefined
  const isRevert = rpcCode === 3 || reverted !== undefined
  return new RpcRefusal({ code: isRevert ? 'simulation_failed' : 'upstream_refused', rpcCode, data: reverted })
}
