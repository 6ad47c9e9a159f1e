/**
 * Codes that need no sentence in every language. Either only operators and developers meet them, or the wallet's own windows show them
 * with their own texts.
 */
export const operatorErrors: ReadonlySet<string> = new Set([
  // Requests that the kit does not make
  'malformed_request',
  'malformed_cursor',
  'unsupported_currency',
  'rpc_method_not_allowed',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_body',
  'upgrade_required',
  'host_refused',
  'frame_request_invalid',
  'relay_token_refused',
  // The wallet's own windows
  'wallet_exists',
  'factor_unknown',
  'factor_uncovered',
  'device_unknown',
  'password_weak',
  'backup_code_invalid',
  'import_invalid',
  'handover_code_invalid',
  'keystore_password_wrong',
  'passkey_without_prf',
  'identity_taken',
  'identity_last',
  'identity_unknown',
  // Calls that an app made too early or without the required state
  'chain_required',
  'connection_missing',
  'networks_missing',
  // Names: messages that the kit does not make, and calls without a connected wallet
  'coin_type_invalid',
  'invalid_chain_id',
  'name_message_invalid',
  'name_message_mismatch',
  'name_attributes_invalid',
  'name_account_missing',
  // Buying: messages to the server and calls that an app makes without the kit
  'onramp_webhook_invalid',
  'onramp_return_invalid',
  // Signed in: calls that an app makes without the kit, and requests of the site's own pages
  'siwx_audience_unknown',
  'siwx_device_unknown',
  'operator_required',
  'saved_address_unknown',
  'saved_addresses_full',
  'settings_conflict',
  // An app's server that uses a permission or sends operations
  'session_revoked',
  'session_expired',
  'session_limit',
  'session_period_ending',
  'operation_underpriced',
  'calls_unknown',
  'calls_id_taken',
  // Inside the WalletConnect client; a visitor sees only the resulting error
  'pairing_uri_invalid',
  'proposal_not_found',
  'envelope_invalid',
  // Operation of the server
  'storage_record_invalid',
  'config_invalid',
  'database_outdated',
  'data_folder_locked',
  'devnet_node_missing',
  'devnet_failed',
])
