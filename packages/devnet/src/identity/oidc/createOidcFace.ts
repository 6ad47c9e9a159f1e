import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, {
  type AccountClaims,
  type ClientMetadata,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { Page } from '../../page/renderPage.ts'
import { sendPage } from '../../page/sendPage.ts'
import { type Callback, spoilCallback } from '../faces/Callback.ts'
import type { FaceParameters, FaceServer } from '../faces/Face.ts'
import { readLastPerson, writeLastPerson } from '../page/lastPerson.ts'
import { readSignIn } from '../page/readSignIn.ts'
import { renderErrorPage } from '../page/renderErrorPage.ts'
import { renderFormPost } from '../page/renderFormPost.ts'
import { renderSignInPage } from '../page/renderSignInPage.ts'
import type { Person } from '../people.ts'
import { createSigningKey } from './createSigningKey.ts'
import { spoilIdToken } from './spoilIdToken.ts'

/** Parameters of an authorization request. */
export type AuthorizationParams = Readonly<Record<string, unknown>>

/** A person, and their form. */
export type SignIn = { person: Person; form: URLSearchParams }

/** Differences of a provider from plain OpenID Connect. */
export type OidcFaceParameters = FaceParameters & {
  /** Its name, for the page. */
  provider: string
  client: ClientMetadata
  /** A provider without `userinfo` says everything in the id_token. */
  paths: { authorization: string; token: string; jwks: string; userinfo?: string }
  claims: Record<string, string[]>
  subjectOf: (person: Person) => string
  /** Returns the claims about a person. */
  describe: (person: Person) => Omit<AccountClaims, 'sub'>
  /** Additional questions of the sign-in page, as HTML. */
  choices?: (params: AuthorizationParams) => string
  /** Modifies a request before the library receives it, or returns an error. */
  shapeRequest?: (params: URLSearchParams) => string | undefined
  /** Modifies the callback; `signIn` is undefined if the visitor canceled. */
  shapeCallback?: (callback: Callback, about: { params: AuthorizationParams; signIn: SignIn | undefined }) => Callback
  /** Error after a visitor cancels. */
  denial: { error: string; error_description?: string }
  /** Checks the client's secret where it is more than a text to compare. */
  checkSecret?: (secret: string) => Promise<boolean>
}

/** A provider of OpenID Connect on `oidc-provider`: its grants, codes, PKCE and tokens are the library's, its pages and quirks ours. */
export async function createOidcFace({
  base,
  clientName,
  fault,
  provider: name,
  client,
  paths,
  claims,
  subjectOf,
  describe,
  choices,
  shapeRequest,
  shapeCallback = (callback) => callback,
  denial,
  checkSecret,
}: OidcFaceParameters): Promise<Pick<FaceServer, 'answer'>> {
  const key = await createSigningKey({ kid: randomBytes(8).toString('hex') })
  const signIns = new Map<string, SignIn>()
  const mountPath = new URL(base).pathname

  const provider = new Provider(base, {
    clients: [
      {
        application_type: 'web',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        ...client,
      },
    ],
    jwks: { keys: [key.jwk] },
    routes: paths,
    claims: { openid: ['sub'], ...claims },
    scopes: ['openid'],
    extraParams: [askedParam],
    // The real providers put the claims of the scopes into the id_token.
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: paths.userinfo !== undefined },
    },
    pkce: { required: () => false },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: { interaction: 'sandbox_signin', resume: 'sandbox_resume', session: sessionCookie },
    },
    ttl: { AccessToken: 3600, AuthorizationCode: 600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    interactions: {
      url: (_context, { uid }) => `${mountPath}/signin/${uid}`,
      // Every request shows the sign-in page, because no visitor is remembered.
      policy: [new interactionPolicy.Prompt({ name: 'login', requestable: true }, askUntilAnswered)],
    },
    findAccount: (_context, accountId) => {
      const signIn = signIns.get(accountId)
      return signIn && { accountId, claims: () => ({ ...describe(signIn.person), sub: accountId }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const { accountId } = oidc.session ?? {}
      const grant = new provider.Grant({ clientId: client.client_id, ...(accountId ? { accountId } : {}) })
      grant.addOIDCScope([...oidc.requestParamScopes].join(' '))
      await grant.save()
      return grant
    },
    renderError: (context, { error, error_description }) =>
      writePage(context, renderErrorPage({ provider: name, message: error_description ?? error })),
  })
  if (checkSecret) provider.Client.prototype.compareClientSecret = checkSecret
  provider.registerResponseMode('sandbox_query', (context, redirectUri, payload) => {
    const url = new URL(redirectUri)
    for (const [field, value] of Object.entries(toCallback(context, payload))) url.searchParams.set(field, value)
    context.redirect(url.href)
  })
  provider.registerResponseMode('sandbox_form_post', (context, action, payload) =>
    writePage(context, renderFormPost({ action, fields: toCallback(context, payload) })),
  )
  provider.use(async (context, next) => {
    await next()
    const { body } = context
    if (context.path !== paths.token || typeof body !== 'object' || !('id_token' in body)) return
    context.body = { ...body, id_token: await spoilIdToken({ idToken: String(body.id_token), key, fault }) }
  })
  const callback = provider.callback()

  function toCallback({ oidc }: KoaContextWithOIDC, payload: Record<string, unknown>): Callback {
    const callback = Object.fromEntries(Object.entries(payload).map(([field, value]) => [field, String(value)]))
    const signIn = signIns.get(oidc.session?.accountId ?? '')
    return spoilCallback(shapeCallback(callback, { params: oidc.params ?? {}, signIn }), fault)
  }

  async function signIn(request: IncomingMessage, response: ServerResponse) {
    const details = await provider.interactionDetails(request, response).catch(() => undefined)
    if (!details) {
      sendPage(
        response,
        renderErrorPage({ provider: name, message: 'This sign-in has ended. Start again on the site.' }),
      )
      return
    }
    const chosen = request.method === 'POST' ? await readSignIn(request) : null
    if (chosen === null) {
      const page = renderSignInPage({
        ...{ provider: name, clientName, choices: choices?.(details.params) ?? '' },
        mustAsk: details.params[askedParam] !== undefined,
        last: readLastPerson(request),
      })
      sendPage(response, page)
      return
    }
    if (chosen === 'cancel') {
      await provider.interactionFinished(request, response, denial)
      return
    }
    const accountId = subjectOf(chosen.person)
    signIns.set(accountId, chosen)
    writeLastPerson({ response, person: chosen.person, path: mountPath })
    await provider.interactionFinished(request, response, { login: { accountId } })
  }

  return {
    answer: async (request, response) => {
      const url = new URL(request.url ?? '/', base)
      if (url.pathname.startsWith('/signin/')) {
        await signIn(request, response)
        return
      }
      if (url.pathname === paths.authorization) {
        const message = shapeRequest?.(url.searchParams)
        if (message) {
          sendPage(response, renderErrorPage({ provider: name, message }))
          return
        }
        const mode = url.searchParams.get('response_mode') ?? 'query'
        url.searchParams.set('response_mode', `sandbox_${mode}`)
        // The page always asks for a person; the library keeps the reason with the request.
        if (url.searchParams.has('prompt')) url.searchParams.set(askedParam, '1')
        url.searchParams.delete('prompt')
        if (fault.is('noPkce')) {
          url.searchParams.delete('code_challenge')
          url.searchParams.delete('code_challenge_method')
        }
        request.url = `${url.pathname}${url.search}`
      }
      // The library derives its base path from `originalUrl`. Without its cookie, it cannot remember the last person.
      Object.assign(request, { originalUrl: `${mountPath}${request.url}` })
      request.headers.cookie = withoutSession(request.headers.cookie)
      await callback(request, response)
    },
  }
}

const sessionCookie = 'sandbox_session'
/** Parameter of requests that have the provider ask although it may know the visitor. */
const askedParam = 'sandbox_asked'

const askUntilAnswered = new interactionPolicy.Check('not_answered', 'Somebody has to sign in', ({ oidc }) =>
  oidc.result?.login ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
)

function withoutSession(cookie = '') {
  return cookie
    .split(/; */)
    .filter((pair) => !pair.startsWith(sessionCookie))
    .join('; ')
}

function writePage(context: KoaContextWithOIDC, { status, headers, html }: Page) {
  context.status = status
  context.set(headers)
  context.body = html
}
