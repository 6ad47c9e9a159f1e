import type { RpcErrorKind } from './classifyRpcError.ts'
import type { RpcCall } from './RpcService.ts'

/** A call that sends a transaction. The same bytes are the same transaction, so it may be sent again. */
export type TransactionCall = {
  /** What the network calls it by; the answer to such a call. */
  id: string
  /** Whether an error may mean that it is on the network, or waits for it, already. */
  mayBeThere: (error: { code: number; message: string; data?: unknown }) => boolean
  /** Asks whether it is. */
  lookUp: RpcCall
  isThere: (result: unknown) => boolean
}

/** How the JSON-RPC of a family of networks behaves. */
export type RpcFamily = {
  /** Whose fault an error is. */
  classify: (error: { code: number; message: string; data?: unknown }) => RpcErrorKind
  /** Calls that change nothing: they may be asked of two nodes at once. */
  isRead: (method: string) => boolean
  /** Undefined for any other call, and for bytes that are no transaction. */
  readTransaction: (call: RpcCall) => TransactionCall | undefined
  /** Whether answers have whole numbers that JavaScript cannot hold (`exactJson.ts`). */
  isExact: boolean
  /** What no node has got as far as yet is told as our own refusal; else the node's words are left as they are. */
  hidesBehind: boolean
}
