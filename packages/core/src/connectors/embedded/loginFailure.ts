import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'

/** The error of a failed login. `retryAfter` in seconds. */
export type LoginFailure = { code: ErrorCode; message: string; retryAfter: number | undefined }

/** Whether the visitor closed the wallet's card, which is not a failure. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof LatchkeyError && (error.code === 'request_aborted' || error.code === 'user_rejected')
}

/** Converts an error for the state of a login. */
export function toLoginFailure(error: unknown): LoginFailure {
  const { code, message, retryAfter } =
    error instanceof LatchkeyError ? error : new LatchkeyError('internal', { cause: error })
  return { code, message, retryAfter }
}
