import { LatchkeyError, type LatchkeyErrorParameters } from './LatchkeyError.ts'
import { type WalletConnectErrorCode, walletConnectErrors } from './walletConnectErrors.ts'

/**
 * A {@link LatchkeyError} that knows the sentences of the WalletConnect client. As `ServiceError`, it is a way to throw, not a
 * class to tell apart by: branch on `code`.
 *
 * @example throw new WalletConnectError('session_not_found')
 */
export class WalletConnectError extends LatchkeyError {
  constructor(code: WalletConnectErrorCode, parameters: LatchkeyErrorParameters = {}) {
    const { message, retryable } = walletConnectErrors[code]
    super(code, { retryable, ...parameters, message: parameters.message ?? message })
  }
}
