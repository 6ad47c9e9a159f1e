/** Codes of the verifier's errors. */
export type VerifierErrorCode =
  | 'token_missing'
  | 'token_invalid'
  | 'token_expired'
  | 'proof_invalid'
  | 'keys_unavailable'

/** Authorization scheme of a token: alone (RFC 6750), or with a proof of the key that it is bound to (RFC 9449). */
export type TokenScheme = 'Bearer' | 'DPoP'

const known = {
  token_missing: { status: 401, retryable: false, message: 'The request has no token', error: undefined },
  token_invalid: { status: 401, retryable: false, message: 'The token is not valid', error: 'invalid_token' },
  token_expired: { status: 401, retryable: true, message: 'The token has expired', error: 'invalid_token' },
  proof_invalid: { status: 401, retryable: true, message: 'The proof is not valid', error: 'invalid_dpop_proof' },
  keys_unavailable: {
    status: 503,
    retryable: true,
    message: 'The keys that tokens are checked by cannot be read',
    error: undefined,
  },
} as const satisfies Record<VerifierErrorCode, object>

/**
 * The one error class that the verifier throws about a request. Branch on `code`. Answer with `toResponse()`, or with `status`, `headers`
 * and the error as JSON. Its messages are for the developer of the client, and contain no part of a token.
 *
 * @example
 * try { await verifier.verify(request) }
 * catch (error) { if (error instanceof VerifierError) return error.toResponse(); throw error }
 */
export class VerifierError extends Error {
  override readonly name = 'VerifierError'
  readonly code: VerifierErrorCode
  /** HTTP status: 401, or 503 if the request is not at fault. */
  readonly status: number
  /** Whether the same request can succeed later, or with a new token or proof. */
  readonly retryable: boolean
  /** HTTP headers with lower case names, including `www-authenticate` (RFC 6750, RFC 9449). */
  readonly headers: Readonly<Record<string, string>>

  /**
   * @param options.message printable ASCII without quotation marks and backslashes, because a header contains it
   * @param options.schemes schemes that a client can use
   * @param options.retryAfter seconds
   */
  constructor(
    code: VerifierErrorCode,
    {
      message,
      schemes = ['Bearer'],
      retryAfter,
      cause,
    }: {
      message?: string | undefined
      schemes?: readonly TokenScheme[] | undefined
      retryAfter?: number | undefined
      cause?: unknown
    } = {},
  ) {
    const { status, retryable, message: sentence, error } = known[code]
    super(message ?? sentence, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.retryable = retryable
    const failure = error === undefined ? [] : [`error="${error}"`, `error_description="${this.message}"`]
    const challenges = schemes.map((scheme) => {
      const parameters = [...(scheme === 'DPoP' ? ['algs="ES256"'] : []), ...failure]
      return parameters.length > 0 ? `${scheme} ${parameters.join(', ')}` : scheme
    })
    this.headers = {
      'cache-control': 'no-store',
      ...(status === 401 ? { 'www-authenticate': challenges.join(', ') } : {}),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) }),
    }
  }

  /** Returns the HTTP response. */
  toResponse(): Response {
    const { status, headers } = this
    return new Response(JSON.stringify(this), { status, headers: { ...headers, 'content-type': 'application/json' } })
  }

  /** Returns the body of the response. */
  toJSON(): { code: VerifierErrorCode; message: string } {
    return { code: this.code, message: this.message }
  }
}
