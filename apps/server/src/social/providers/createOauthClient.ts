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

/** Data of one attempt that the provider receives, besides the visitor's browser. */
export type Authorization = {
  state: string
  /** Returned in the ID token. */
  nonce: string
  /** The secret half of PKCE (RFC 7636). */
  verifier: string
  redirectUri: string
}

/** A provider, for the steps of a login. */
export type OauthClient = {
  /** The visitor returns by a form on the provider's page. */
  returnsByPost: boolean
  /** Whether the provider can be forced to show its dialog to a visitor who is logged in there. */
  canAsk: boolean
  /**
   * Returns the authorization URL for the visitor.
   *
   * @param options.isAsked forces the provider's dialog for a visitor who is logged in there, if the provider supports it
   * @throws LatchkeyError `social_provider_failed` if its endpoints cannot be discovered
   */
  authorizeUrl: (options: { authorization: Authorization; isAsked: boolean }) => Promise<string>
  /**
   * Identifies the returning visitor. Checks the issuer (RFC 9207), state, code with PKCE, and the ID token's signature, issuer, audience,
   * times and nonce.
   *
   * @param options.parameters parameters of the return
   * @throws LatchkeyError `social_denied`, `social_refused`, `social_provider_failed`; the details have the reason, only for the log
   */
  identify: (options: { parameters: URLSearchParams; authorization: Authorization }) => Promise<ProvenIdentity>
}

/** Creates the client of a provider. */
export function createOauthClient({
  provider,
  profile,
  signal,
}: {
  provider: OauthProvider
  profile: OauthProfile
  /** Creates the timeout signal of each request. */
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

/** Only there does plain http count as safe. */
function isOnThisMachine(address: string | undefined): boolean {
  return address !== undefined && isLocalHost(new URL(address).hostname)
}

/**
 * Converts the provider's error instead of a code: the visitor declined, the provider is unavailable, or this server sent a wrong request.
 */
function describeRefusal(error: string): ServiceError {
  const details = `the provider answered ${error.replace(/\W/g, '').slice(0, 60)}`
  if (denials.has(error)) return new ServiceError('social_denied', { details })
  return new ServiceError(failures.has(error) ? 'social_provider_failed' : 'social_refused', { details })
}

/** The second is Apple's own code. */
const denials = new Set(['access_denied', 'user_cancelled_authorize'])
const failures = new Set(['server_error', 'temporarily_unavailable'])
