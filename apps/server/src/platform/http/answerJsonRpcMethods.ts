import { errorCatalogue, ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import type { ProjectConfig } from '../config/ServerConfig.ts'
import { JsonRpcRefusal } from './JsonRpcRefusal.ts'

/** Who asks, and for which chain. */
export type JsonRpcContext = {
  project: ProjectConfig
  /** As the query has it; nobody looked at it yet. */
  chainId: string | undefined
  /** The page that asks, one of the project's; undefined: the request names none. */
  origin: string | undefined
  /** Where the caller is counted: an IPv4 address, or an IPv6 network (/64). */
  ip: string
  /** Aborted when the caller is gone. */
  signal: AbortSignal
}

/** A method, and what a call of it counts for against the caller's limit. */
export type JsonRpcMethod = {
  cost?: number
  /** @throws ServiceError, or JsonRpcRefusal where a standard gives the number of the error */
  answer: (params: readonly unknown[], call: JsonRpcContext) => Promise<unknown>
}

/** Methods by name: a map, or whatever finds them. */
export type JsonRpcMethods = { get: (method: string) => JsonRpcMethod | undefined }

const requestSchema = z.object({
  jsonrpc: z.literal('2.0').optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().min(1).max(100),
  // By name only one object: several of these methods have a single parameter, and clients send it bare.
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
})

type Outcome = { result: unknown } | { error: { code: number; message: string; data?: unknown } }
type Reply = { jsonrpc: '2.0'; id: string | number | null } & Outcome

/** Calls in one batch at most: each may simulate on a chain. */
const maxBatch = 50

const invalidRequest: Outcome = { error: { code: -32600, message: 'Invalid Request' } }

/** Refusals whose number a standard knows; all others are -32000. */
const numbers: Readonly<Record<string, number>> = {
  malformed_request: -32602,
  malformed_address: -32602,
  invalid_body: -32602,
  unsupported_chain: -32602,
  rpc_method_not_allowed: -32601,
  // EIP-5792: unknown bundle id.
  calls_unknown: 5730,
}

/** What a message counts for: its calls, each by its method. */
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
 * Answers a JSON-RPC message, single or batch, with methods of this server. The calls of a batch are answered one after the other, so that
 * one may build on the effect of the one before it.
 *
 * @param options.onFault told of what is no refusal; the caller hears that something failed, and no more
 * @returns the reply; undefined when the message held notifications only
 * @throws ServiceError `malformed_request` for a batch that is too large
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
    const { message } = errorCatalogue.internal
    return { error: { code: -32603, message, data: { code: 'internal' } } }
  }
}

/** Errors without a status are internal: their text may tell things that do not concern the caller. */
function isPublic({ code }: ServiceError): boolean {
  const entry: { status?: number; message: string } = errorCatalogue[code]
  return entry.status !== undefined && code !== 'internal'
}

function idOf(message: unknown): string | number | null {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
