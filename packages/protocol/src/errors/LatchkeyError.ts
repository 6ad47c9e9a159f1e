import { CodedError, type LatchkeyErrorParameters } from './CodedError.ts'
import type { ErrorCode } from './catalog.ts'
import { type KitErrorCode, kitErrors } from './kitErrors.ts'

/**
 * The one error class that Latchkey throws: branch on `code`, show `message`. It contains the sentences of the kit's own codes. For any
 * other code, pass the sentence, or throw `ServiceError` of `@latchkey/protocol/errors`, which has them all.
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
    // An error without the kit's sentences is also a LatchkeyError. A subclass inherits this method and must match only itself.
    // biome-ignore lint/complexity/noThisInStatic: see above.
    return this === LatchkeyError ? value instanceof CodedError : super[Symbol.hasInstance](value)
  }
}
