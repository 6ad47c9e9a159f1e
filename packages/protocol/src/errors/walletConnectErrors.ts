import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors that only the WalletConnect client throws. They load with the client, when a visitor needs it. */
export const walletConnectErrors = {
  pairing_uri_invalid: { message: 'This is not a WalletConnect code' },
  pairing_expired: { message: 'This code has expired. Get a new one' },
  relay_refused: { message: 'The relay does not accept this site' },
  proposal_not_found: { message: 'This connection request has ended' },
  session_not_found: { message: 'The connection to this wallet has ended' },
  session_namespaces_invalid: { message: 'The wallet’s accounts or networks do not match the request' },
  session_request_expired: { message: 'The wallet did not answer in time' },
  session_request_not_allowed: { message: 'The wallet did not allow this kind of request' },
  envelope_invalid: { message: 'A message could not be decrypted' },
} as const satisfies Record<string, ErrorEntry>

/** A code whose sentence is part of the WalletConnect client. */
export type WalletConnectErrorCode = keyof typeof walletConnectErrors
