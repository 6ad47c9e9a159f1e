import { ServiceError } from '@latchkey/protocol/errors'
import {
  INVALID_SERVER_METADATA,
  MISSING_SERVER_METADATA,
  OperationProcessingError,
  PARSE_ERROR,
  RESPONSE_IS_NOT_CONFORM,
  RESPONSE_IS_NOT_JSON,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'

/** Errors of a token endpoint that this server or the endpoint caused, not the authorization code. */
const serverFaults = new Set([
  'invalid_client',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
])

/** Errors of the library for responses in an unexpected format. */
const unreadable = new Set<unknown>([
  INVALID_SERVER_METADATA,
  MISSING_SERVER_METADATA,
  PARSE_ERROR,
  RESPONSE_IS_NOT_CONFORM,
  RESPONSE_IS_NOT_JSON,
])

/**
 * Converts an error to a code: `social_provider_failed` if the provider does not answer properly, `social_refused` if its answer is
 * invalid. The details have the reason, never a code, a token or a claim.
 */
export function toSocialError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof ResponseBodyError) {
    const word = error.error.replace(/\W/g, '').slice(0, 60)
    return create(serverFaults.has(error.error), `the token endpoint answered ${word}`)
  }
  if (error instanceof WWWAuthenticateChallengeError) return create(true, 'the provider does not know this server')
  if (error instanceof OperationProcessingError) return create(unreadable.has(error.code), error.message)
  if (error instanceof UnsupportedOperationError) return create(false, error.message)
  if (error instanceof DOMException) return create(true, 'the provider took too long')
  if (error instanceof TypeError) return create(true, 'the provider cannot be reached')
  throw error
}

function create(isProviderFault: boolean, reason: string): ServiceError {
  return new ServiceError(isProviderFault ? 'social_provider_failed' : 'social_refused', { details: reason })
}
