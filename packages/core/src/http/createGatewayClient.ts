import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { isErrorCode, ServiceError } from '@latchkey/protocol/errors'
import { exchange, type Timers } from './exchange.ts'
import type { OnRefusal } from './OnRefusal.ts'

/** An error that a node returned. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** JSON-RPC code. */
  readonly code: number
  /** Revert data, if the node returned any. */
  readonly data: `0x${string}` | undefined

  constructor({ code, message, data }: { code: number; message: string; data: unknown }) {
    super(message)
    this.code = code
    this.data = typeof data === 'string' && /^0x[0-9a-f]*$/i.test(data) ? (data as `0x${string}`) : undefined
  }
}

/** Client of a network's nodes, through the server's RPC gateway. */
export type GatewayClient = {
  /**
   * @returns the result in the node's format
   * @throws RpcError the node's refusal; LatchkeyError `network_request_failed`, `upstream_unavailable`, `response_invalid` if no node
   *   could be asked
   */
  request: (method: string, params?: readonly unknown[]) => Promise<unknown>
}

/** Methods that submit something to a network. They are sent only once. */
const sendingMethods = /send/i

type Call = {
  method: string
  params: readonly unknown[]
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}
type Answer = { id?: unknown; result?: unknown; error?: { code?: unknown; message?: unknown; data?: unknown } }

/**
 * Creates a client of the RPC gateway. Calls of the same task share a batch.
 *
 * @param options.onRefusal called if the gateway itself refuses, not a node
 */
export function createGatewayClient({
  apiUrl,
  projectId,
  chainId,
  fetch: fetchUrl,
  timers,
  onRefusal,
}: {
  apiUrl: string
  projectId: string
  chainId: ChainId
  fetch: typeof fetch
  timers?: Timers | undefined
  onRefusal?: OnRefusal | undefined
}): GatewayClient {
  const query = new URLSearchParams({ chainId, projectId })
  const url = `${apiUrl.replace(/\/+$/, '')}/v1?${query}`
  let queue: Call[] = []

  const flush = async () => {
    const calls = queue
    queue = []
    // Submissions are sent separately, because a repeated read must not submit again.
    const isRead = ({ method }: Call) => !sendingMethods.test(method)
    await Promise.all([calls.filter(isRead), ...calls.filter((call) => !isRead(call)).map((call) => [call])].map(ask))
  }
  const ask = async (calls: readonly Call[]) => {
    const [first] = calls
    if (!first) return
    try {
      const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
      const isRead = !sendingMethods.test(first.method)
      const answers = await post({ body: requests.length === 1 ? requests[0] : requests, isRead })
      for (const [id, call] of calls.entries())
        settle(
          call,
          answers.find((answer) => answer.id === id),
        )
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }
  const post = async ({ body, isRead }: { body: unknown; isRead: boolean }): Promise<readonly Answer[]> => {
    const exchanged = await exchange({
      fetch: fetchUrl,
      url,
      // Plain text avoids a preflight request. The gateway accepts any content type.
      init: { method: 'POST', headers: { 'content-type': 'text/plain' }, body: JSON.stringify(body) },
      ...{ isRead, timers },
    })
    const { response, body: answer } = exchanged
    if ('cause' in exchanged)
      throw new LatchkeyError('network_request_failed', {
        cause: exchanged.cause,
        details: `The gateway answered ${response.status}`,
      })
    const answers = Array.isArray(answer) ? answer : [answer]
    if (answers.every(isAnswer)) return answers
    const { code, reasons } = (answer ?? {}) as { code?: unknown; reasons?: { description?: unknown }[] }
    if (response.ok || !isErrorCode(code))
      throw new ServiceError('response_invalid', { details: `The gateway answered ${response.status}` })
    const description = Array.isArray(reasons) ? reasons[0]?.description : undefined
    const error = new ServiceError(code, {
      details: typeof description === 'string' ? description : `The gateway answered ${response.status}`,
    })
    onRefusal?.(error)
    throw error
  }

  return {
    request: (method, params = []) =>
      new Promise((resolve, reject) => {
        queue.push({ method, params, resolve, reject })
        if (queue.length === 1) queueMicrotask(() => void flush())
      }),
  }
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && ('result' in value || 'error' in value)
}

function settle({ method, resolve, reject }: Call, answer: Answer | undefined): void {
  // A refusal of the gateway, not of the node.
  const refusal = (answer?.error?.data as { code?: unknown } | undefined)?.code
  if (!answer) reject(new ServiceError('response_invalid', { details: `No answer to ${method}` }))
  else if (isErrorCode(refusal)) reject(new ServiceError(refusal, { details: String(answer.error?.message) }))
  else if (answer.error)
    reject(
      new RpcError({
        code: Number(answer.error.code ?? 0),
        message: String(answer.error.message ?? 'The node refused'),
        data: answer.error.data,
      }),
    )
  else resolve(answer.result)
}
