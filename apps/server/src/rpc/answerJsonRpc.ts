import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import { answerLocally, costOf, isSending, refuseMethod } from './gatewayMethods.ts'
import type { RpcCall, RpcOutcome, RpcService } from './RpcService.ts'

const requestSchema = z.object({
  jsonrpc: z.literal('2.0').optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().min(1).max(100),
  // Positional only: JSON-RPC allows named parameters, but no chain's node accepts them.
  params: z.array(z.unknown()).optional(),
})

type Request = z.output<typeof requestSchema>
type Reply = { jsonrpc: '2.0'; id: string | number | null } & RpcOutcome

/** Maximum of calls in one batch. */
const maxBatch = 500

/** Returns the number of calls in a message, for the caller's rate limit. An oversized batch is refused and counts once. */
export function countCalls(message: unknown, chainId: ChainId): number {
  if (!Array.isArray(message)) return costOf({ chainId, call: message })
  if (message.length > maxBatch) return 1
  return Math.max(
    1,
    message.reduce((sum: number, call: unknown) => sum + costOf({ chainId, call }), 0),
  )
}

const invalidRequest: RpcOutcome = { error: { code: -32600, message: 'Invalid Request' } }

/**
 * Answers a JSON-RPC message, single or batch.
 *
 * @param message the parsed JSON
 * @returns the reply; undefined if the message had only notifications
 * @throws LatchkeyError `unsupported_chain`; `upstream_unavailable` if no call could be answered; `malformed_request` if the batch is too
 * large
 */
export async function answerJsonRpc({
  message,
  chainId,
  rpc,
  added,
}: {
  message: unknown
  chainId: ChainId
  rpc: RpcService
  /** Methods that the operator added for this network (`chains[].gatewayMethods`). */
  added?: ReadonlySet<string> | undefined
}): Promise<Reply | Reply[] | undefined> {
  if (!Array.isArray(message)) {
    const request = requestSchema.safeParse(message)
    if (!request.success) return { jsonrpc: '2.0', id: idOf(message), ...invalidRequest }
    const outcome = await answerOne({ request: request.data, chainId, rpc, added })
    return request.data.id === undefined ? undefined : { jsonrpc: '2.0', id: request.data.id, ...outcome }
  }
  if (message.length === 0) return { jsonrpc: '2.0', id: null, ...invalidRequest }
  if (message.length > maxBatch) {
    throw new ServiceError('malformed_request', { field: 'body', message: `A batch has at most ${maxBatch} calls` })
  }
  return answerBatch({ messages: message, chainId, rpc, added })
}

async function answerOne({
  request,
  chainId,
  rpc,
  added,
}: {
  request: Request
  chainId: ChainId
  rpc: RpcService
  added: ReadonlySet<string> | undefined
}): Promise<RpcOutcome> {
  const call = toCall(request)
  return (
    refuseMethod({ chainId, method: call.method, added }) ??
    answerLocally({ chainId, call }) ??
    (await rpc.call({ chainId, call }))
  )
}

async function answerBatch({
  messages,
  chainId,
  rpc,
  added,
}: {
  messages: readonly unknown[]
  chainId: ChainId
  rpc: RpcService
  added: ReadonlySet<string> | undefined
}): Promise<Reply[] | undefined> {
  const entries = messages.map((message) => {
    const request = requestSchema.safeParse(message)
    if (!request.success) return { id: idOf(message), outcome: invalidRequest }
    const call = toCall(request.data)
    const outcome = refuseMethod({ chainId, method: call.method, added }) ?? answerLocally({ chainId, call })
    return { id: request.data.id, call, outcome }
  })
  const open = entries.filter((entry) => !entry.outcome)
  const isWrite = ({ call }: (typeof entries)[number]) => call !== undefined && isSending(call.method)
  const reads = open.filter((entry) => !isWrite(entry))
  const writes = open.filter(isWrite)
  let unavailable: ServiceError | undefined
  const settle = async (group: typeof entries, ask: (calls: RpcCall[]) => Promise<readonly RpcOutcome[]>) => {
    if (group.length === 0) return
    try {
      const outcomes = await ask(group.flatMap(({ call }) => call ?? []))
      group.forEach((entry, index) => {
        entry.outcome = outcomes[index]
      })
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'upstream_unavailable') throw error
      unavailable = error
      for (const entry of group) entry.outcome = toOutcome(error)
    }
  }
  await settle(reads, (calls) => rpc.batch({ chainId, calls, cached: true }))
  // Submit transactions one by one and in order: a retry must only repeat the same hash, and nonces are consecutive.
  for (const write of writes) await settle([write], async ([call]) => (call ? [await rpc.call({ chainId, call })] : []))
  if (unavailable && open.length === entries.length && open.every(({ outcome }) => isUnavailable(outcome)))
    throw unavailable

  const replies = entries.flatMap(({ id, outcome }): Reply[] =>
    id === undefined ? [] : [{ jsonrpc: '2.0', id, ...(outcome ?? { error: { code: -32603, message: 'No answer' } }) }],
  )
  return replies.length === 0 ? undefined : replies
}

/** Converts our own error to a JSON-RPC error, for replies that also have other answers. */
export function toOutcome({ code, message }: ServiceError): RpcOutcome {
  return { error: { code: -32603, message, data: { code } } }
}

function isUnavailable(outcome: RpcOutcome | undefined): boolean {
  return (
    outcome !== undefined && 'error' in outcome && JSON.stringify(outcome.error.data)?.includes('upstream_unavailable')
  )
}

function toCall({ method, params }: Request): RpcCall {
  if (params === undefined) return { method }
  return { method, params }
}

function idOf(message: unknown): string | number | null {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
