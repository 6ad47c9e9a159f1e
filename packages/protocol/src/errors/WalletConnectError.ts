import { CodedError, type LatchkeyErrorParameters } from './CodedError.ts'
import type { ErrorCode } from './catalog.ts'
import type { ErrorEntry } from './ErrorEntry.ts'
import { type SharedErrorCode, sharedErrors } from './sharedErrors.ts'
import { type WalletConnectErrorCode, walletConnectErrors } from './walletConnectErrors.ts'

/**
 * A `LatchkeyError` with the sentences of the WalletConnect client, and none of the kit's others. Like `ServiceError`, use it only to
 * throw. To handle errors, branch on `code`.
 *
 * @example throw new WalletConnectError('session_not_found')
 */
export class WalletConnectError extends CodedError {
  constructor(code: WalletConnectErrorCode | SharedErrorCode, parameters?: LatchkeyErrorParameters)
  constructor(code: ErrorCode, parameters: LatchkeyErrorParameters & { message: string })
  constructor(code: ErrorCode, parameters?: LatchkeyErrorParameters) {
    const known: Partial<Record<ErrorCode, ErrorEntry>> = { ...sharedErrors, ...walletConnectErrors }
    super(code, known[code], parameters)
  }
}
