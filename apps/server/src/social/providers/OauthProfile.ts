import type { AuthorizationServer, ClientAuth, IDToken } from 'oauth4webapi'

/** Who signed in, as a provider says it. Nothing of it is cleaned or checked yet. */
export type ProviderAnswer = {
  /** The provider's own id of the person. */
  subject: unknown
  /** The address, where the provider vouches for it. */
  email: unknown
  /** What to call the person. */
  userName: unknown
}

/** What a provider's own part may ask of it. */
export type ProviderCall = {
  accessToken: string
  /** Of the id_token, verified; undefined where there is none. */
  claims: IDToken | undefined
  /** What came back with the visitor. */
  parameters: URLSearchParams
  /** Reads JSON of the provider's API with the access token. @throws LatchkeyError `social_provider_failed` */
  read: (url: string) => Promise<Record<string, unknown> | readonly unknown[]>
}

/** One provider: where it is, how this server is known there, and in what it differs from the others. */
export type OauthProfile = {
  clientId: string
  clientAuth: ClientAuth
  /** Its addresses. Asked anew for each login, because some are discovered. */
  server: () => Promise<AuthorizationServer>
  /** What is asked for. */
  scope: string
  /** Further parameters of the address that the visitor is led to. */
  parameters?: Readonly<Record<string, string>>
  /**
   * Those that make it ask, where it would send back at once somebody who is signed in there: for a step-up, and for a login of a key that
   * the account has not seen. Left out where the provider has none, or always asks.
   */
  askParameters?: Readonly<Record<string, string>>
  /** It speaks OpenID Connect: an id_token says who signed in, and repeats our nonce. */
  isOpenId: boolean
  /** It sends the visitor back by a form of its own page, so that the cookie must go with a post from there. */
  returnsByPost: boolean
  /** Makes the answer of its token endpoint one of the standard (RFC 6749, 5.1 and 5.2), where it is none. */
  readTokenResponse?: (response: Response) => Promise<Response>
  /** Who signed in. */
  identify: (call: ProviderCall) => Promise<ProviderAnswer>
}
