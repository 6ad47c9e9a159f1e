import type { ErrorEntry } from './ErrorEntry.ts'

/** The refusals that only servers, the wallet, its frame and the tools give, and those of parts of the kit that are loaded later. */
export const serviceErrors = {
  // Requests that are malformed or not allowed
  project_unknown: { status: 401, message: 'Invalid Project ID' },
  project_missing: { status: 401, message: 'Project ID Not Configured' },
  origin_not_allowed: { status: 403, message: 'Invalid App Configuration' },
  malformed_address: { status: 400, message: 'The address is malformed' },
  malformed_cursor: { status: 400, message: 'The cursor is not one that this server issued' },
  unsupported_currency: { status: 400, message: 'Unsupported currency' },
  not_found: { status: 404, message: 'There is nothing at this address' },
  method_not_allowed: { status: 405, message: 'This address does not take this method' },
  payload_too_large: { status: 413, message: 'The request is larger than this server takes' },
  unsupported_media_type: { status: 415, message: 'The request body is not of a type that this address takes' },
  invalid_body: { status: 422, message: 'The request has the wrong shape' },
  upgrade_required: { status: 426, message: 'This address takes a WebSocket with this method' },
  unsupported_chain: { status: 400, message: 'Unsupported chain' },
  rpc_method_not_allowed: { status: 403, message: 'Requested RPC call is not allowed' },
  rate_limited: { status: 429, retryable: true, message: 'Too many requests' },
  server_busy: { status: 503, retryable: true, message: 'The server is busy. Try again in a moment' },
  upstream_refused: { message: 'The network refused the request' },
  not_ready: { status: 503, retryable: true, message: 'The server is starting' },

  // The relay
  relay_token_refused: { status: 401, message: 'The relay did not accept the token of this client' },

  // Login and the embedded wallet, as its server answers
  session_ended: { status: 401, message: 'You are signed out. Sign in again' },
  signature_invalid: { status: 401, message: 'The signature does not fit' },
  proof_invalid: { status: 401, retryable: true, message: 'The device could not prove who it is' },
  step_up_required: { status: 403, retryable: true, message: 'Confirm that it is you first' },
  email_cooldown: { status: 429, retryable: true, message: 'Please try again later' },
  work_required: { status: 429, retryable: true, message: 'This browser must be checked first. Try again' },
  code_wrong: { status: 400, retryable: true, message: 'That code is not right' },
  code_expired: { status: 400, message: 'That code is no longer good. Ask for a new one' },
  attempt_unknown: { status: 404, message: 'This login is no longer open. Start again' },
  link_invalid: { status: 404, message: 'This link is no longer good' },
  number_wrong: { status: 400, retryable: true, message: 'That is not the number on the other screen' },
  email_taken: { status: 409, message: 'This address belongs to another account' },
  email_moved: {
    status: 409,
    message:
      'The address of this account was changed. Sign in with the new one, or undo the change by the link in our mail',
  },
  login_ended: {
    status: 403,
    message: 'This login was ended by mail. Sign in with a passkey, or try again tomorrow',
  },
  social_unavailable: { status: 404, message: 'This login is not set up for this site' },
  social_denied: { status: 403, retryable: true, message: 'The sign-in was cancelled at the provider' },
  social_refused: {
    status: 403,
    retryable: true,
    message: 'The sign-in could not be verified, so nothing changed. Try again',
  },
  social_expired: { status: 410, retryable: true, message: 'The sign-in took too long. Try again' },
  social_provider_failed: { status: 502, retryable: true, message: 'The provider does not answer. Try again' },
  identity_taken: { status: 409, message: 'This login belongs to another account' },
  identity_last: { status: 409, message: 'This is the only way to sign in to this account' },
  identity_unknown: { status: 404, message: 'There is no such way to sign in' },
  passkey_refused: { status: 400, retryable: true, message: 'The passkey was not accepted' },
  passkey_unknown: { status: 404, message: 'There is no passkey for this account' },
  wallet_exists: { status: 409, message: 'This account already has a wallet' },
  wallet_unknown: { status: 404, message: 'This account has no wallet yet' },
  factor_unknown: { status: 404, message: 'There is no such way to recover' },
  password_outdated: {
    status: 409,
    message: 'This password opens no new device. Open the wallet another way, then set it again',
  },
  factor_uncovered: {
    status: 409,
    retryable: true,
    message: 'A way to recover would be lost with this device. Open the wallet here first',
  },
  device_not_enrolled: { status: 403, message: 'Open the wallet on this device first' },
  device_unknown: { status: 404, message: 'There is no such device' },
  epoch_outdated: { status: 409, retryable: true, message: 'Another tab changed the wallet meanwhile' },
  vault_outdated: { status: 409, retryable: true, message: 'Another device changed the wallet meanwhile' },
  archive_unknown: { status: 404, message: 'This change can no longer be undone' },
  frozen: { status: 403, message: 'Frozen for 24 hours, because a way to sign in was changed' },
  host_refused: { status: 421, message: 'This server does not answer for this host' },

  // The frame of the embedded wallet
  request_refused: { message: 'The wallet refused this request because it is dangerous' },
  frame_request_invalid: { message: 'The wallet does not understand this request' },
  smart_account_unavailable: { message: 'There are no smart accounts on this network' },
  frame_timeout: { retryable: true, message: 'The request timed out' },
  frame_error: { retryable: true, message: 'An error occurred' },
  transaction_uncertain: { message: 'The transaction may have been sent. Check your account before you try again' },
  frame_busy: { retryable: true, message: 'Too many requests to the wallet at once' },
  rpc_aborted: { retryable: true, message: 'Request was aborted' },
  prompt_open: { retryable: true, message: 'Another request waits for an answer' },
  device_mismatch: { message: 'The server does not know the wallet of this device. Nothing was created' },
  vault_rolled_back: { message: 'The server gave an older wallet than this device has seen' },
  vault_broken: { message: 'The wallet could not be opened with these shares' },
  recovery_failed: { retryable: true, message: 'The wallet could not be opened that way' },
  password_weak: { message: 'Choose a longer or less common password' },
  backup_code_invalid: { message: 'That is not a backup code: check each character' },
  import_invalid: { message: 'That is neither a recovery phrase nor a private key' },
  handover_code_invalid: { message: 'That is not the code of your other device: check each character' },
  keystore_password_wrong: { retryable: true, message: 'That password does not open this file' },
  passkey_without_prf: {
    message: 'This passkey can sign you in, but cannot open the wallet. Choose another way as well',
  },
  factor_forged: { message: 'Somebody else changed a way to recover, so it was left out' },
  server_reachable: { message: 'The server answers. Go back and try again' },
  offline_factor_new: { message: 'This way to recover works offline only after 72 hours' },
  wallet_locked: { retryable: true, message: 'The wallet is locked' },
  email_missing: { message: 'Enter a valid email address' },

  // Connection
  chain_not_on_connector: { message: 'chain not found on connector.' },
  no_active_network: { message: 'No ActiveCaipNetwork or client found' },
  chain_required: { message: 'Chain is required to update chain account data' },
  wallet_lacks_method: { message: 'The wallet does not offer this' },
  disconnect_failed: { retryable: true, message: 'Failed to disconnect' },
  sign_message_failed: { retryable: true, message: 'Sign message failed' },
  wallet_not_found: { retryable: true, message: 'The wallet is not installed in this browser' },
  popup_blocked: { retryable: true, message: 'The browser blocked the window of the wallet. Allow it, then try again' },
  capabilities_invalid: { retryable: true, message: 'Error parsing wallet capabilities' },
  storage_record_invalid: { message: 'A stored record was unreadable and was dropped' },

  // The app's own set-up
  session_not_yet_valid: { status: 401, retryable: true, message: 'Session Expired' },
  embedded_wallet_failed: { retryable: true, message: 'Embedded Wallet Failed to Load' },
  network_not_configured: { message: 'Network Not Found' },

  // Money
  chain_changed: { retryable: true, message: 'The network changed in the wallet, so nothing was sent' },
  account_changed: { retryable: true, message: 'The account changed in the wallet, so nothing was sent' },
  estimate_gas_failed: { retryable: true, message: 'Estimate gas failed' },
  token_missing: { message: 'Choose a token of the network in use' },
  invalid_amount: { message: 'Enter an amount' },
  amount_too_precise: { message: 'The amount has more decimals than the token' },
  insufficient_balance: { message: 'The amount is above your balance' },
  insufficient_gas: { message: 'Not enough of the native coin to pay the network cost' },
  invalid_receiver: { message: 'Enter a valid receiver address' },
  checksum_mismatch: { message: 'The address has a wrong checksum: a character may be mistyped' },
  simulation_failed: { status: 400, message: 'The transaction would fail' },
  transaction_reverted: { message: 'The network refused the transaction' },
  transaction_replaced: { message: 'Another transaction took the place of this one' },
  transaction_expired: { message: 'The network did not take the transaction in time, and no longer can' },
  // Bitcoin
  amount_dust: { message: 'The network does not carry so small an amount' },
  receiver_other_network: { message: 'This is an address of another network' },
  address_keeps_inscriptions: {
    message: 'This address keeps inscriptions, which a payment could take along. Choose your other address',
  },
  // Solana: the specification's sentence for a payment without an amount or a receiver
  payment_incomplete: { message: 'Please enter a valid amount and receiver address' },
  account_minimum: { message: 'An account on this network must keep a minimum of its coin, or be emptied' },
  receiver_minimum: {
    message: 'The receiver has no account yet: the first payment must be above the minimum',
  },
  token_refuses_transfer: { message: 'This token does not allow this payment' },
  // The specification's sentence for a Solana payment that failed.
  solana_send_failed: { retryable: true, message: 'Failed to send transaction. Please try again' },

  // Data
  response_invalid: { retryable: true, message: 'This version does not understand the answer of the server' },
  balances_unavailable: { retryable: true, message: 'Token Balance Unavailable' },
  history_unavailable: { retryable: true, message: 'Failed to fetch transactions' },

  // Smart accounts
  permissions_invalid: { status: 400, message: 'These permissions cannot be granted' },
  session_unknown: { status: 404, message: 'There is no such session' },
  sessions_unavailable: { retryable: true, message: 'Sessions could not be loaded' },
  session_not_granted: { status: 409, retryable: true, message: 'The network does not know this session yet' },
  session_revoked: { status: 403, message: 'This session was revoked' },
  session_half_revoked: {
    retryable: true,
    message: 'Only a part of what ends this session was done. Revoke it once more',
  },
  session_expired: { status: 403, message: 'This session is over' },
  session_limit: { status: 403, message: 'The session does not allow this' },
  operation_refused: { status: 400, message: 'The smart account would not accept this operation' },
  operation_underpriced: {
    status: 409,
    retryable: true,
    message: 'An operation with this number waits already; another one must offer a tenth more for its gas',
  },
  operation_limit: { status: 429, retryable: true, message: 'Too many operations of this account wait' },
  sponsorship_refused: { status: 403, message: 'The network cost of this is not paid for you' },
  sponsorship_exhausted: {
    status: 429,
    retryable: true,
    message: 'What is paid for you in a day is used up. Try again tomorrow',
  },
  bundler_unavailable: {
    status: 503,
    retryable: true,
    message: 'Operations cannot be sent on this network at the moment',
  },
  calls_unknown: { status: 404, message: 'There are no such calls' },
  calls_id_taken: { status: 409, message: 'These calls were asked for already' },

  // Operation
  config_invalid: { message: 'The configuration has errors' },
  database_outdated: { message: 'The database could not be brought up to date' },
  data_folder_locked: { message: 'Another Latchkey process uses this data folder' },
  devnet_node_missing: { message: 'The local chains need anvil, which is not installed' },
  devnet_failed: { retryable: true, message: 'A local chain could not be started' },
} as const satisfies Record<string, ErrorEntry>
