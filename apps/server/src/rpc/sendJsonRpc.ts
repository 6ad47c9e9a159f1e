import { z } from 'zod'
import { readText } from '../platform/http/readText.ts'
import { parseExactJson } from './exactJson.ts'
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

/** Bytes of an answer that are read; a caller who asks for all logs of a chain must not fill the memory. */
const maxAnswerBytes = 64 * 2 ** 20

/** The answers of one request and how large they were as text. */
export type JsonRpcReply = { outcomes: readonly RpcOutcome[]; bytes: number }

/**
 * Sends calls to one node in one HTTP request.
 *
 * @param options.timeout milliseconds
 * @param options.isExact keep every digit of whole numbers that JavaScript cannot hold (`exactJson.ts`)
 * @param options.maxBytes what is read of the answer (default 64 MiB); beyond it every call is answered with an error
 * @returns one outcome per call, in their order
 * @throws UpstreamFailure when the node cannot be reached, is late, limits us, fails, or answers nonsense
 */
export async function sendJsonRpc({
  url,
  calls,
  timeout,
  isExact = false,
  maxBytes = maxAnswerBytes,
  signal,
}: {
  url: string
  calls: readonly RpcCall[]
  timeout: number
  isExact?: boolean
  maxBytes?: number
  signal?: AbortSignal | undefined
}): Promise<JsonRpcReply> {
  const request = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const deadline = AbortSignal.timeout(timeout)
  let status: number
  let text: string | undefined
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
    text = await readText({ stream: response.body, maxBytes })
  } catch (error) {
    if (deadline.aborted) throw new UpstreamFailure('timeout', `No answer within ${timeout} ms`)
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new UpstreamFailure('unreachable', cause instanceof Error ? cause.message : String(cause))
  }
  if (status === 429) throw new UpstreamFailure('limited', 'HTTP 429')
  if (status >= 500) throw new UpstreamFailure('server-error', `HTTP ${status}`)
  if (text === undefined) {
    // The caller's own fault: another node would send as much.
    const message = `The answer exceeds ${maxBytes} bytes: ask for a smaller range of blocks`
    return { outcomes: calls.map(() => ({ error: { code: -32005, message } })), bytes: maxBytes }
  }
  return { outcomes: readAnswers({ text, status, count: calls.length, isExact }), bytes: text.length }
}

function readAnswers({
  text,
  status,
  count,
  isExact,
}: {
  text: string
  status: number
  count: number
  isExact: boolean
}): RpcOutcome[] {
  let parsed: unknown
  try {
    parsed = isExact ? parseExactJson(text) : JSON.parse(text)
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
