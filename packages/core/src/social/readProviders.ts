import { type SocialProvider, socialProviders } from '@latchkey/protocol'
import { getProjectConfig } from '@latchkey/protocol/api'
import type { CoreContext } from '../CoreContext.ts'
import { createApiClient } from '../http/createApiClient.ts'

/**
 * Asks the server which providers it has keys for.
 *
 * @throws LatchkeyError `network_request_failed`, `response_invalid`, the server's own refusals
 */
export async function readProviders({
  context: { config, environment, onRefusal },
}: {
  context: CoreContext
}): Promise<readonly SocialProvider[]> {
  const client = createApiClient({ ...config, fetch: environment.fetch, onRefusal })
  const { data } = await client.request(getProjectConfig, {})
  const logins = data.features.find(({ id, isEnabled }) => id === 'social_login' && isEnabled)?.config ?? []
  return socialProviders.filter((name) => logins.includes(name))
}
