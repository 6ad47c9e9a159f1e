import { randomBytes } from 'node:crypto'
import type { Answer, Call } from '../oauth/Call.ts'
import { checkPkce } from '../oauth/checkPkce.ts'
import { createGrants } from '../oauth/createGrants.ts'
import { createOauthFace } from '../oauth/createOauthFace.ts'
import { readBearer } from '../oauth/readBearer.ts'
import { type Person, subjectOf } from '../people.ts'
import { emailStateOf } from './emailStateOf.ts'
import type { FaceParameters, FaceServer } from './Face.ts'

const paths = {
  authorization: '/login/oauth/authorize',
  token: '/login/oauth/access_token',
  userinfo: '/api/user',
  emails: '/api/user/emails',
}

/**
 * A provider like GitHub: plain OAuth 2 with PKCE, where `response_type` and `redirect_uri` are optional. The token endpoint answers
 * as a form unless the client accepts JSON, and returns errors with status 200. The API requires a User-Agent and identifies people
 * by a number. Its list of addresses has unverified ones and one primary address.
 */
export function createGithub(parameters: FaceParameters): FaceServer {
  const { redirectUri, fault } = parameters
  const clientId = 'Ov23liSandbox0000000'
  const clientSecret = randomBytes(20).toString('hex')
  const grants = createGrants({ tokenPrefix: 'gho_' })

  const exchange = ({ form }: Call): Record<string, string> => {
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return failure('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.')
    const code = form.get('code') ?? ''
    const grant = grants.takeCode(code)
    if (!grant || !checkPkce({ challenge: grant.challenge, verifier: form.get('code_verifier') ?? undefined }))
      return failure('bad_verification_code', 'The code passed is incorrect or expired.')
    if ((form.get('redirect_uri') ?? grant.redirectUri) !== grant.redirectUri)
      return failure(
        'redirect_uri_mismatch',
        'The redirect_uri MUST match the registered callback URL for this application.',
      )
    return { access_token: grants.issueToken(code, grant), scope: grant.scopes.join(','), token_type: 'bearer' }
  }
  const answerToken = (call: Call): Answer => {
    const body = exchange(call)
    const wantsJson = call.header('accept')?.includes('application/json') ?? false
    return { status: 200, body: wantsJson ? body : new URLSearchParams(body).toString() }
  }
  const answerApi = (call: Call): Answer => {
    if (!call.header('user-agent'))
      return {
        status: 403,
        headers: { 'content-type': 'text/html' },
        body: 'Request forbidden by administrative rules.',
      }
    const grant = grants.findToken(readBearer(call.header('authorization'), 'Bearer|token') ?? '')
    if (!grant) return { status: 401, body: { message: 'Bad credentials', status: '401' } }
    const { person, scopes } = grant
    const id = Number(subjectOf({ face: 'github', person, digits: 8 }))
    const login = `${person.id}-sandbox`
    // A profile has only a public address, and most people show none.
    if (call.path === paths.userinfo)
      return { status: 200, body: { login, id, type: 'User', name: person.name, email: null } }
    if (!scopes.some((scope) => scope === 'user' || scope === 'user:email'))
      return { status: 404, body: { message: 'Not Found', status: '404' } }
    return { status: 200, body: listEmails({ person, id, login, state: emailStateOf(person, fault) }) }
  }

  const { answer } = createOauthFace({
    ...parameters,
    provider: 'GitHub',
    clientId,
    grants,
    paths,
    defaults: { response_type: 'code', redirect_uri: redirectUri },
    findError: (params) =>
      params.has('code_challenge') && params.get('code_challenge_method') !== 'S256'
        ? 'The code_challenge_method must be S256.'
        : undefined,
    denial: { error: 'access_denied', error_description: 'The user has denied your application access.' },
    answerToken,
    answerApi,
  })
  return { credentials: { clientId, clientSecret }, paths, answer }
}

const failure = (error: string, error_description: string) => ({ error, error_description })

/** The primary address is neither the first nor the only one, and only it counts. */
function listEmails({
  person,
  id,
  login,
  state,
}: {
  person: Person
  id: number
  login: string
  state: Person['emailState']
}) {
  const unused = { email: `${person.id}@old.example.com`, verified: false, primary: false, visibility: null }
  const hidden = { email: `${id}+${login}@users.noreply.github.com`, verified: true, primary: false, visibility: null }
  if (state === 'absent') return []
  return [unused, hidden, { email: person.email, verified: state === 'verified', primary: true, visibility: 'private' }]
}
