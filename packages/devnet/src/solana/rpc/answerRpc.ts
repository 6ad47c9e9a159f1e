import { accountMethods } from './accountMethods.ts'
import { clusterMethods } from './clusterMethods.ts'
import { historyMethods } from './historyMethods.ts'
import type { MethodContext, Methods } from './Method.ts'
import { RpcError } from './RpcError.ts'
import { transactionMethods } from './transactionMethods.ts'

/** Answers one JSON-RPC request, whatever it is. */
export type AnswerRpc = (request: unknown) => Record<string, unknown>

/** The JSON-RPC of a network, without the subscriptions. Source: Solana's RPC methods by HTTP. */
export function createRpcAnswers(context: MethodContext): AnswerRpc {
  const methods: Methods = {
    ...clusterMethods(context),
    ...accountMethods(context),
    ...transactionMethods(context),
    ...historyMethods(context),
  }
  return (request) => {
    const {
      id = null,
      method,
      params,
    } = (typeof request === 'object' && request !== null ? request : {}) as Record<string, unknown>
    try {
      if (typeof method !== 'string') throw new RpcError(-32600, 'Invalid request')
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!answer) throw new RpcError(-32601, 'Method not found')
      return { jsonrpc: '2.0', result: answer(Array.isArray(params) ? params : []), id }
    } catch (error) {
      return { jsonrpc: '2.0', error: toError(error), id }
    }
  }
}

/** An error as JSON-RPC carries it. */
export function toError(error: unknown): Record<string, unknown> {
  if (!(error instanceof RpcError)) return { code: -32603, message: `Internal error: ${String(error)}` }
  const { code, message, data } = error
  return { code, message, ...(data === undefined ? {} : { data }) }
}
