import type { RpcCall, RpcOutcome } from '../../rpc/RpcService.ts'
import { requestUpstream } from '../../rpc/requestUpstream.ts'
import type { JsonRpcReply } from '../../rpc/sendJsonRpc.ts'
import { UpstreamFailure } from '../../rpc/UpstreamFailure.ts'
import { toEsploraCall } from './esploraCalls.ts'

/** Bitcoin Core's codes for responses without one. */
const unknownCode = -5
const invalidCode = -8

/**
 * Sends each call as a request to one Esplora server.
 *
 * @returns one outcome per call, in order; a refusal is an error with Bitcoin Core's code
 * @throws UpstreamFailure if the server is unreachable, late or failing, limits us, or responds with malformed data
 */
export async function sendEsplora({
  url,
  calls,
  timeout,
  signal,
}: {
  url: string
  calls: readonly RpcCall[]
  /** Timeout in milliseconds, for all calls together. */
  timeout: number
  signal?: AbortSignal | undefined
}): Promise<JsonRpcReply> {
  const replies = await Promise.all(calls.map((call) => sendOne({ url, call, timeout, signal })))
  return {
    outcomes: replies.map(({ outcome }) => outcome),
    bytes: replies.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

async function sendOne({
  url,
  call,
  timeout,
  signal,
}: {
  url: string
  call: RpcCall
  timeout: number
  signal: AbortSignal | undefined
}): Promise<{ outcome: RpcOutcome; bytes: number }> {
  const request = toEsploraCall(call)
  if (!request) return { outcome: { error: { code: -32601, message: `There is no ${call.method}` } }, bytes: 0 }
  const { status, text } = await requestUpstream({
    url: `${url.replace(/\/+$/, '')}${request.path}`,
    body: request.body === undefined ? undefined : { type: 'text/plain', text: request.body },
    ...{ timeout, signal, maxBytes: request.maxBytes },
  })
  if (text === undefined) {
    return {
      outcome: { error: { code: -32005, message: 'There is too much of it to be read' } },
      bytes: request.maxBytes,
    }
  }
  const bytes = text.length
  if (status === 200) return { outcome: { result: readAnswer({ text, request }) }, bytes }
  if (status === 404 && request.mayMiss) return { outcome: { result: null }, bytes }
  // An HTML page of a proxy is no refusal.
  if ((status !== 400 && status !== 404) || /^\s*</.test(text)) throw new UpstreamFailure('garbage', `HTTP ${status}`)
  return { outcome: { error: readRefusal({ text, status }) }, bytes }
}

function readAnswer({
  text,
  request,
}: {
  text: string
  request: NonNullable<ReturnType<typeof toEsploraCall>>
}): unknown {
  let value: unknown = text.trim()
  if (!request.isText) {
    try {
      value = JSON.parse(text)
    } catch {
      throw new UpstreamFailure('garbage', `${request.path} was answered without valid JSON`)
    }
  }
  const read = request.schema.safeParse(value)
  if (!read.success) throw new UpstreamFailure('garbage', `${request.path} was answered in an unknown shape`)
  return read.data
}

/**
 * Parses the message of Bitcoin Core, which servers format in several ways:
 * `sendrawtransaction RPC error: {"code":-26,"message":"dust"}`.
 */
function readRefusal({ text, status }: { text: string; status: number }): { code: number; message: string } {
  const fallback = { code: status === 404 ? unknownCode : invalidCode, message: text.slice(0, 300) }
  const object = /\{.*\}/s.exec(text)?.[0]
  if (object) {
    try {
      const { code, message } = JSON.parse(object)
      if (typeof code === 'number' && typeof message === 'string') return { code, message: message.slice(0, 300) }
    } catch {
      return fallback
    }
  }
  const plain = /RPC error:? \(?(?:code )?(-\d+)\)?:? (.*)/s.exec(text)
  return plain ? { code: Number(plain[1]), message: (plain[2] ?? '').slice(0, 300) } : fallback
}
