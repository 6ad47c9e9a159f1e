import type { AuthorizationServer, ClientAuth, IDToken } from 'oauth4webapi'

/** Claims of a provider about the user, not validated yet. */
export type ProviderAnswer = {
  /** Provider's own id of the user. */
  subject: unknown
  /** Email address, if the provider has verified it. */
  email: unknown
  /** Display name of the user. */
  userName: unknown
}

/** Tools for the code of a single provider. */
export type ProviderCall = {
  accessToken: string
  /** Claims of the verified ID token. Undefined if there is none. */
  claims: IDToken | undefined
  /** Parameters of the visitor's return. */
  parameters: URLSearchParams
  /** Reads JSON of the provider's API with the access token. @throws LatchkeyError `social_provider_failed` */
  read: (url: string) => Promise<Record<string, unknown> | readonly unknown[]>
}

/** One provider: its endpoints, this server's credentials, and its differences from the standard. */
export type OauthProfile = {
  clientId: string
  clientAuth: ClientAuth
  /** Returns its endpoints. Called for each login, because some are discovered. */
  server: () => Promise<AuthorizationServer>
  /** Requested scope. */
  scope: string
  /** Further parameters of the authorization URL. */
  parameters?: Readonly<Record<string, string>>
  /**
   * Parameters that force the provider's dialog, even for a visitor who is logged in there. Used for a step-up, and for a login of a key
   * that is new to the account. Undefined if the provider has none, or always shows it.
   */
  askParameters?: Readonly<Record<string, string>>
  /** Whether it uses OpenID Connect: an ID token identifies the user, and contains our nonce. */
  isOpenId: boolean
  /** Whether it returns the visitor with a form on its own page, so that the cookie must be sent with a cross-site POST. */
  returnsByPost: boolean
  /** Converts a nonstandard response of its token endpoint to the standard (RFC 6749, 5.1 and 5.2). */
  readTokenResponse?: (response: Response) => Promise<Response>
  /** Returns the claims about the user. */
  identify: (call: ProviderCall) => Promise<ProviderAnswer>
}
