import type { ErrorEntry } from './ErrorEntry.ts'
import { sharedErrors } from './sharedErrors.ts'

/**
 * Errors that the kit itself throws, or shows before its server answers. Their sentences load with every page that shows the kit's button.
 * Put errors that only servers, the wallet or its frame throw into `serviceErrors`. The same holds for errors of one part of the kit that
 * loads later.
 */
export const kitErrors = {
  ...sharedErrors,

  // The network
  upstream_unavailable: { status: 503, retryable: true, message: 'The network cannot be reached at the moment' },

  // The frame of the embedded wallet
  frame_failed: { retryable: true, message: 'Unable to load email login dependency' },

  // Connection
  network_request_failed: { retryable: true, message: 'Network request failed' },
  wallet_timeout: { retryable: true, message: 'The wallet did not answer' },
  wallet_busy: { retryable: true, message: 'The wallet already has a request open' },
  no_active_account: { message: 'No ActiveCaipAddress found' },
  network_not_found: { message: 'Network not found' },
  network_switch_off: { message: 'This site does not change networks' },
  adapter_not_found: { message: 'Chain adapter not found' },
  connection_missing: { message: 'No ConnectionController client found' },
  networks_missing: { message: 'NetworkController client not set' },
  chain_not_in_provider: { message: 'ChainId not found in provider' },
  walletconnect_not_found: { message: 'WalletConnectConnector not found' },

  // Sign-in
  siwx_not_enabled: { message: 'SIWX is not enabled' },
  siwx_failed: { retryable: true, message: 'A problem occurred while trying initialize authentication' },

  // Money
  send_failed: { retryable: true, message: 'Something went wrong' },
} as const satisfies Record<string, ErrorEntry>

/** A code whose sentence is part of the kit. */
export type KitErrorCode = keyof typeof kitErrors
