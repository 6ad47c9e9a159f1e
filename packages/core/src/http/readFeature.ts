import { type Feature, getProjectConfig } from '@latchkey/protocol/api'
import type { CoreContext } from '../CoreContext.ts'
import { createApiClient } from './createApiClient.ts'

/**
 * Asks the server for the parts of something that it may offer.
 *
 * @returns undefined where it does not offer it
 * @throws LatchkeyError `network_request_failed`, `response_invalid`, the server's own refusals
 * @example await readFeature({ context, id: 'names' }) // ['latchkey.eth']
 */
export async function readFeature({
  context: { config, environment, onRefusal },
  id: wanted,
}: {
  context: CoreContext
  id: Feature['id']
}): Promise<readonly string[] | undefined> {
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  const { data } = await client.request(getProjectConfig, {})
  return data.features.find(({ id, isEnabled }) => id === wanted && isEnabled)?.config
}
