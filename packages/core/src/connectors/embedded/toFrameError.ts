import type { LatchkeyError } from '@latchkey/protocol'
import { isErrorCode, ServiceError } from '@latchkey/protocol/errors'

/** An error of the frame, with the fields for an EIP-1193 caller. */
export type FrameError = LatchkeyError & {
  /** Code of EIP-1193 or JSON-RPC, if the request was an RPC call. */
  rpcCode?: unknown
  /** Revert data of a call, hexadecimal. */
  data?: unknown
}

/** Reads an error from the port. An unknown code becomes `frame_error`. */
export function toFrameError({ code, message, rpcCode, retryAfter, data }: Record<string, unknown>): FrameError {
  return Object.assign(
    new ServiceError(isErrorCode(code) ? code : 'frame_error', {
      message: typeof message === 'string' ? message.slice(0, 300) : undefined,
      retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    }),
    { rpcCode, data },
  )
}
