import { createHmac } from 'node:crypto'
import { ClientSecretPost } from 'oauth4webapi'
import { fixedServer } from './fixedServer.ts'
import { isRecord } from './isRecord.ts'
import type { OauthProfile } from './OauthProfile.ts'
import type { OauthEntry } from './readSecrets.ts'

/** The version of the Graph API. */
const version = 'v23.0'

/** Error code of the Graph API for a wrong or used authorization code. All others concern this server or Facebook. */
const codeError = 100

/**
 * Facebook: the Graph API. Its errors are objects, and each call proves that the caller has the app's secret. There is an address only if
 * the user confirmed one and shares it.
 */
export function createFacebook({ entry: { clientId, clientSecret, endpoints } }: { entry: OauthEntry }): OauthProfile {
  const userinfo = endpoints.userinfo ?? `https://graph.facebook.com/${version}/me`
  return {
    clientId,
    clientAuth: ClientSecretPost(clientSecret),
    server: fixedServer(
      {
        issuer: 'https://www.facebook.com',
        authorization: `https://www.facebook.com/${version}/dialog/oauth`,
        token: `https://graph.facebook.com/${version}/oauth/access_token`,
      },
      endpoints,
    ),
    scope: 'public_profile email',
    askParameters: { auth_type: 'reauthenticate' },
    isOpenId: false,
    returnsByPost: false,
    readTokenResponse: async (response) => {
      if (response.status < 400 || response.status > 499) return response
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined)
      if (!isRecord(body) || !isRecord(body.error)) return response
      return Response.json(
        { error: body.error.code === codeError ? 'invalid_grant' : 'invalid_client' },
        { status: 400 },
      )
    },
    identify: async ({ accessToken, read }) => {
      const url = new URL(userinfo)
      url.searchParams.set('fields', 'id,name,email')
      url.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(accessToken).digest('hex'))
      const user = await read(url.href)
      if (!isRecord(user)) return { subject: undefined, email: undefined, userName: undefined }
      return { subject: user.id, email: user.email, userName: user.name }
    },
  }
}
