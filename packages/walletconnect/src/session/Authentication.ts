/**
 * Sign-in that an app requests together with the connection. Source: WalletConnect specification, session authenticate; CAIP-122,
 * CAIP-222.
 */
export type AuthenticationRequest = {
  /** CAIP-2. The wallet signs for the chains that it supports. */
  chains: readonly string[]
  domain: string
  /** The `aud` of the payload: a URI. */
  uri: string
  nonce: string
  version: '1'
  /** RFC 3339. */
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  statement?: string
  resources?: readonly string[]
}

/** A signed sign-in. Source: CAIP-74. */
export type Cacao = {
  h: { t: 'caip122' | 'eip4361' }
  p: {
    /** `did:pkh:` and a CAIP-10 account. */
    iss: string
    domain: string
    aud: string
    version: string
    nonce: string
    iat: string
    nbf?: string
    exp?: string
    statement?: string
    requestId?: string
    resources?: readonly string[]
  }
  /** `eip191`: by a key; `eip1271`: by a contract. */
  s: { t: string; s: string; m?: string }
}
