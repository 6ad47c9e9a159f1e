/**
 * Every refusal that Latchkey gives, by its stable code. `message` is the sentence a person reads (the specification's
 * exact text where it gives one), `status` the HTTP status when a server answers with it, `retryable` whether the same
 * call may succeed later without a change.
 */
export const errorCatalogue = {
  // Requests that are malformed or not allowed
  malformed_request: { status: 400, retryable: false, message: 'The request is malformed' },
  malformed_address: { status: 400, retryable: false, message: 'The address is malformed' },
  malformed_cursor: { status: 400, retryable: false, message: 'The cursor is not one that this server issued' },
  unsupported_chain: { status: 400, retryable: false, message: 'Unsupported chain' },
  unsupported_currency: { status: 400, retryable: false, message: 'Unsupported currency' },
  project_unknown: { status: 401, retryable: false, message: 'Invalid Project ID' },
  project_missing: { status: 401, retryable: false, message: 'Project ID Not Configured' },
  origin_not_allowed: { status: 403, retryable: false, message: 'Invalid App Configuration' },
  rpc_method_not_allowed: { status: 403, retryable: false, message: 'Requested RPC call is not allowed' },
  not_found: { status: 404, retryable: false, message: 'There is nothing at this address' },
  method_not_allowed: { status: 405, retryable: false, message: 'This address does not take this method' },
  payload_too_large: { status: 413, retryable: false, message: 'The request is larger than this server takes' },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    message: 'The request body is not of a type that this address takes',
  },
  invalid_body: { status: 422, retryable: false, message: 'The request has the wrong shape' },
  upgrade_required: { status: 426, retryable: false, message: 'This address takes a WebSocket with this method' },
  rate_limited: { status: 429, retryable: true, message: 'Too many requests' },
  internal: { status: 500, retryable: true, message: 'Something went wrong' },
  upstream_unavailable: { status: 503, retryable: true, message: 'The network cannot be reached at the moment' },
  upstream_refused: { retryable: false, message: 'The network refused the request' },
  not_ready: { status: 503, retryable: true, message: 'The server is starting' },

  // Login and the embedded wallet, as its server answers
  proof_invalid: { status: 401, retryable: true, message: 'The device could not prove who it is' },
  session_ended: { status: 401, retryable: false, message: 'You are signed out. Sign in again' },
  step_up_required: { status: 403, retryable: true, message: 'Confirm that it is you first' },
  email_cooldown: { status: 429, retryable: true, message: 'Please try again later' },
  code_wrong: { status: 400, retryable: true, message: 'That code is not right' },
  code_expired: { status: 400, retryable: false, message: 'That code is no longer good. Ask for a new one' },
  attempt_unknown: { status: 404, retryable: false, message: 'This login is no longer open. Start again' },
  link_invalid: { status: 404, retryable: false, message: 'This link is no longer good' },
  number_wrong: { status: 400, retryable: true, message: 'That is not the number on the other screen' },
  email_taken: { status: 409, retryable: false, message: 'This address belongs to another account' },
  email_moved: {
    status: 409,
    retryable: false,
    message:
      'The address of this account was changed. Sign in with the new one, or undo the change by the link in our mail',
  },
  passkey_refused: { status: 400, retryable: true, message: 'The passkey was not accepted' },
  passkey_unknown: { status: 404, retryable: false, message: 'There is no passkey for this account' },
  wallet_exists: { status: 409, retryable: false, message: 'This account already has a wallet' },
  wallet_unknown: { status: 404, retryable: false, message: 'This account has no wallet yet' },
  signature_invalid: { status: 401, retryable: false, message: 'The signature does not fit' },
  factor_unknown: { status: 404, retryable: false, message: 'There is no such way to recover' },
  factor_uncovered: {
    status: 409,
    retryable: true,
    message: 'A way to recover would be lost with this device. Open the wallet here once, then try again',
  },
  device_not_enrolled: { status: 403, retryable: false, message: 'Open the wallet on this device first' },
  device_unknown: { status: 404, retryable: false, message: 'There is no such device' },
  epoch_outdated: { status: 409, retryable: true, message: 'Another tab changed the wallet meanwhile' },
  vault_outdated: { status: 409, retryable: true, message: 'Another device changed the wallet meanwhile' },
  frozen: {
    status: 403,
    retryable: false,
    message: 'Frozen for 24 hours, because the email address was changed',
  },
  host_refused: { status: 421, retryable: false, message: 'This server does not answer for that host' },

  // The frame of the embedded wallet
  frame_failed: { retryable: true, message: 'Unable to load email login dependency' },
  frame_timeout: { retryable: true, message: 'The request timed out' },
  frame_error: { retryable: true, message: 'An error occurred' },
  frame_request_invalid: { retryable: false, message: 'The wallet does not understand this request' },
  frame_busy: { retryable: true, message: 'Too many requests to the wallet at once' },
  request_aborted: { retryable: true, message: 'Something went wrong' },
  transaction_uncertain: {
    retryable: false,
    message: 'The transaction may have been sent. Look at your account before you try again',
  },
  rpc_aborted: { retryable: true, message: 'Request was aborted' },
  prompt_open: { retryable: true, message: 'Another request waits for an answer already' },
  request_refused: { retryable: false, message: 'The wallet refused this request because it is dangerous' },
  device_mismatch: {
    retryable: false,
    message: 'This device holds a wallet that the server does not know. Nothing was created',
  },
  vault_rolled_back: { retryable: false, message: 'The server gave an older wallet than this device has seen' },
  vault_broken: { retryable: false, message: 'The wallet could not be opened with these shares' },
  recovery_failed: { retryable: true, message: 'The wallet could not be opened that way' },
  password_weak: { retryable: false, message: 'Choose a longer or less common password' },
  backup_code_invalid: { retryable: false, message: 'That is not a backup code: check each character' },
  import_invalid: { retryable: false, message: 'That is neither a recovery phrase nor a private key' },
  handover_code_invalid: {
    retryable: false,
    message: 'That is not the code of your other device: check each character',
  },
  keystore_password_wrong: { retryable: true, message: 'That password does not open this file' },
  passkey_without_prf: {
    retryable: false,
    message: 'This passkey can sign you in, but it cannot open the wallet. Choose another way as well',
  },
  factor_forged: {
    retryable: false,
    message: 'A way to recover was changed by somebody else, so it was left out',
  },
  wallet_locked: { retryable: true, message: 'The wallet is locked' },
  social_unavailable: { retryable: false, message: 'This login is not set up for this site' },
  smart_account_unavailable: { retryable: false, message: 'There are no smart accounts on this network' },
  email_missing: { retryable: false, message: 'Enter a valid email address' },

  // Connection
  network_request_failed: { retryable: true, message: 'Network request failed' },
  user_rejected: { retryable: true, message: 'The request was declined in the wallet' },
  wallet_not_found: { retryable: true, message: 'The wallet is not installed in this browser' },
  wallet_timeout: { retryable: true, message: 'The wallet did not answer' },
  wallet_busy: { retryable: true, message: 'The wallet already has a request open' },
  popup_blocked: { retryable: true, message: 'The browser blocked the window of the wallet. Allow it, then try again' },
  wallet_disconnected: { retryable: true, message: 'The wallet is not connected' },
  wallet_failed: { retryable: true, message: 'The wallet reported an error' },
  wallet_lacks_method: { retryable: false, message: 'The wallet does not offer this' },
  no_active_account: { retryable: false, message: 'No ActiveCaipAddress found' },
  no_active_network: { retryable: false, message: 'No ActiveCaipNetwork or client found' },
  network_not_found: { retryable: false, message: 'Network not found' },
  network_switch_off: { retryable: false, message: 'This site does not change networks' },
  adapter_not_found: { retryable: false, message: 'Chain adapter not found' },
  disconnect_failed: { retryable: true, message: 'Failed to disconnect' },
  storage_record_invalid: { retryable: false, message: 'A stored record was unreadable and was dropped' },

  chain_required: { retryable: false, message: 'Chain is required to update chain account data' },
  connection_missing: { retryable: false, message: 'No ConnectionController client found' },
  networks_missing: { retryable: false, message: 'NetworkController client not set' },
  chain_not_on_connector: { retryable: false, message: 'chain not found on connector.' },
  chain_not_in_provider: { retryable: false, message: 'ChainId not found in provider' },
  walletconnect_not_found: { retryable: false, message: 'WalletConnectConnector not found' },
  relay_unavailable: { retryable: true, message: 'The relay that carries messages to your wallet cannot be reached' },
  capabilities_invalid: { retryable: true, message: 'Error parsing wallet capabilities' },

  // Sign-in
  siwx_not_enabled: { retryable: false, message: 'SIWX is not enabled' },
  siwx_failed: { retryable: true, message: 'A problem occurred while trying initialize authentication' },
  siwx_declined: { retryable: true, message: 'Signature declined' },
  siwx_smart_account: { retryable: true, message: 'This application might not support Smart Accounts' },
  sign_message_failed: { retryable: true, message: 'Sign message failed' },
  siwx_message_invalid: { retryable: false, message: 'The sign-in message is malformed' },

  // The app's own set-up
  session_not_yet_valid: { status: 401, retryable: true, message: 'Session Expired' },
  embedded_wallet_failed: { retryable: true, message: 'Embedded Wallet Failed to Load' },
  network_not_configured: { retryable: false, message: 'Network Not Found' },

  // Money
  token_missing: { retryable: false, message: 'Choose a token of the network in use' },
  invalid_amount: { retryable: false, message: 'Enter an amount' },
  amount_too_precise: { retryable: false, message: 'The amount has more decimals than the token' },
  insufficient_balance: { retryable: false, message: 'The amount is above your balance' },
  insufficient_gas: { retryable: false, message: 'Not enough of the native coin to pay the network cost' },
  invalid_receiver: { retryable: false, message: 'Enter a valid receiver address' },
  checksum_mismatch: { retryable: false, message: 'The address has a wrong checksum: a character may be mistyped' },
  chain_changed: { retryable: true, message: 'The network changed in the wallet, so nothing was sent' },
  account_changed: { retryable: true, message: 'The account changed in the wallet, so nothing was sent' },
  simulation_failed: { retryable: false, message: 'The transaction would fail' },
  estimate_gas_failed: { retryable: true, message: 'Estimate gas failed' },
  send_failed: { retryable: true, message: 'Something went wrong' },
  transaction_reverted: {
    retryable: false,
    message: 'The network refused the transaction; only the network cost was paid',
  },
  transaction_replaced: {
    retryable: false,
    message: 'Another transaction of the account took the place of this one',
  },

  // Data
  balances_unavailable: { retryable: true, message: 'Token Balance Unavailable' },
  history_unavailable: { retryable: true, message: 'Failed to fetch transactions' },
  response_invalid: { retryable: true, message: 'The server gave an answer that this version does not understand' },

  // Operation
  config_invalid: { retryable: false, message: 'The configuration has errors' },
  database_outdated: { retryable: false, message: 'The database could not be brought up to date' },
  data_folder_locked: { retryable: false, message: 'Another Latchkey process uses this data folder' },
  devnet_node_missing: { retryable: false, message: 'The local chains need anvil, which is not installed' },
  devnet_failed: { retryable: true, message: 'A local chain could not be started' },
} as const satisfies Record<string, { message: string; retryable: boolean; status?: number }>

/** The stable code of a refusal; clients may branch on it. */
export type ErrorCode = keyof typeof errorCatalogue

/** Codes that a server can answer with. */
export type HttpErrorCode = {
  [Code in ErrorCode]: (typeof errorCatalogue)[Code] extends { status: number } ? Code : never
}[ErrorCode]

/** Tells whether a value is a code of the catalogue. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value)
}
