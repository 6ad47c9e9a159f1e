import { errorCatalog, ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import type { ProjectConfig } from '../config/ServerConfig.ts'
import { JsonRpcRefusal } from './JsonRpcRefusal.ts'

/** Caller of a JSON-RPC method, and its chain. */
export type JsonRpcContext = {
  project: ProjectConfig
  /** Raw value of the query, not validated yet. */
  chainId: string | undefined
  /** Origin of the calling page, which the project allows. Undefined if the request names none. */
  origin: string | undefined
  /** Key of the caller's rate limit: an IPv4 address, or an IPv6 network (/64). */
  ip: string
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/** A method, and the cost of a call against the caller's rate limit. */
export type JsonRpcMethod = {
  cost?: number
  /** @throws ServiceError, or JsonRpcRefusal if a standard defines the code of the error */
  answer: (params: readonly unknown[], call: JsonRpcContext) => Promise<unknown>
}

/** Methods by name: a map, or another lookup. */
export type JsonRpcMethods = { get: (method: string) => JsonRpcMethod | undefined }

const requestSchema = z.object({
  jsonrpc: z.literal('2.0').optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().min(1).max(100),
  // Named parameters are a single object, because clients send the only parameter of several methods without an array.
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
})

type Outcome = { result: unknown } | { error: { code: number; message: string; data?: unknown } }
type Reply = { jsonrpc: '2.0'; id: string | number | null } & Outcome

/** Maximum of calls in one batch, because each can run a simulation on a chain. */
const maxBatch = 50

const invalidRequest: Outcome = { error: { code: -32600, message: 'Invalid Request' } }

/** Codes with a standardized number. All others are -32000. */
const numbers: Readonly<Record<string, number>> = {
  malformed_request: -32602,
  malformed_address: -32602,
  invalid_body: -32602,
  unsupported_chain: -32602,
  rpc_method_not_allowed: -32601,
  // EIP-5792: unknown bundle id.
  calls_unknown: 5730,
}

/** Returns the cost of a message: the sum of its calls, each by its method. */
export function countCost(message: unknown, methods: JsonRpcMethods): number {
  if (!Array.isArray(message)) return costOf(message, methods)
  if (message.length > maxBatch) return 1
  return message.reduce<number>((sum, one) => sum + costOf(one, methods), 0)
}

function costOf(message: unknown, methods: JsonRpcMethods): number {
  const method = typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined
  return (typeof method === 'string' && methods.get(method)?.cost) || 1
}

/**
 * Answers a JSON-RPC message, single or batch, with methods of this server. Runs the calls of a batch in order, so that one can depend on
 * the effect of an earlier one.
 *
 * @param options.onFault called for unexpected errors; the caller only learns that something failed
 * @returns the reply; undefined if the message had only notifications
 * @throws ServiceError `malformed_request` if the batch is too large
 */
export async function answerJsonRpcMethods({
  message,
  methods,
  call,
  onFault,
}: {
  message: unknown
  methods: JsonRpcMethods
  call: JsonRpcContext
  onFault: (error: unknown) => void
}): Promise<Reply | Reply[] | undefined> {
  const answerOne = async (one: unknown): Promise<Reply | undefined> => {
    const request = requestSchema.safeParse(one)
    if (!request.success) return { jsonrpc: '2.0', id: idOf(one), ...invalidRequest }
    const { id, method, params = [] } = request.data
    const outcome = await settle(methods.get(method), Array.isArray(params) ? params : [params], call, onFault)
    return id === undefined ? undefined : { jsonrpc: '2.0', id, ...outcome }
  }
  if (!Array.isArray(message)) return answerOne(message)
  if (message.length === 0) return { jsonrpc: '2.0', id: null, ...invalidRequest }
  if (message.length > maxBatch) {
    throw new ServiceError('malformed_request', { field: 'body', message: `A batch has at most ${maxBatch} calls` })
  }
  const replies: Reply[] = []
  for (const one of message) {
    const reply = await answerOne(one)
    if (reply) replies.push(reply)
  }
  return replies.length === 0 ? undefined : replies
}

async function settle(
  method: JsonRpcMethod | undefined,
  params: readonly unknown[],
  call: JsonRpcContext,
  onFault: (error: unknown) => void,
): Promise<Outcome> {
  if (!method) {
    return { error: { code: -32601, message: 'Method not found', data: { code: 'rpc_method_not_allowed' } } }
  }
  try {
    return { result: await method.answer(params, call) }
  } catch (error) {
    if (error instanceof JsonRpcRefusal) {
      const { code, message, data } = error
      return { error: { code, message, ...(data === undefined ? {} : { data }) } }
    }
    if (error instanceof ServiceError && isPublic(error)) {
      const { code, message, field } = error
      const number = 'rpcCode' in error && typeof error.rpcCode === 'number' ? error.rpcCode : numbers[code]
      return { error: { code: number ?? -32000, message, data: { code, ...(field ? { field } : {}) } } }
    }
    onFault(error)
    const { message } = errorCatalog.internal
    return { error: { code: -32603, message, data: { code: 'internal' } } }
  }
}

/** Errors without a status are internal: their text can contain details that the caller must not see. */
function isPublic({ code }: ServiceError): boolean {
  const entry: { status?: number; message: string } = errorCatalog[code]
  return entry.status !== undefined && code !== 'internal'
}

function idOf(message: unknown): string | number | null {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
