import type { RpcErrorKind } from './classifyRpcError.ts'
import type { RpcCall } from './RpcService.ts'

/** A call that submits a transaction. The same bytes are the same transaction, so it can be repeated. */
export type TransactionCall = {
  /** Transaction id on the network, which is the result of such a call. */
  id: string
  /** Returns whether an error can mean that the network already has or queued it. */
  mayBeThere: (error: { code: number; message: string; data?: unknown }) => boolean
  /** Looks the transaction up. */
  lookUp: RpcCall
  isThere: (result: unknown) => boolean
}

/** JSON-RPC behavior of a network family. */
export type RpcFamily = {
  /** Returns the responsible party of an error. */
  classify: (error: { code: number; message: string; data?: unknown }) => RpcErrorKind
  /** Returns whether a call changes nothing, and can be sent to two nodes at once. */
  isRead: (method: string) => boolean
  /** Returns undefined for any other call, and for bytes that are not a transaction. */
  readTransaction: (call: RpcCall) => TransactionCall | undefined
  /** Whether results contain integers that JavaScript cannot represent (`exactJson.ts`). */
  isExact: boolean
  /** Whether our own error replaces the nodes' errors if no node has reached the block. Otherwise the node's error is passed on. */
  hidesBehind: boolean
}
