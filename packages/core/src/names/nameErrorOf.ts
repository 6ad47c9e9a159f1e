import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/**
 * What failed about names, by one code, with the reason beside it for whoever debugs it.
 *
 * @param options.message the sentence to show; the catalogue's where left out
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
