import { ServiceError } from '@latchkey/protocol/errors'

/** A failure for display. */
export type Failure = {
  code: ServiceError['code']
  message: string
  retryable: boolean
  /** The server did not answer. False for a refusal. */
  unreachable: boolean
}

/** Converts a thrown value to a failure for display. */
export function toFailure(error: unknown): Failure {
  const known = error instanceof ServiceError ? error : new ServiceError('internal', { cause: error })
  return {
    code: known.code,
    message: known.message,
    retryable: known.retryable,
    unreachable: known.code === 'network_request_failed',
  }
}
