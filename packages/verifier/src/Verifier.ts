import type { JWTPayload } from 'jose'

/** A signed-in account, as the server confirms it. */
export type VerifiedAccount = {
  /** CAIP-10, as in the signed message: `eip155:1:0xd8dA…6045`. */
  account: string
  address: string
  /** CAIP-2. */
  chainId: string
  /**
   * Proof of the signature. `key`: the account's key, so that the account is the same on every network of its family. `contract`: the contract
   * that is the account, only on this network.
   */
  proof: 'key' | 'contract'
  /** Origin of the page with the sign-in. */
  origin: string
  /** Project of this page on the server. */
  projectId: string
  /** Equal in all tokens of one browser, until it signs out. */
  sessionId: string
  /** Whether the token is bound to a key, and the request proved possession of that key. */
  isBound: boolean
  expiresAt: Date
  /** All claims of the token. */
  claims: JWTPayload
}

/** A request of a web framework: the `Request` of the web platform, of Node.js, or of Express. */
export type VerifiableRequest = {
  readonly method?: string | undefined
  /** Absolute, or a path with its query. */
  readonly url?: string | undefined
  /** Express: the path before a router removed its prefix. */
  readonly originalUrl?: string | undefined
  readonly headers:
    | { get: (name: string) => string | null }
    | { readonly [name: string]: string | readonly string[] | undefined }
}

/** A DPoP proof (RFC 9449), with method and URL of its request. */
export type ProofOfKey = { jwt: string; method: string; url: string }

/** Verifies sign-ins. */
export type Verifier = {
  /**
   * Verifies the token of a request.
   *
   * @throws VerifierError
   */
  verify: (request: VerifiableRequest) => Promise<VerifiedAccount>
  /**
   * Verifies a token from another source, such as the first message of a socket.
   *
   * @param proof required if the token is bound to a key
   * @throws VerifierError
   */
  verifyToken: (token: string, proof?: ProofOfKey) => Promise<VerifiedAccount>
}
