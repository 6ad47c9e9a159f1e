import type { JWTPayload } from 'jose'

/** Who is signed in, as the server says. */
export type VerifiedAccount = {
  /** CAIP-10, as it stands in the message that was signed: `eip155:1:0xd8dA…6045`. */
  account: string
  address: string
  /** CAIP-2. */
  chainId: string
  /**
   * What showed that the account signed: its key, so that it is the same on every network of its family, or the word of the contract that it
   * is, on this network alone.
   */
  proof: 'key' | 'contract'
  /** The page on which somebody signed in. */
  origin: string
  /** The project of the server that this page belongs to. */
  projectId: string
  /** The same for every token of one browser, until it signs out. */
  sessionId: string
  /** Whether the token is bound to a key, and the request proved that it has that key. */
  isBound: boolean
  expiresAt: Date
  /** All that the token says. */
  claims: JWTPayload
}

/** A request as a web framework has it: the `Request` of the web platform, that of Node.js, Express' own. */
export type VerifiableRequest = {
  readonly method?: string | undefined
  /** Absolute, or a path with its query. */
  readonly url?: string | undefined
  /** Express: the path before a router cut it. */
  readonly originalUrl?: string | undefined
  readonly headers:
    | { get: (name: string) => string | null }
    | { readonly [name: string]: string | readonly string[] | undefined }
}

/** A DPoP proof (RFC 9449), and the request that it came with. */
export type ProofOfKey = { jwt: string; method: string; url: string }

/** Checks who is signed in. */
export type Verifier = {
  /**
   * Checks the token of a request.
   *
   * @throws VerifierError
   */
  verify: (request: VerifiableRequest) => Promise<VerifiedAccount>
  /**
   * Checks a token that came in another way, such as the first message of a socket.
   *
   * @param proof needed where the token is bound to a key
   * @throws VerifierError
   */
  verifyToken: (token: string, proof?: ProofOfKey) => Promise<VerifiedAccount>
}
