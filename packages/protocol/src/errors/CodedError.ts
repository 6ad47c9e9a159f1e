import type { ErrorCode } from './catalogue.ts'
import type { ErrorEntry } from './ErrorEntry.ts'

/** What a `LatchkeyError` is made of. */
export type LatchkeyErrorParameters = {
  /** The sentence to show; the catalogue's when left out. */
  message?: string | undefined
  /** Whether the same call may succeed later without a change; the catalogue's answer when left out. */
  retryable?: boolean | undefined
  /** What led to it: an error of a library, a wallet or a server. */
  cause?: unknown
  /** The request field that is wrong, where one is. */
  field?: string | undefined
  /** One more line for whoever debugs it; never shown to a visitor as the main text. */
  details?: string | undefined
  /** Seconds after which a retry makes sense. */
  retryAfter?: number | undefined
}

/**
 * What every error of Latchkey is, whichever sentences its class brings along: `LatchkeyError` the kit's, `ServiceError` all,
 * `WalletConnectError` the client's. Whoever catches one asks for `LatchkeyError`, which each of them is.
 */
export class CodedError extends Error {
  override readonly name = 'LatchkeyError'
  // Declared alone: a page need not load their names twice.
  declare readonly code: ErrorCode
  declare readonly retryable: boolean
  declare readonly field: string | undefined
  declare readonly details: string | undefined
  declare readonly retryAfter: number | undefined
  declare readonly docsPath: string

  constructor(
    code: ErrorCode,
    known: ErrorEntry | undefined,
    { message, retryable, cause, field, details, retryAfter }: LatchkeyErrorParameters = {},
  ) {
    super(message ?? known?.message ?? code, cause === undefined ? undefined : { cause })
    this.code = code
    this.retryable = retryable ?? known?.retryable ?? false
    this.field = field
    this.details = details
    this.retryAfter = retryAfter
    this.docsPath = `docs/errors.md#${code}`
  }
}
