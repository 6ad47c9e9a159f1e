import type { ErrorEntry } from './ErrorEntry.ts'
import { kitErrors } from './kitErrors.ts'
import { marketErrors } from './marketErrors.ts'
import { nameErrors } from './nameErrors.ts'
import { onrampErrors } from './onrampErrors.ts'
import { serviceErrors } from './serviceErrors.ts'
import { siwxErrors } from './siwxErrors.ts'
import { walletConnectErrors } from './walletConnectErrors.ts'

/** Every error of Latchkey, by its stable code. */
export const errorCatalog = {
  ...kitErrors,
  ...serviceErrors,
  ...marketErrors,
  ...nameErrors,
  ...onrampErrors,
  ...siwxErrors,
  ...walletConnectErrors,
}

/** Stable code of an error. Clients can branch on it. */
export type ErrorCode = keyof typeof errorCatalog

/** Codes that a server can answer with. */
export type HttpErrorCode = {
  [Code in ErrorCode]: (typeof errorCatalog)[Code] extends { status: number } ? Code : never
}[ErrorCode]

/** Whether a call that failed with a code can succeed later without a change. */
export function isRetryable(code: ErrorCode): boolean {
  const { retryable = false }: ErrorEntry = errorCatalog[code]
  return retryable
}

/** Whether a value is a code of the catalog. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalog, value)
}
