import type { LatchkeyError } from '@latchkey/protocol'
import { isErrorCode, ServiceError } from '@latchkey/protocol/errors'

/** A refusal of the frame, with what an EIP-1193 caller is told. */
export type FrameError = LatchkeyError & {
  /** The number of EIP-1193 or JSON-RPC, where the request was an RPC call. */
  rpcCode?: unknown
  /** Revert data of a call, hexadecimal. */
  data?: unknown
}

/** Reads the refusal that came over the port; a code that this version does not know is `frame_error`. */
export function toFrameError({ code, message, rpcCode, retryAfter, data }: Record<string, unknown>): FrameError {
  return Object.assign(
    new ServiceError(isErrorCode(code) ? code : 'frame_error', {
      message: typeof message === 'string' ? message.slice(0, 300) : undefined,
      retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    }),
    { rpcCode, data },
  )
}
