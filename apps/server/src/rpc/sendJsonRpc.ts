import { z } from 'zod'
import type { RpcCall, RpcOutcome } from './RpcService.ts'

/** Why an upstream gave no usable answer. */
export type UpstreamFailureReason = 'unreachable' | 'timeout' | 'limited' | 'server-error' | 'garbage' | 'slow'

/** An upstream gave no usable answer; another one may. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly reason: UpstreamFailureReason

  constructor(reason: UpstreamFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const answerSchema = z.union([
  z.object({
    id: z.number(),
    error: z.object({ code: z.number(), message: z.string().catch(''), data: z.unknown().optional() }),
  }),
  z.object({ id: z.number(), result: z.unknown() }).refine((answer) => 'result' in answer),
])

/** The answers of one request and how large they were as text. */
export type JsonRpcReply = { outcomes: readonly RpcOutcome[]; bytes: number }

/**
 * Sends calls to one node in one HTTP request.
 *
 * @param options.timeout milliseconds
 * @returns one outcome per call, in their order
 * @throws UpstreamFailure when the node cannot be reached, is late, limits us, fails, or answers nonsense
 */
export async function sendJsonRpc({
  url,
  calls,
  timeout,
  signal,
}: {
  url: string
  calls: readonly RpcCall[]
  timeout: number
  signal?: AbortSignal | undefined
}): Promise<JsonRpcReply> {
  const request = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const deadline = AbortSignal.timeout(timeout)
  let status: number
  let text: string
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request.length === 1 ? request[0] : request),
      // A redirect could lead anywhere, also into the private network.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    status = response.status
    text = await response.text()
  } catch (error) {
    if (deadline.aborted) throw new UpstreamFailure('timeout', `No answer within ${timeout} ms`)
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new UpstreamFailure('unreachable', cause instanceof Error ? cause.message : String(cause))
  }
  if (status === 429) throw new UpstreamFailure('limited', 'HTTP 429')
  if (status >= 500) throw new UpstreamFailure('server-error', `HTTP ${status}`)
  return { outcomes: readAnswers({ text, status, count: calls.length }), bytes: text.length }
}

function readAnswers({ text, status, count }: { text: string; status: number; count: number }): RpcOutcome[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new UpstreamFailure('garbage', `HTTP ${status} with a body that is no JSON`)
  }
  const answers = count === 1 && !Array.isArray(parsed) ? [parsed] : parsed
  if (!Array.isArray(answers)) throw new UpstreamFailure('garbage', 'A batch was answered with one object')
  const outcomes = new Array<RpcOutcome | undefined>(count)
  for (const item of answers) {
    const answer = answerSchema.safeParse(item)
    if (!answer.success || answer.data.id < 0 || answer.data.id >= count) {
      throw new UpstreamFailure('garbage', 'An answer is no JSON-RPC response to what was asked')
    }
    outcomes[answer.data.id] =
      'error' in answer.data ? { error: withoutUndefined(answer.data.error) } : { result: answer.data.result }
  }
  return outcomes.map((outcome) => {
    if (!outcome) throw new UpstreamFailure('garbage', 'An answer is missing')
    return outcome
  })
}

function withoutUndefined({ code, message, data }: { code: number; message: string; data?: unknown }) {
  return data === undefined ? { code, message } : { code, message, data }
}
