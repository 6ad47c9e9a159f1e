import type { ErrorEntry } from './ErrorEntry.ts'
import { sharedErrors } from './sharedErrors.ts'

/**
 * The refusals that the kit itself gives, or shows before it knows more. Their sentences load with every page that shows the
 * kit's button: one that only servers, the wallet or its frame give belongs into `serviceErrors`, and so does one that a single
 * part of the kit gives which is loaded later.
 */
export const kitErrors = {
  ...sharedErrors,

  // Requests that are malformed or not allowed
  upstream_unavailable: { status: 503, retryable: true, message: 'The network cannot be reached at the moment' },

  // Login and the embedded wallet, as its server answers
  session_ended: { status: 401, retryable: false, message: 'You are signed out. Sign in again' },
  signature_invalid: { status: 401, retryable: false, message: 'The signature does not fit' },

  // The frame of the embedded wallet
  frame_failed: { retryable: true, message: 'Unable to load email login dependency' },
  request_refused: { retryable: false, message: 'The wallet refused this request because it is dangerous' },

  // Connection
  network_request_failed: { retryable: true, message: 'Network request failed' },
  wallet_timeout: { retryable: true, message: 'The wallet did not answer' },
  wallet_busy: { retryable: true, message: 'The wallet already has a request open' },
  no_active_account: { retryable: false, message: 'No ActiveCaipAddress found' },
  no_active_network: { retryable: false, message: 'No ActiveCaipNetwork or client found' },
  network_not_found: { retryable: false, message: 'Network not found' },
  network_switch_off: { retryable: false, message: 'This site does not change networks' },
  adapter_not_found: { retryable: false, message: 'Chain adapter not found' },
  connection_missing: { retryable: false, message: 'No ConnectionController client found' },
  networks_missing: { retryable: false, message: 'NetworkController client not set' },
  chain_not_on_connector: { retryable: false, message: 'chain not found on connector.' },
  chain_not_in_provider: { retryable: false, message: 'ChainId not found in provider' },
  walletconnect_not_found: { retryable: false, message: 'WalletConnectConnector not found' },

  // Sign-in
  siwx_not_enabled: { retryable: false, message: 'SIWX is not enabled' },
  siwx_failed: { retryable: true, message: 'A problem occurred while trying initialize authentication' },
  siwx_message_invalid: { retryable: false, message: 'The sign-in message is malformed' },

  // Money
  chain_changed: { retryable: true, message: 'The network changed in the wallet, so nothing was sent' },
  account_changed: { retryable: true, message: 'The account changed in the wallet, so nothing was sent' },
  estimate_gas_failed: { retryable: true, message: 'Estimate gas failed' },
  send_failed: { retryable: true, message: 'Something went wrong' },

  // Data
  response_invalid: { retryable: true, message: 'The server gave an answer that this version does not understand' },
} as const satisfies Record<string, ErrorEntry>

/** A code whose sentence the kit knows from the start. */
export type KitErrorCode = keyof typeof kitErrors
