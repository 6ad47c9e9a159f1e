import { type SocialProvider, socialProviders } from '@latchkey/protocol'
import type { ServerConfig } from './ServerConfig.ts'

/** Returns the configured providers in display order. */
export function listSocialProviders({ social }: Pick<ServerConfig, 'social'>): SocialProvider[] {
  return socialProviders.filter((provider) => social[provider] !== undefined)
}
