import { createHmac, randomBytes } from 'node:crypto'
import type { Answer, Call } from '../oauth/Call.ts'
import { checkPkce } from '../oauth/checkPkce.ts'
import { createGrants } from '../oauth/createGrants.ts'
import { createOauthFace } from '../oauth/createOauthFace.ts'
import { readBearer } from '../oauth/readBearer.ts'
import { subjectOf } from '../people.ts'
import { emailStateOf } from './emailStateOf.ts'
import type { FaceParameters, FaceServer } from './Face.ts'

const version = '/v24.0'
const paths = {
  authorization: `${version}/dialog/oauth`,
  token: `${version}/oauth/access_token`,
  userinfo: `${version}/me`,
}

/**
 * A provider like Facebook: plain OAuth 2 whose token endpoint accepts GET and POST. Its graph requires `appsecret_proof` and
 * returns the requested fields. `email` is left out without a confirmed address. Errors are an object with a code. `#_=_`
 * follows every redirect URL.
 */
export function createFacebook(parameters: FaceParameters): FaceServer {
  const { redirectUri, fault } = parameters
  const clientId = '1180000000000001'
  const clientSecret = randomBytes(16).toString('hex')
  const grants = createGrants({ tokenPrefix: 'EAA' })

  const answerToken = ({ method, query, form }: Call): Answer => {
    const params = method === 'GET' ? query : form
    if (params.get('client_id') !== clientId) return failure({ code: 101, message: 'Error validating application.' })
    if (params.get('client_secret') !== clientSecret)
      return failure({ code: 1, message: 'Error validating client secret.' })
    if (params.get('redirect_uri') !== redirectUri)
      return failure({
        ...{ code: 100, error_subcode: 36008 },
        message:
          'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      })
    const code = params.get('code') ?? ''
    const grant = grants.takeCode(code)
    if (!grant) return failure({ code: 100, error_subcode: 36009, message: 'This authorization code has been used.' })
    if (!checkPkce({ challenge: grant.challenge, verifier: params.get('code_verifier') ?? undefined }))
      return failure({ code: 100, message: 'Invalid code_verifier parameter' })
    const token = grants.issueToken(code, grant)
    return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: 5_183_944 } }
  }
  const answerApi = (call: Call): Answer => {
    const token = call.query.get('access_token') ?? readBearer(call.header('authorization')) ?? ''
    const grant = grants.findToken(token)
    if (!grant) return failure({ code: 190, message: 'Invalid OAuth access token.' })
    const proof = call.query.get('appsecret_proof')
    if (proof === null)
      return failure({
        ...{ code: 100, type: 'GraphMethodException' },
        message: 'API calls from the server require an appsecret_proof argument',
      })
    if (proof !== createHmac('sha256', clientSecret).update(token).digest('hex'))
      return failure({
        ...{ code: 100, type: 'GraphMethodException' },
        message: 'Invalid appsecret_proof provided in the API argument',
      })
    const { person, scopes } = grant
    const hasEmail = scopes.includes('email') && emailStateOf(person, fault) === 'verified'
    const known: Readonly<Record<string, string>> = {
      id: subjectOf({ face: 'facebook', person, digits: 17 }),
      name: person.name,
      ...(hasEmail ? { email: person.email } : {}),
    }
    const fields = (call.query.get('fields') ?? 'id,name').split(',')
    // The id is given in any case.
    return {
      status: 200,
      body: Object.fromEntries(Object.entries(known).filter(([name]) => name === 'id' || fields.includes(name))),
    }
  }

  const { answer } = createOauthFace({
    ...parameters,
    provider: 'Facebook',
    clientId,
    grants,
    paths,
    defaults: { response_type: 'code' },
    separator: /[ ,]+/,
    denial: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    fragment: '_=_',
    tokenMethods: ['GET', 'POST'],
    answerToken,
    answerApi,
  })
  return { credentials: { clientId, clientSecret }, paths, answer }
}

function failure(error: { code: number; error_subcode?: number; type?: string; message: string }): Answer {
  return {
    status: 400,
    body: { error: { type: 'OAuthException', ...error, fbtrace_id: randomBytes(8).toString('base64url') } },
  }
}
