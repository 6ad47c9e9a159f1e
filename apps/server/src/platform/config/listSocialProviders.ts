import { type SocialProvider, socialProviders } from '@latchkey/protocol'
import type { ServerConfig } from './ServerConfig.ts'

/** The providers that the operator set up, in the order in which they are offered. */
export function listSocialProviders({ social }: Pick<ServerConfig, 'social'>): SocialProvider[] {
  return socialProviders.filter((provider) => social[provider] !== undefined)
}
