import { type SocialProvider, socialProviders } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { readFeature } from '../http/readFeature.ts'

/**
 * Returns the providers that the server supports.
 *
 * @throws LatchkeyError `network_request_failed`, `response_invalid`, refusals of the server
 */
export async function readProviders({ context }: { context: CoreContext }): Promise<readonly SocialProvider[]> {
  const logins = (await readFeature({ context, id: 'social_login' })) ?? []
  return socialProviders.filter((name) => logins.includes(name))
}
