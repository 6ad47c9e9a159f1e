import type { ErrorEntry } from './ErrorEntry.ts'

/** The refusals of the WalletConnect client alone; the client loads when a visitor wants it, and these with it. */
export const walletConnectErrors = {
  pairing_uri_invalid: { retryable: false, message: 'This is not a WalletConnect code' },
  pairing_expired: { retryable: false, message: 'This code has ended. Ask for a new one' },
  relay_refused: { retryable: false, message: 'The relay does not take this site' },
  proposal_not_found: { retryable: false, message: 'This connection request has ended' },
  session_not_found: { retryable: false, message: 'The connection to this wallet has ended' },
  session_namespaces_invalid: {
    retryable: false,
    message: 'The wallet agreed to accounts or networks that do not fit what was asked',
  },
  session_request_expired: { retryable: false, message: 'The wallet did not answer in time' },
  session_request_not_allowed: { retryable: false, message: 'The wallet did not agree to this kind of request' },
  envelope_invalid: { retryable: false, message: 'A message could not be opened' },
} as const satisfies Record<string, ErrorEntry>

/** A code whose sentence comes with the WalletConnect client. */
export type WalletConnectErrorCode = keyof typeof walletConnectErrors
