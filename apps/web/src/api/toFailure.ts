import { ServiceError } from '@latchkey/protocol/errors'

/** A failure as a screen shows it. */
export type Failure = {
  code: ServiceError['code']
  message: string
  retryable: boolean
  /** The server itself did not answer, as opposed to having refused. */
  unreachable: boolean
}

/** Turns whatever was thrown into something to show. */
export function toFailure(error: unknown): Failure {
  const known = error instanceof ServiceError ? error : new ServiceError('internal', { cause: error })
  return {
    code: known.code,
    message: known.message,
    retryable: known.retryable,
    unreachable: known.code === 'network_request_failed',
  }
}
