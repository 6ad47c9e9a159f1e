import { ClientSecretPost } from 'oauth4webapi'
import type { Clock } from '../../platform/clock/Clock.ts'
import { createDiscovery } from './createDiscovery.ts'
import type { OauthProfile } from './OauthProfile.ts'
import type { OauthEntry } from './readSecrets.ts'

/** Google: standard OpenID Connect, with discovery. */
export function createGoogle({
  entry: { clientId, clientSecret, endpoints },
  signal,
  clock,
}: {
  entry: OauthEntry
  /** Creates the timeout signal of each request to Google. */
  signal: () => AbortSignal
  clock: Clock
}): OauthProfile {
  return {
    clientId,
    clientAuth: ClientSecretPost(clientSecret),
    server: createDiscovery({ issuer: endpoints.issuer ?? 'https://accounts.google.com', endpoints, signal, clock }),
    scope: 'openid email profile',
    askParameters: { prompt: 'select_account' },
    isOpenId: true,
    returnsByPost: false,
    identify: async ({ claims }) => ({
      subject: claims?.sub,
      email: claims?.email_verified === true ? claims.email : undefined,
      userName: claims?.name,
    }),
  }
}
