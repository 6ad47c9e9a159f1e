import type { ErrorCode } from './catalog.ts'
import type { ErrorEntry } from './ErrorEntry.ts'

export type LatchkeyErrorParameters = {
  /** The sentence to show; the catalog's by default. */
  message?: string | undefined
  /** Whether the same call can succeed later without a change; the catalog's value by default. */
  retryable?: boolean | undefined
  /** The original error of a library, a wallet or a server. */
  cause?: unknown
  /** The invalid request field, if there is one. */
  field?: string | undefined
  /** Details for developers; never shown to a visitor as the main text. */
  details?: string | undefined
  /** Seconds after which a retry makes sense. */
  retryAfter?: number | undefined
}

/**
 * Base class of every error of Latchkey. `LatchkeyError` contains the kit's sentences, `ServiceError` all sentences, and
 * `WalletConnectError` those of its client. To catch any of them, check for `LatchkeyError`.
 */
export class CodedError extends Error {
  override readonly name = 'LatchkeyError'
  // Declared only, so that a page does not load their names twice.
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
