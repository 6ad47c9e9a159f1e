import { ClientSecretPost } from 'oauth4webapi'
import { fixedServer } from './fixedServer.ts'
import { isRecord } from './isRecord.ts'
import type { OauthProfile } from './OauthProfile.ts'
import type { OauthEntry } from './readSecrets.ts'

/** GitHub's error codes about this server. All others concern the code or the user. */
const serverErrors = new Set(['incorrect_client_credentials', 'redirect_uri_mismatch', 'application_suspended'])

/** GitHub: OAuth without OpenID Connect. It reports errors with status 200, and has a separate endpoint for addresses. */
export function createGithub({ entry: { clientId, clientSecret, endpoints } }: { entry: OauthEntry }): OauthProfile {
  const userinfo = endpoints.userinfo ?? 'https://api.github.com/user'
  const emails = endpoints.emails ?? 'https://api.github.com/user/emails'
  return {
    clientId,
    clientAuth: ClientSecretPost(clientSecret),
    server: fixedServer(
      {
        issuer: 'https://github.com/login/oauth',
        authorization: 'https://github.com/login/oauth/authorize',
        token: 'https://github.com/login/oauth/access_token',
      },
      endpoints,
    ),
    scope: 'read:user user:email',
    askParameters: { prompt: 'select_account' },
    isOpenId: false,
    returnsByPost: false,
    readTokenResponse: async (response) => {
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined)
      if (!response.ok || !isRecord(body) || typeof body.error !== 'string') return response
      const error = serverErrors.has(body.error) ? 'invalid_client' : 'invalid_grant'
      return Response.json({ error }, { status: 400 })
    },
    identify: async ({ read }) => {
      const user = await read(userinfo)
      const addresses = await read(emails)
      const main = (Array.isArray(addresses) ? addresses : [])
        .filter(isRecord)
        .find(({ primary, verified }) => primary === true && verified === true)
      if (!isRecord(user)) return { subject: undefined, email: undefined, userName: undefined }
      return { subject: user.id, email: main?.email, userName: user.name ?? user.login }
    },
  }
}
