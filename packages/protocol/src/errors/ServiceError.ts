import type { LatchkeyErrorParameters } from './CodedError.ts'
import { type ErrorCode, errorCatalogue } from './catalogue.ts'
import type { ErrorEntry } from './ErrorEntry.ts'
import { LatchkeyError } from './LatchkeyError.ts'

/**
 * A {@link LatchkeyError} that knows the sentence of every code. Servers, the wallet and the tools throw it, and whoever reads a
 * code off the wire; the kit's own refusals are plain, so that a page does not load the sentences of all others with its button.
 *
 * `instanceof ServiceError` holds for every `LatchkeyError`: packages that both sides share throw plain ones.
 *
 * @example throw new ServiceError('malformed_cursor', { field: 'cursor' })
 */
export class ServiceError extends LatchkeyError {
  constructor(code: ErrorCode, parameters: LatchkeyErrorParameters = {}) {
    // The wallet's workers that only answer are built without the catalogue: a code is all that they send.
    const { message, retryable }: Partial<ErrorEntry> = errorCatalogue[code] ?? {}
    super(code, { retryable: retryable ?? false, ...parameters, message: parameters.message ?? message })
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits this and answers for itself alone.
    return value instanceof LatchkeyError && (this === ServiceError || super[Symbol.hasInstance](value))
  }
}
