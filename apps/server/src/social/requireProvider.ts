import type { SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SocialParts } from './SocialParts.ts'

/** @throws LatchkeyError `social_unavailable` if the provider is not configured */
export function requireProvider({ clients, channels }: SocialParts, provider: SocialProvider): void {
  const isThere = provider === 'farcaster' ? channels !== undefined : clients.has(provider)
  if (!isThere) throw new ServiceError('social_unavailable')
}
