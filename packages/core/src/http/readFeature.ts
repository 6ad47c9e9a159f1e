import { type Feature, getProjectConfig } from '@latchkey/protocol/api'
import type { CoreContext } from '../CoreContext.ts'
import { createApiClient } from './createApiClient.ts'

/**
 * Returns the options of an optional feature of the server.
 *
 * @returns undefined if the server does not have the feature
 * @throws LatchkeyError `network_request_failed`, `response_invalid`, refusals of the server
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
