import { randomBytes } from 'node:crypto'
import type { Answer, Call } from '../oauth/Call.ts'
import { checkPkce } from '../oauth/checkPkce.ts'
import { createGrants } from '../oauth/createGrants.ts'
import { createOauthFace } from '../oauth/createOauthFace.ts'
import { readBasic } from '../oauth/readBasic.ts'
import { readBearer } from '../oauth/readBearer.ts'
import { subjectOf } from '../people.ts'
import type { FaceParameters, FaceServer } from './Face.ts'

const paths = { authorization: '/i/oauth2/authorize', token: '/2/oauth2/token', userinfo: '/2/users/me' }

/**
 * A provider like X: plain OAuth 2 that requires PKCE and a `state`. Codes are valid for 30 seconds. The secret is sent as
 * Basic authorization with the two plain texts, without the escapes of RFC 6749, 2.3.1. Data about a person is in `data`,
 * without any address.
 */
export function createX(parameters: FaceParameters): FaceServer {
  const { redirectUri } = parameters
  // Ends in `:1:ci`, for a client with a secret.
  const clientId = Buffer.from('SandboxSandboxSandbox:1:ci').toString('base64url')
  const clientSecret = `sand-box_${randomBytes(30).toString('base64url')}`
  const grants = createGrants({ codeSeconds: 30 })

  const answerToken = ({ form, header }: Call): Answer => {
    const basic = readBasic(header('authorization'))
    if (basic?.name !== clientId || basic.password !== clientSecret)
      return {
        status: 401,
        body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
      }
    if (form.get('grant_type') !== 'authorization_code') return failure('Missing required parameter [grant_type].')
    const code = form.get('code') ?? ''
    const grant = grants.takeCode(code)
    if (!grant) return failure('Value passed for the authorization code was invalid.')
    if (form.get('redirect_uri') !== redirectUri)
      return failure('Value passed for the redirect uri did not match the uri of the authorization code.')
    if (!checkPkce({ challenge: grant.challenge, verifier: form.get('code_verifier') ?? undefined }))
      return failure('Value passed for the code verifier did not match the code challenge.')
    const token = grants.issueToken(code, grant)
    return {
      status: 200,
      body: { token_type: 'bearer', expires_in: 7200, access_token: token, scope: grant.scopes.join(' ') },
    }
  }
  const answerApi = ({ header }: Call): Answer => {
    const grant = grants.findToken(readBearer(header('authorization')) ?? '')
    if (!grant) return problem(401, 'Unauthorized')
    const { person, scopes } = grant
    if (!scopes.includes('users.read') || !scopes.includes('tweet.read')) return problem(403, 'Forbidden')
    const id = subjectOf({ face: 'x', person, digits: 19 })
    return { status: 200, body: { data: { id, name: person.name, username: person.id.replaceAll('-', '_') } } }
  }

  const { answer } = createOauthFace({
    ...parameters,
    provider: 'X',
    clientId,
    grants,
    paths,
    findError: (params) => {
      if (!params.get('code_challenge')) return 'The code_challenge is missing.'
      return params.get('state') ? undefined : 'The state is missing.'
    },
    denial: { error: 'access_denied' },
    answerToken,
    answerApi,
  })
  return { credentials: { clientId, clientSecret }, paths, answer }
}

function failure(error_description: string): Answer {
  return { status: 400, body: { error: 'invalid_request', error_description } }
}

function problem(status: number, title: string): Answer {
  return { status, body: { title, type: 'about:blank', status, detail: title } }
}
