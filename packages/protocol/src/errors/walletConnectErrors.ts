import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors that only the WalletConnect client throws. They load with the client, when a visitor needs it. */
export const walletConnectErrors = {
  pairing_uri_invalid: { message: 'This is not a WalletConnect code' },
  pairing_expired: { message: 'This code has ended. Ask for a new one' },
  relay_refused: { message: 'The relay does not take this site' },
  proposal_not_found: { message: 'This connection request has ended' },
  session_not_found: { message: 'The connection to this wallet has ended' },
  session_namespaces_invalid: { message: 'The wallet agreed to accounts or networks that do not fit what was asked' },
  session_request_expired: { message: 'The wallet did not answer in time' },
  session_request_not_allowed: { message: 'The wallet did not agree to this kind of request' },
  envelope_invalid: { message: 'A message could not be opened' },
} as const satisfies Record<string, ErrorEntry>

/** A code whose sentence is part of the WalletConnect client. */
export type WalletConnectErrorCode = keyof typeof walletConnectErrors
