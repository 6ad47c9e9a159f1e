import { randomBytes } from 'node:crypto'
import { createOidcFace } from '../oidc/createOidcFace.ts'
import { subjectOf } from '../people.ts'
import { emailStateOf } from './emailStateOf.ts'
import type { FaceParameters, FaceServer } from './Face.ts'

/**
 * Like Google: OpenID Connect with a client secret besides PKCE, `iss` in the callback (RFC 9207), a subject of 21 digits, name and
 * address in the id_token.
 */
export async function createGoogle(parameters: FaceParameters): Promise<FaceServer> {
  const { redirectUri, clientName, fault } = parameters
  const clientId = '724051836914-sandbox.apps.googleusercontent.com'
  const clientSecret = `GOCSPX-${randomBytes(21).toString('base64url')}`
  const paths = {
    authorization: '/o/oauth2/v2/auth',
    token: '/token',
    jwks: '/oauth2/v3/certs',
    userinfo: '/v1/userinfo',
  }
  const { answer } = await createOidcFace({
    ...parameters,
    provider: 'Google',
    client: {
      client_id: clientId,
      client_secret: clientSecret,
      client_name: clientName,
      redirect_uris: [redirectUri],
    },
    paths,
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    subjectOf: (person) => subjectOf({ face: 'google', person, digits: 21 }),
    describe: (person) => {
      const [given, ...family] = person.name.split(' ')
      const emailState = emailStateOf(person, fault)
      return {
        name: person.name,
        given_name: given,
        ...(family.length > 0 ? { family_name: family.join(' ') } : {}),
        ...(emailState === 'absent' ? {} : { email: person.email, email_verified: emailState === 'verified' }),
      }
    },
    denial: { error: 'access_denied' },
  })
  return { credentials: { clientId, clientSecret }, isIssuer: true, paths, answer }
}
