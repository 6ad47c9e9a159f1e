import type { LoginParts } from '../auth/LoginParts.ts'
import type { FarcasterChannels } from './FarcasterChannels.ts'
import type { OauthClients } from './providers/createOauthClients.ts'
import type { SocialLimits } from './socialLimits.ts'

/** Dependencies of the steps of a provider login. */
export type SocialParts = LoginParts & {
  clients: OauthClients
  /** Undefined if Farcaster is not configured. */
  channels: FarcasterChannels | undefined
  socialLimits: SocialLimits
}
