import { type SocialProvider, socialProviders } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { readFeature } from '../http/readFeature.ts'

/**
 * Asks the server which providers it has keys for.
 *
 * @throws LatchkeyError `network_request_failed`, `response_invalid`, the server's own refusals
 */
export async function readProviders({ context }: { context: CoreContext }): Promise<readonly SocialProvider[]> {
  const logins = (await readFeature({ context, id: 'social_login' })) ?? []
  return socialProviders.filter((name) => logins.includes(name))
}
