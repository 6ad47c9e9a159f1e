import { isErrorCode, ServiceError } from '@latchkey/protocol/errors'
import { fetchInTime } from './fetchInTime.ts'
import { RpcRefusal } from './RpcRefusal.ts'

/** Sends requests to a network through the wallet's own origin. The operator chooses the nodes, never a page. */
export type Gateway = (options: {
  /** CAIP-2. */
  chainId: string
  method: string
  params: readonly unknown[]
  signal?: AbortSignal | undefined
}) => Promise<unknown>

/** Returns the gateway URL of one network. */
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

/** Creates the client of the gateway. */
export function createGateway({
  baseUrl,
  projectId,
  fetch: fetchUrl,
  path,
}: {
  baseUrl: string
  projectId: string
  fetch: typeof fetch
  /** Path of another JSON-RPC service. Default: the networks' nodes. */
  path?: string
}): Gateway {
  return ({ chainId, method, params, signal }) =>
    askNode({ url: gatewayUrl({ baseUrl, chainId, projectId, path }), method, params, fetch: fetchUrl, signal })
}

/** Calls that submit something or change the server's state. They are sent once. */
const changingMethods = /send|prepare|grant|revoke/i

type Answer = { result?: unknown; error?: { code?: unknown; data?: unknown }; code?: unknown } | null

/**
 * Makes one JSON-RPC call. A read has a timeout of 10 s and is repeated twice without an answer. A call that submits or changes
 * something is sent once.
 *
 * @throws RpcRefusal for a refusal of the node, with its code and revert data but never its text; LatchkeyError
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
  const isRead = !changingMethods.test(method)
  const { response, text } = await fetchInTime({
    fetch: fetchUrl,
    url,
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
    ...{ isRead, signal },
  })
  const answer = readJson(text)
  if (answer === undefined) throw new ServiceError('network_request_failed')
  if (answer?.error) throw toRefusal(answer.error)
  if (!response.ok || answer === null || answer.result === undefined)
    throw new ServiceError(isErrorCode(answer?.code) ? answer.code : 'response_invalid')
  return answer.result
}

function readJson(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return undefined
  }
}

function toRefusal({ code, data }: { code?: unknown; data?: unknown }): ServiceError {
  const named = (data as { code?: unknown } | null | undefined)?.code
  if (isErrorCode(named)) return new ServiceError(named)
  const rpcCode = typeof code === 'number' && Number.isInteger(code) ? code : -32603
  const reverted = typeof data === 'string' && /^0x[0-9a-f]*$/i.test(data) ? data : undefined
  const isRevert = rpcCode === 3 || reverted !== undefined
  return new RpcRefusal({ code: isRevert ? 'simulation_failed' : 'upstream_refused', rpcCode, data: reverted })
}
