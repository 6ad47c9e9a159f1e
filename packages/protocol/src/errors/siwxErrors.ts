import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors of signing in with a wallet, and of the data that is kept for sign-ins. */
export const siwxErrors = {
  siwx_unavailable: { status: 404, message: 'Signing in with a wallet is not available here' },
  siwx_message_invalid: { status: 400, message: 'The sign-in message is malformed' },
  siwx_domain_wrong: { status: 401, message: 'The sign-in message is for another site' },
  siwx_uri_wrong: { status: 401, message: 'The sign-in message leads to another site' },
  siwx_chain_wrong: { status: 401, message: 'The sign-in message is for another network' },
  siwx_address_wrong: { status: 401, message: 'The sign-in message is for another account' },
  siwx_nonce_invalid: {
    status: 401,
    retryable: true,
    message: 'This sign-in was not started in this browser. Start again',
  },
  siwx_nonce_expired: { status: 401, retryable: true, message: 'This sign-in took too long. Start again' },
  siwx_nonce_used: { status: 401, retryable: true, message: 'This sign-in was already used. Start again' },
  siwx_message_expired: { status: 401, retryable: true, message: 'The sign-in message has expired' },
  siwx_message_not_yet_valid: { status: 401, retryable: true, message: 'The sign-in message is not valid yet' },
  siwx_issued_at_wrong: {
    status: 401,
    retryable: true,
    message: 'The time of the sign-in message differs from the server’s. Check the clock of this device',
  },
  siwx_resources_refused: {
    status: 400,
    message: 'The sign-in message grants a permission that its text does not mention',
  },
  siwx_cookie_missing: {
    status: 401,
    message: 'The browser did not keep the server’s cookie, so you cannot be signed in',
  },
  siwx_session_required: { status: 401, retryable: true, message: 'Sign in with your wallet first' },
  siwx_audience_unknown: { status: 400, message: 'This server does not issue tokens for this backend' },
  siwx_device_unknown: { status: 404, message: 'This sign-in was not found' },
  operator_required: { status: 403, message: 'Only the operator of the site can do this' },
  saved_address_unknown: { status: 404, message: 'This saved address was not found' },
  saved_addresses_full: { status: 409, message: 'You cannot save more addresses' },
  settings_conflict: {
    status: 409,
    retryable: true,
    message: 'The settings were changed elsewhere. Review them',
  },

  // The kit's own
  siwx_declined: { retryable: true, message: 'Signature declined' },
  siwx_smart_account: { retryable: true, message: 'This application might not support Smart Accounts' },
} as const satisfies Record<string, ErrorEntry>
