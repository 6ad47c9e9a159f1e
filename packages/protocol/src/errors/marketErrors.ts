import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors of swaps, names and followed transactions: those of the server and the kit, none of the wallet. */
export const marketErrors = {
  // Transactions
  transaction_open_elsewhere: {
    retryable: true,
    message: 'Another tab of this site is waiting for your wallet. Finish there first',
  },
  transaction_done: { message: 'The transaction is in a block already, so it can no longer be changed' },
  replacement_unsupported: { message: 'This wallet numbers its transactions itself: speed it up or cancel it there' },

  // Swap
  gas_price_network_unsupported: { status: 400, message: 'Network not supported for Gas Price' },
  swap_network_unsupported: { status: 400, message: 'Network not supported for Swaps' },
  token_not_found: { status: 400, message: 'This token is not known on this network' },
  same_token: { status: 400, message: 'Choose two different tokens' },
  amount_too_small: { status: 400, message: 'The amount is too small to swap' },
  insufficient_liquidity: {
    status: 400,
    retryable: true,
    message: 'There is not enough liquidity for this swap. Try a smaller amount',
  },
  transfer_fee_unsupported: {
    status: 400,
    message: 'This token takes a part of every transfer in a way that cannot be swapped safely',
  },
  quote_outdated: { status: 409, retryable: true, message: 'The price moved meanwhile. Look at the new one' },
  price_impact_unconfirmed: { message: 'This swap moves the price a lot against you. Confirm that you want it' },
  slippage_invalid: { message: 'Choose a slippage between 0.1 and 50 percent' },
  slippage_exceeded: {
    retryable: true,
    message: 'The price moved by more than you allow, so the network refused the swap',
  },
  swap_expired: { retryable: true, message: 'The swap came into a block too late, so the network refused it' },
  swap_mismatch: { retryable: true, message: 'The built swap does not do what was asked for, so nothing was signed' },
  approval_failed: { retryable: true, message: 'The approval of the token did not go through' },
} as const satisfies Record<string, ErrorEntry>
