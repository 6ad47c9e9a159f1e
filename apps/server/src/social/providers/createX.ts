import { fixedServer } from './fixedServer.ts'
import { isRecord } from './isRecord.ts'
import type { OauthProfile } from './OauthProfile.ts'
import type { OauthEntry } from './readSecrets.ts'

/** X: OAuth with PKCE. It returns no address, wraps the user into `data`, and cannot be forced to show its dialog. */
export function createX({ entry: { clientId, clientSecret, endpoints } }: { entry: OauthEntry }): OauthProfile {
  const userinfo = endpoints.userinfo ?? 'https://api.x.com/2/users/me'
  // Plain, not form-encoded (RFC 6749, 2.3.1), because X does not decode it. For providers with base64url ids and secrets, both forms are
  // equal.
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return {
    clientId,
    clientAuth: (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`),
    server: fixedServer(
      {
        issuer: 'https://x.com',
        authorization: 'https://x.com/i/oauth2/authorize',
        token: 'https://api.x.com/2/oauth2/token',
      },
      endpoints,
    ),
    // X requires the right to read posts for reading the user.
    scope: 'users.read tweet.read',
    isOpenId: false,
    returnsByPost: false,
    identify: async ({ read }) => {
      const answer = await read(userinfo)
      const user = isRecord(answer) && isRecord(answer.data) ? answer.data : {}
      return {
        subject: user.id,
        email: undefined,
        userName: typeof user.username === 'string' ? `@${user.username}` : undefined,
      }
    },
  }
}
