import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors of signing in with a wallet, and of the data that is kept for sign-ins. */
export const siwxErrors = {
  siwx_unavailable: { status: 404, message: 'Nobody can sign in with a wallet here' },
  siwx_message_invalid: { status: 400, message: 'The sign-in message is malformed' },
  siwx_domain_wrong: { status: 401, message: 'The sign-in message is for another site' },
  siwx_uri_wrong: { status: 401, message: 'The sign-in message leads to another site' },
  siwx_chain_wrong: { status: 401, message: 'The sign-in message is for another network' },
  siwx_address_wrong: { status: 401, message: 'The sign-in message is of another account' },
  siwx_nonce_invalid: {
    status: 401,
    retryable: true,
    message: 'This sign-in was not begun in this browser. Start again',
  },
  siwx_nonce_expired: { status: 401, retryable: true, message: 'This sign-in took too long. Start again' },
  siwx_nonce_used: { status: 401, retryable: true, message: 'This sign-in was used before. Start again' },
  siwx_message_expired: { status: 401, retryable: true, message: 'The sign-in message is no longer good' },
  siwx_message_not_yet_valid: { status: 401, retryable: true, message: 'The sign-in message is not good yet' },
  siwx_issued_at_wrong: {
    status: 401,
    retryable: true,
    message: 'The time of the sign-in message is not that of the server. Check the clock of this device',
  },
  siwx_resources_refused: { status: 400, message: 'The sign-in message allows something that it does not say' },
  siwx_cookie_missing: { status: 401, message: 'The browser kept no cookie of the server, so nobody can be signed in' },
  siwx_session_required: { status: 401, retryable: true, message: 'Sign in with your wallet first' },
  siwx_audience_unknown: { status: 400, message: 'This server gives no tokens for that backend' },
  siwx_device_unknown: { status: 404, message: 'There is no such sign-in' },
  operator_required: { status: 403, message: 'This is for the operator of the site' },
  saved_address_unknown: { status: 404, message: 'There is no such saved address' },
  saved_addresses_full: { status: 409, message: 'No more addresses can be saved' },
  settings_conflict: {
    status: 409,
    retryable: true,
    message: 'The settings were changed elsewhere. Look at them again',
  },

  // The kit's own
  siwx_declined: { retryable: true, message: 'Signature declined' },
  siwx_smart_account: { retryable: true, message: 'This application might not support Smart Accounts' },
} as const satisfies Record<string, ErrorEntry>
