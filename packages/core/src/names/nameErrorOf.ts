import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Creates an error of the names feature with one code. The details contain the cause for developers.
 *
 * @param options.message the sentence to show; default: that of the catalog
 */
export function nameErrorOf({
  code,
  cause,
  message,
}: {
  code: ErrorCode
  cause: unknown
  message?: string | undefined
}): LatchkeyError {
  const details = cause instanceof LatchkeyError ? `${cause.code}: ${cause.details ?? cause.message}` : undefined
  return new ServiceError(code, { cause, details, message })
}
