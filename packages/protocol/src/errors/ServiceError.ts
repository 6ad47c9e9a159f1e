import type { LatchkeyErrorParameters } from './CodedError.ts'
import { type ErrorCode, errorCatalog } from './catalog.ts'
import type { ErrorEntry } from './ErrorEntry.ts'
import { LatchkeyError } from './LatchkeyError.ts'

/**
 * A {@link LatchkeyError} with the sentence of every code. Servers, the wallet and the tools throw it, and so does code that reads a code
 * from the wire. The kit throws plain errors for its own codes, so that a page's button does not load the sentences of all others.
 *
 * `instanceof ServiceError` is true for every `LatchkeyError`, because packages that both sides share throw plain ones.
 *
 * @example throw new ServiceError('malformed_cursor', { field: 'cursor' })
 */
export class ServiceError extends LatchkeyError {
  constructor(code: ErrorCode, parameters: LatchkeyErrorParameters = {}) {
    // Some of the wallet's workers are built without the catalog, because they send only a code.
    const { message, retryable }: Partial<ErrorEntry> = errorCatalog[code] ?? {}
    super(code, { retryable: retryable ?? false, ...parameters, message: parameters.message ?? message })
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits this method and must match only itself
    return value instanceof LatchkeyError && (this === ServiceError || super[Symbol.hasInstance](value))
  }
}
