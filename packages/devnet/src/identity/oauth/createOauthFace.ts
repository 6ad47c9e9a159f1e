import { sendPage } from '../../page/sendPage.ts'
import { type Callback, spoilCallback } from '../faces/Callback.ts'
import type { FaceParameters, FaceServer } from '../faces/Face.ts'
import type { Endpoints } from '../IdentityProvider.ts'
import { readLastPerson, writeLastPerson } from '../page/lastPerson.ts'
import { readSignIn } from '../page/readSignIn.ts'
import { renderErrorPage } from '../page/renderErrorPage.ts'
import { renderSignInPage } from '../page/renderSignInPage.ts'
import type { Person } from '../people.ts'
import { type Answer, type Call, readCall, sendAnswer } from './Call.ts'
import type { Grants } from './createGrants.ts'

/** Differences of a provider from plain OAuth 2. */
export type OauthFaceParameters = FaceParameters & {
  /** Its name, for the page. */
  provider: string
  clientId: string
  grants: Grants
  paths: Endpoints
  /** Values of parameters that its clients leave out. */
  defaults?: Readonly<Record<string, string>>
  /** Separator of scopes. */
  separator?: RegExp
  /** Finds errors of a request that only this provider has; shown on a page. */
  findError?: (params: URLSearchParams) => string | undefined
  /** Callback after a visitor cancels. */
  denial: Callback
  /** Fragment after the redirect URL. */
  fragment?: string
  /** How a token may be asked for. */
  tokenMethods?: readonly string[]
  /** Answers a request for a token. */
  answerToken: (call: Call) => Answer
  /** Answers a request to anything else of `paths`. */
  answerApi: (call: Call) => Answer
}

/**
 * Creates a provider of plain OAuth 2 (RFC 6749, 4.1), without id_token and `iss`. Its login page asks for a person, and its API
 * returns this person. The form of the page posts to the address of the request. A cookie remembers the person for a second question.
 */
export function createOauthFace({
  base,
  redirectUri,
  clientName,
  fault,
  provider,
  clientId,
  grants,
  paths: { authorization, token, ...others },
  defaults = {},
  separator = / +/,
  findError,
  denial,
  fragment = '',
  tokenMethods = ['POST'],
  answerToken,
  answerApi,
}: OauthFaceParameters): Pick<FaceServer, 'answer'> {
  const findMistake = (params: URLSearchParams) => {
    if (params.get('client_id') !== clientId) return 'There is no client with this client_id.'
    if (params.get('redirect_uri') !== redirectUri) return 'The redirect_uri is not the one that is registered.'
    if (params.get('response_type') !== 'code') return 'The response_type is not code.'
    if (params.has('code_challenge') && !['S256', 'plain'].includes(params.get('code_challenge_method') ?? 'plain'))
      return 'The code_challenge_method is not known.'
    return findError?.(params)
  }
  const issueCode = (params: URLSearchParams, person: Person) => {
    const value = fault.is('noPkce') ? null : params.get('code_challenge')
    return grants.issueCode({
      person,
      redirectUri,
      scopes: (params.get('scope') ?? '').split(separator).filter((scope) => scope !== ''),
      challenge: value === null ? undefined : { value, method: params.get('code_challenge_method') ?? 'plain' },
    })
  }

  const answerCall = (call: Call): Answer | undefined => {
    if (call.path === token) return tokenMethods.includes(call.method) ? answerToken(call) : undefined
    return call.method === 'GET' && Object.values(others).includes(call.path) ? answerApi(call) : undefined
  }

  return {
    answer: async (request, response) => {
      const url = new URL(request.url ?? '/', redirectUri)
      if (url.pathname !== authorization) {
        const answer = answerCall(await readCall(request))
        if (answer) sendAnswer(response, answer)
        else response.writeHead(404).end()
        return
      }
      const params = new URLSearchParams({ ...defaults, ...Object.fromEntries(url.searchParams) })
      const message = findMistake(params)
      if (message) {
        sendPage(response, renderErrorPage({ provider, message }))
        return
      }
      const chosen = request.method === 'POST' ? await readSignIn(request) : null
      if (chosen === null) {
        const mustAsk = params.has('prompt') || params.has('auth_type')
        sendPage(response, renderSignInPage({ provider, clientName, mustAsk, last: readLastPerson(request) }))
        return
      }
      if (chosen !== 'cancel') writeLastPerson({ response, person: chosen.person, path: new URL(base).pathname })
      const state = params.get('state')
      const callback = spoilCallback(
        {
          ...(chosen === 'cancel' ? denial : { code: issueCode(params, chosen.person) }),
          ...(state === null ? {} : { state }),
        },
        fault,
      )
      const location = new URL(redirectUri)
      for (const [field, value] of Object.entries(callback)) location.searchParams.set(field, value)
      location.hash = fragment
      response.writeHead(302, { location: location.href, 'cache-control': 'no-store' }).end()
    },
  }
}
