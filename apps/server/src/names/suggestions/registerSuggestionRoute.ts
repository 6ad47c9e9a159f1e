import { getNameSuggestions } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../../platform/http/App.ts'
import { registerEndpoint } from '../../platform/http/registerEndpoint.ts'
import type { NameRegistry } from '../registry/NameRegistry.ts'
import { createSuggestions } from './createSuggestions.ts'

/**
 * Registers `/v1/profile/suggestions/{name}`.
 *
 * @param options.registry undefined if the server has no names; then every request is refused
 */
export function registerSuggestionRoute({ app, registry }: { app: App; registry: NameRegistry | undefined }): void {
  const suggest = registry && createSuggestions({ registry })
  registerEndpoint(app, getNameSuggestions, async ({ params: { name }, query: { zone } }) => {
    if (!registry || !suggest) throw new ServiceError('names_unavailable')
    if (zone !== undefined && zone.toLowerCase() !== registry.zone)
      throw new ServiceError('name_invalid', { field: 'zone', message: `Names here end in .${registry.zone}` })
    return { suggestions: await suggest(name) }
  })
}
