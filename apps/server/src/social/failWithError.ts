import type { SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { withoutValues } from '../platform/log/withoutValues.ts'
import { isSocialFailure, type SocialFailure } from './SocialFailure.ts'
import type { SocialParts } from './SocialParts.ts'
import { failAttempt } from './settleAttempt.ts'

/**
 * Ends an attempt by what was thrown on the way. What is no refusal is a fault of ours: it is logged, and counts as a login that could not be
 * verified.
 *
 * @returns how it ended
 */
export async function failWithError(
  parts: Pick<SocialParts, 'context' | 'audit' | 'news'>,
  { id, provider, error }: { id: string; provider: SocialProvider; error: unknown },
): Promise<SocialFailure> {
  if (error instanceof ServiceError && isSocialFailure(error.code)) {
    await failAttempt(parts, { id, failure: error.code, reason: error.details ?? null })
    return error.code
  }
  // Only the message: what the error carries may have a token in it.
  parts.context.log.error({ provider, message: withoutValues(error)(String(error)) }, 'A login with a provider broke')
  await failAttempt(parts, { id, failure: 'social_refused' })
  return 'social_refused'
}
