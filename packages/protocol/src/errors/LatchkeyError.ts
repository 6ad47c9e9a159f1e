import type { ErrorCode } from './catalogue.ts'
import type { ErrorEntry } from './ErrorEntry.ts'
import { type KitErrorCode, kitErrors } from './kitErrors.ts'

/** What a {@link LatchkeyError} is made of. */
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
 * The one error class that Latchkey throws: branch on `code`, show `message`. It brings the sentences of the kit's own codes; any
 * other code needs one, or is thrown as `ServiceError` of `@latchkey/protocol/errors`, which knows them all.
 *
 * @example
 * try { await latchkey.connection.connect({ connectorId }) }
 * catch (error) { if (error instanceof LatchkeyError && error.code === 'user_rejected') return }
 */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError'
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly field: string | undefined
  readonly details: string | undefined
  readonly retryAfter: number | undefined
  readonly docsPath: string

  constructor(code: KitErrorCode, parameters?: LatchkeyErrorParameters)
  constructor(code: ErrorCode, parameters: LatchkeyErrorParameters & { message: string })
  constructor(
    code: ErrorCode,
    { message, retryable, cause, field, details, retryAfter }: LatchkeyErrorParameters = {},
  ) {
    const known: ErrorEntry | undefined = kitErrors[code as KitErrorCode]
    super(message ?? known?.message ?? code, cause === undefined ? undefined : { cause })
    this.code = code
    this.retryable = retryable ?? known?.retryable ?? false
    this.field = field
    this.details = details
    this.retryAfter = retryAfter
    this.docsPath = `docs/errors.md#${code}`
  }
}
