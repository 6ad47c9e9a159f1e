import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import type { FrameError } from './toFrameError.ts'

const numbers: { readonly [Code in ErrorCode]?: number } = {
  user_rejected: 4001,
  request_aborted: 4001,
  rpc_aborted: 4001,
  session_ended: 4100,
  wallet_locked: 4100,
  rpc_method_not_allowed: 4200,
  frame_failed: 4900,
  network_request_failed: 4900,
  unsupported_chain: 4902,
  prompt_open: -32002,
  frame_busy: -32005,
  frame_request_invalid: -32602,
}

/** An error in the format of EIP-1193: a code, a message, and our own error as the cause. */
export type ProviderRpcError = Error & { code: number; data?: unknown }

/** Adds the EIP-1193 code to an error. */
export function toProviderError(cause: unknown): ProviderRpcError {
  const error: FrameError = cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause })
  const { rpcCode, data } = error
  return Object.assign(new Error(error.message, { cause: error }), {
    name: 'ProviderRpcError',
    code: Number.isInteger(rpcCode) ? (rpcCode as number) : (numbers[error.code] ?? -32603),
    ...(typeof data === 'string' ? { data } : {}),
  })
}
