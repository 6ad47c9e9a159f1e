import type { SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { withoutValues } from '../platform/log/withoutValues.ts'
import { isSocialFailure, type SocialFailure } from './SocialFailure.ts'
import type { SocialParts } from './SocialParts.ts'
import { failAttempt } from './settleAttempt.ts'

/**
 * Ends an attempt with an error. An unexpected error is logged, and counts as a login that could not be verified.
 *
 * @returns the code of the failure
 */
export async function failWithError(
  parts: Pick<SocialParts, 'context' | 'audit' | 'news'>,
  { id, provider, error }: { id: string; provider: SocialProvider; error: unknown },
): Promise<SocialFailure> {
  if (error instanceof ServiceError && isSocialFailure(error.code)) {
    await failAttempt(parts, { id, failure: error.code, reason: error.details ?? null })
    return error.code
  }
  // Only the message, because other properties of the error can contain a token.
  parts.context.log.error(
    { provider, message: withoutValues(error)(String(error)) },
    'A login with a provider failed unexpectedly',
  )
  await failAttempt(parts, { id, failure: 'social_refused' })
  return 'social_refused'
}
