import { randomBytes } from 'node:crypto'
import type { Answer, Call } from '../oauth/Call.ts'
import { checkPkce } from '../oauth/checkPkce.ts'
import { createGrants } from '../oauth/createGrants.ts'
import { createOauthFace } from '../oauth/createOauthFace.ts'
import { readBasic } from '../oauth/readBasic.ts'
import { readBearer } from '../oauth/readBearer.ts'
import { subjectOf } from '../people.ts'
import { emailStateOf } from './emailStateOf.ts'
import type { FaceParameters, FaceServer } from './Face.ts'

const paths = { authorization: '/oauth2/authorize', token: '/api/oauth2/token', userinfo: '/api/users/@me' }

/**
 * A provider like Discord: plain OAuth 2, with the secret in the form or as Basic authorization. A person's ID is a snowflake
 * (a number as text). With the scope `email`, `verified` reports whether the address is confirmed; the address is null for
 * people without one.
 */
export function createDiscord(parameters: FaceParameters): FaceServer {
  const { redirectUri, fault } = parameters
  const clientId = '1180000000000000002'
  const clientSecret = randomBytes(24).toString('base64url')
  const grants = createGrants()

  const isClient = (call: Call) => {
    const basic = readBasic(call.header('authorization'))
    const id = basic ? decodeURIComponent(basic.name) : call.form.get('client_id')
    const secret = basic ? decodeURIComponent(basic.password) : call.form.get('client_secret')
    return id === clientId && secret === clientSecret
  }
  const answerToken = (call: Call): Answer => {
    if (!isClient(call)) return { status: 401, body: { error: 'invalid_client' } }
    if (call.form.get('grant_type') !== 'authorization_code')
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    const code = call.form.get('code') ?? ''
    const grant = grants.takeCode(code)
    if (!grant || !checkPkce({ challenge: grant.challenge, verifier: call.form.get('code_verifier') ?? undefined }))
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid "code" in request.' } }
    if (call.form.get('redirect_uri') !== redirectUri)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid "redirect_uri" in request.' } }
    const token = grants.issueToken(code, grant)
    return {
      status: 200,
      body: { token_type: 'Bearer', access_token: token, expires_in: 604_800, scope: grant.scopes.join(' ') },
    }
  }
  const answerApi = (call: Call): Answer => {
    const grant = grants.findToken(readBearer(call.header('authorization')) ?? '')
    if (!grant?.scopes.includes('identify')) return { status: 401, body: { message: '401: Unauthorized', code: 0 } }
    const { person, scopes } = grant
    const state = emailStateOf(person, fault)
    return {
      status: 200,
      body: {
        id: subjectOf({ face: 'discord', person, digits: 18 }),
        username: person.id.replaceAll('-', '_'),
        discriminator: '0',
        global_name: person.name,
        avatar: null,
        ...(scopes.includes('email')
          ? { verified: state === 'verified', email: state === 'absent' ? null : person.email }
          : {}),
      },
    }
  }

  const { answer } = createOauthFace({
    ...parameters,
    provider: 'Discord',
    clientId,
    grants,
    paths,
    denial: {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request',
    },
    answerToken,
    answerApi,
  })
  return { credentials: { clientId, clientSecret }, paths, answer }
}
