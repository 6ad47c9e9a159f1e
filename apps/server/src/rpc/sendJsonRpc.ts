import { z } from 'zod'
import { parseExactJson } from './exactJson.ts'
import type { RpcCall, RpcOutcome } from './RpcService.ts'
import { requestUpstream } from './requestUpstream.ts'
import { UpstreamFailure } from './UpstreamFailure.ts'

const answerSchema = z.union([
  z.object({
    id: z.number(),
    error: z.object({ code: z.number(), message: z.string().catch(''), data: z.unknown().optional() }),
  }),
  z.object({ id: z.number(), result: z.unknown() }).refine((answer) => 'result' in answer),
])

/** Maximum bytes of an answer, so that a request for all logs of a chain cannot fill the memory. */
const maxAnswerBytes = 64 * 2 ** 20

/** Answers of one request, and their size as text. */
export type JsonRpcReply = { outcomes: readonly RpcOutcome[]; bytes: number }

/**
 * Sends calls to one node in one HTTP request.
 *
 * @param options.timeout milliseconds
 * @param options.isExact keeps every digit of integers that JavaScript cannot represent (`exactJson.ts`)
 * @param options.maxBytes maximum bytes of the answer (default 64 MiB); above it every call gets an error
 * @returns one outcome per call, in order
 * @throws UpstreamFailure if the node is unreachable, late, limits us, fails, or returns an invalid answer
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
  const { status, text } = await requestUpstream({
    ...{ url, timeout, maxBytes, signal },
    body: { type: 'application/json', text: JSON.stringify(request.length === 1 ? request[0] : request) },
  })
  if (text === undefined) {
    // The caller is responsible, because another node would return as much.
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
    throw new UpstreamFailure('garbage', `HTTP ${status} with a body that is not JSON`)
  }
  const answers = count === 1 && !Array.isArray(parsed) ? [parsed] : parsed
  if (!Array.isArray(answers)) throw new UpstreamFailure('garbage', 'A batch was answered with one object')
  const outcomes = new Array<RpcOutcome | undefined>(count)
  for (const item of answers) {
    const answer = answerSchema.safeParse(item)
    if (!answer.success || answer.data.id < 0 || answer.data.id >= count) {
      throw new UpstreamFailure('garbage', 'An answer is not a JSON-RPC response to the request')
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
