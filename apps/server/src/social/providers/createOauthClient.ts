import type { OauthProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  customFetch,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import type { ProvenIdentity } from '../../auth/ProvenIdentity.ts'
import { isLocalHost } from '../../platform/config/isLocalHost.ts'
import type { OauthProfile } from './OauthProfile.ts'
import { readJson } from './readJson.ts'
import { toIdentity } from './toIdentity.ts'
import { toSocialError } from './toSocialError.ts'

/** What one attempt shares with a provider, besides the visitor's own browser. */
export type Authorization = {
  state: string
  /** Repeated by an id_token. */
  nonce: string
  /** The secret half of PKCE (RFC 7636). */
  verifier: string
  redirectUri: string
}

/** A provider, as the steps of a login use it. */
export type OauthClient = {
  /** The visitor comes back by a form of the provider's page. */
  returnsByPost: boolean
  /** It can be made to ask somebody who is signed in there already. */
  canAsk: boolean
  /**
   * Where the visitor is led.
   *
   * @param options.isAsked somebody who is signed in there already is asked all the same, where the provider can do that
   * @throws LatchkeyError `social_provider_failed` when its addresses cannot be discovered
   */
  authorizeUrl: (options: { authorization: Authorization; isAsked: boolean }) => Promise<string>
  /**
   * Asks who came back, and checks everything that came with them: issuer (RFC 9207), state, code with PKCE, and the id_token's signature,
   * issuer, audience, times and nonce.
   *
   * @param options.parameters what came back with the visitor
   * @throws LatchkeyError `social_denied`, `social_refused`, `social_provider_failed`; the reason stands in the details, for the log alone
   */
  identify: (options: { parameters: URLSearchParams; authorization: Authorization }) => Promise<ProvenIdentity>
}

/** Creates what talks to a provider. */
export function createOauthClient({
  provider,
  profile,
  signal,
}: {
  provider: OauthProvider
  profile: OauthProfile
  /** Of one request: aborts when it takes too long. */
  signal: () => AbortSignal
}): OauthClient {
  const client = { client_id: profile.clientId }
  const { returnsByPost, isOpenId, readTokenResponse } = profile

  const identify: OauthClient['identify'] = async ({ parameters, authorization }) => {
    const { state, nonce, verifier, redirectUri } = authorization
    const refusal = parameters.get('error')
    if (refusal !== null) throw describeRefusal(refusal)
    const server = await profile.server()
    const options = {
      signal,
      [allowInsecureRequests]: isOnThisMachine(server.token_endpoint),
      ...(readTokenResponse
        ? {
            [customFetch]: async (...request: Parameters<typeof fetch>) => readTokenResponse(await fetch(...request)),
          }
        : {}),
    }
    const checked = validateAuthResponse(server, client, parameters, state)
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      profile.clientAuth,
      checked,
      redirectUri,
      verifier,
      options,
    )
    const tokens = await processAuthorizationCodeResponse(
      server,
      client,
      response,
      isOpenId ? { expectedNonce: nonce, requireIdToken: true } : {},
    )
    if (isOpenId) {
      await validateApplicationLevelSignature(server, response, {
        signal,
        [allowInsecureRequests]: isOnThisMachine(server.jwks_uri),
      })
    }
    const answer = await profile.identify({
      accessToken: tokens.access_token,
      claims: isOpenId ? getValidatedIdTokenClaims(tokens) : undefined,
      parameters,
      read: (url) => readJson({ url, accessToken: tokens.access_token, signal: signal() }),
    })
    return toIdentity({ kind: provider, issuer: server.issuer, answer })
  }

  return {
    returnsByPost,
    canAsk: profile.askParameters !== undefined,
    authorizeUrl: async ({ authorization: { state, nonce, verifier, redirectUri }, isAsked }) => {
      const { authorization_endpoint: address } = await profile.server().catch((error) => {
        throw toSocialError(error)
      })
      if (address === undefined) throw new ServiceError('social_provider_failed')
      const url = new URL(address)
      const parameters = {
        response_type: 'code',
        client_id: profile.clientId,
        redirect_uri: redirectUri,
        scope: profile.scope,
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isOpenId ? { nonce } : {}),
        ...profile.parameters,
        ...(isAsked ? profile.askParameters : {}),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    identify: (options) =>
      identify(options).catch((error) => {
        throw toSocialError(error)
      }),
  }
}

/** Plain http counts as safe there alone. */
function isOnThisMachine(address: string | undefined): boolean {
  return address !== undefined && isLocalHost(new URL(address).hostname)
}

/** What a provider says in the place of a code: that the visitor would not, that it cannot now, or that this server asks wrongly. */
function describeRefusal(error: string): ServiceError {
  const details = `the provider answered ${error.replace(/\W/g, '').slice(0, 60)}`
  if (denials.has(error)) return new ServiceError('social_denied', { details })
  return new ServiceError(failures.has(error) ? 'social_provider_failed' : 'social_refused', { details })
}

/** The second is Apple's own word for it. */
const denials = new Set(['access_denied', 'user_cancelled_authorize'])
const failures = new Set(['server_error', 'temporarily_unavailable'])
