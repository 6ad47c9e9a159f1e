import { CodedError, type ErrorCode, type LatchkeyError } from '@latchkey/protocol'
import { WalletConnectError } from '@latchkey/protocol/relay'
import { PeerError } from '../session/PeerError.ts'
import type { SharedError } from './TabMessage.ts'

/** Serializes an error for another tab, without its cause. */
export function toSharedError(error: unknown): SharedError {
  const { code, message, retryable, details } =
    error instanceof CodedError ? error : new WalletConnectError('internal', { details: String(error) })
  return {
    code,
    message,
    retryable,
    ...(details === undefined ? {} : { details }),
    ...(error instanceof PeerError ? { rpcCode: error.rpcCode, data: error.data } : {}),
  }
}

/** Restores the error that another tab sent. */
export function fromSharedError({ code, message, retryable, details, rpcCode, data }: SharedError): LatchkeyError {
  if (rpcCode === undefined) return new WalletConnectError(code as ErrorCode, { message, retryable, details })
  // A PeerError starts its message with the code.
  return new PeerError({ code: rpcCode, message: details?.slice(`${rpcCode}: `.length) ?? '', data })
}
