import { CodedError, type LatchkeyErrorParameters } from './CodedError.ts'
import type { ErrorCode } from './catalogue.ts'
import { type KitErrorCode, kitErrors } from './kitErrors.ts'

/**
 * The one error class that Latchkey throws: branch on `code`, show `message`. It brings the sentences of the kit's own codes; any
 * other code needs one, or is thrown as `ServiceError` of `@latchkey/protocol/errors`, which knows them all.
 *
 * @example
 * try { await latchkey.connection.connect({ connectorId }) }
 * catch (error) { if (error instanceof LatchkeyError && error.code === 'user_rejected') return }
 */
export class LatchkeyError extends CodedError {
  constructor(code: KitErrorCode, parameters?: LatchkeyErrorParameters)
  constructor(code: ErrorCode, parameters: LatchkeyErrorParameters & { message: string })
  constructor(code: ErrorCode, parameters?: LatchkeyErrorParameters) {
    super(code, kitErrors[code as KitErrorCode], parameters)
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // What was thrown without the kit's sentences is one as well; a subclass inherits this and answers for itself alone.
    // biome-ignore lint/complexity/noThisInStatic: see above.
    return this === LatchkeyError ? value instanceof CodedError : super[Symbol.hasInstance](value)
  }
}
