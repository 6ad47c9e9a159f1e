import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'

/** Why a login did not succeed. `retryAfter` in seconds. */
export type LoginFailure = { code: ErrorCode; message: string; retryAfter: number | undefined }

/** The visitor closed the wallet's card, which is no failure. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof LatchkeyError && (error.code === 'request_aborted' || error.code === 'user_rejected')
}

/** What a login's state says of an error. */
export function toLoginFailure(error: unknown): LoginFailure {
  const { code, message, retryAfter } =
    error instanceof LatchkeyError ? error : new LatchkeyError('internal', { cause: error })
  return { code, message, retryAfter }
}
