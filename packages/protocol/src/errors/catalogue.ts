import type { ErrorEntry } from './ErrorEntry.ts'
import { kitErrors } from './kitErrors.ts'
import { marketErrors } from './marketErrors.ts'
import { nameErrors } from './nameErrors.ts'
import { onrampErrors } from './onrampErrors.ts'
import { serviceErrors } from './serviceErrors.ts'
import { siwxErrors } from './siwxErrors.ts'
import { walletConnectErrors } from './walletConnectErrors.ts'

/** Every refusal that Latchkey gives, by its stable code. */
export const errorCatalogue = {
  ...kitErrors,
  ...serviceErrors,
  ...marketErrors,
  ...nameErrors,
  ...onrampErrors,
  ...siwxErrors,
  ...walletConnectErrors,
}

/** The stable code of a refusal; clients may branch on it. */
export type ErrorCode = keyof typeof errorCatalogue

/** Codes that a server can answer with. */
export type HttpErrorCode = {
  [Code in ErrorCode]: (typeof errorCatalogue)[Code] extends { status: number } ? Code : never
}[ErrorCode]

/** Tells whether the call that was refused with a code may succeed later without a change. */
export function isRetryable(code: ErrorCode): boolean {
  const { retryable = false }: ErrorEntry = errorCatalogue[code]
  return retryable
}

/** Tells whether a value is a code of the catalogue. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value)
}
