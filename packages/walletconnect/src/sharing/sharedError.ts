import { CodedError, type ErrorCode, type LatchkeyError } from '@latchkey/protocol'
import { WalletConnectError } from '@latchkey/protocol/relay'
import { PeerError } from '../session/PeerError.ts'
import type { SharedError } from './TabMessage.ts'

/** An error as it can be sent to another tab; what led to it stays behind. */
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

/** The error that another tab sent. */
export function fromSharedError({ code, message, retryable, details, rpcCode, data }: SharedError): LatchkeyError {
  if (rpcCode === undefined) return new WalletConnectError(code as ErrorCode, { message, retryable, details })
  // A PeerError writes its code before what was said.
  return new PeerError({ code: rpcCode, message: details?.slice(`${rpcCode}: `.length) ?? '', data })
}
