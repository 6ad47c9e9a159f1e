import { ClientSecretPost } from 'oauth4webapi'
import { fixedServer } from './fixedServer.ts'
import { isRecord } from './isRecord.ts'
import type { OauthProfile } from './OauthProfile.ts'
import type { OauthEntry } from './readSecrets.ts'

/** Discord: OAuth without OpenID Connect. Accounts created with a phone number have no address, and an address can be unverified. */
export function createDiscord({ entry: { clientId, clientSecret, endpoints } }: { entry: OauthEntry }): OauthProfile {
  const userinfo = endpoints.userinfo ?? 'https://discord.com/api/users/@me'
  return {
    clientId,
    clientAuth: ClientSecretPost(clientSecret),
    server: fixedServer(
      {
        issuer: 'https://discord.com',
        authorization: 'https://discord.com/oauth2/authorize',
        token: 'https://discord.com/api/oauth2/token',
      },
      endpoints,
    ),
    scope: 'identify email',
    askParameters: { prompt: 'consent' },
    isOpenId: false,
    returnsByPost: false,
    identify: async ({ read }) => {
      const user = await read(userinfo)
      if (!isRecord(user)) return { subject: undefined, email: undefined, userName: undefined }
      return {
        subject: user.id,
        email: user.verified === true ? user.email : undefined,
        userName: user.global_name ?? user.username,
      }
    },
  }
}
