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
  not_ready: { status: 503, retryable: true, message: 'The server is starting' },

  // Connection
  network_request_failed: { retryable: true, message: 'Network request failed' },
  user_rejected: { retryable: true, message: 'The request was declined in the wallet' },
  wallet_not_found: { retryable: true, message: 'The wallet is not installed in this browser' },
  wallet_timeout: { retryable: true, message: 'The wallet did not answer' },
  wallet_busy: { retryable: true, message: 'The wallet already has a request open' },
  wallet_disconnected: { retryable: true, message: 'The wallet is not connected' },
  wallet_failed: { retryable: true, message: 'The wallet reported an error' },
  no_active_account: { retryable: false, message: 'No ActiveCaipAddress found' },
  no_active_network: { retryable: false, message: 'No ActiveCaipNetwork or client found' },
  network_not_found: { retryable: false, message: 'Network not found' },
  adapter_not_found: { retryable: false, message: 'Chain adapter not found' },
  disconnect_failed: { retryable: true, message: 'Failed to disconnect' },
  storage_record_invalid: { retryable: false, message: 'A stored record was unreadable and was dropped' },

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
