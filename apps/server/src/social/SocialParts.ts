import type { LoginParts } from '../auth/LoginParts.ts'
import type { FarcasterChannels } from './FarcasterChannels.ts'
import type { OauthClients } from './providers/createOauthClients.ts'
import type { SocialLimits } from './socialLimits.ts'

/** What the steps of a login with a provider share. */
export type SocialParts = LoginParts & {
  clients: OauthClients
  /** Undefined where the operator did not set Farcaster up. */
  channels: FarcasterChannels | undefined
  socialLimits: SocialLimits
}
