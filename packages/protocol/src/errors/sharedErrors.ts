import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors that both the kit and the WalletConnect client throw. The client loads without the kit's other errors. */
export const sharedErrors = {
  malformed_request: { status: 400, message: 'The request is malformed' },
  internal: { status: 500, retryable: true, message: 'Something went wrong' },
  request_aborted: { retryable: true, message: 'Something went wrong' },
  user_rejected: { retryable: true, message: 'The request was declined in the wallet' },
  wallet_disconnected: { retryable: true, message: 'The wallet is not connected' },
  wallet_failed: { retryable: true, message: 'The wallet reported an error' },
  relay_unavailable: { retryable: true, message: 'The relay that carries messages to your wallet cannot be reached' },
} as const satisfies Record<string, ErrorEntry>

/** A code whose sentence is part of the kit and of the WalletConnect client. */
export type SharedErrorCode = keyof typeof sharedErrors
