import type { ErrorCode, FrameFailure } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'

/** Codes of EIP-1193, EIP-1474 and JSON-RPC for refusals of an RPC request. */
const rpcCodes: Partial<Record<ErrorCode, number>> = {
  user_rejected: 4001,
  request_refused: 4001,
  no_active_account: 4100,
  account_changed: 4100,
  wallet_locked: 4100,
  session_ended: 4100,
  rpc_method_not_allowed: 4200,
  smart_account_unavailable: 4200,
  wallet_disconnected: 4900,
  chain_changed: 4901,
  unsupported_chain: 4902,
  prompt_open: -32002,
  rate_limited: -32005,
  frame_busy: -32005,
  malformed_request: -32602,
  frame_request_invalid: -32602,
  upstream_unavailable: -32603,
}

/**
 * Reduces an error to the parts that a host may see: a code and the message of the catalog, never a stack or a foreign text.
 *
 * @param options.isRpc adds the number that EIP-1193 callers expect
 */
export function toFailure({ error, isRpc }: { error: unknown; isRpc: boolean }): FrameFailure {
  const known = error instanceof ServiceError ? error : new ServiceError('frame_error')
  const { code, message, retryAfter } = known
  const refusal = known instanceof RpcRefusal ? known : undefined
  return {
    code,
    message,
    ...(isRpc ? { rpcCode: refusal?.rpcCode ?? rpcCodes[code] ?? -32603 } : {}),
    ...(refusal?.data === undefined ? {} : { data: refusal.data }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}
