import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors of swaps, names and followed transactions: those of the server and the kit, none of the wallet. */
export const marketErrors = {
  // Transactions
  transaction_open_elsewhere: {
    retryable: true,
    message: 'Another tab of this site is waiting for your wallet. Finish there first',
  },
  transaction_done: { message: 'The transaction is already in a block, so it can no longer be changed' },
  replacement_unsupported: {
    message: 'This wallet manages its own transactions. Speed it up or cancel it in the wallet',
  },

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
    message: 'This token charges a fee on transfers in a way that makes swaps unsafe',
  },
  quote_outdated: { status: 409, retryable: true, message: 'The price has changed. Review the new one' },
  price_impact_unconfirmed: { message: 'This swap has a high price impact. Confirm that you want it' },
  slippage_invalid: { message: 'Choose a slippage between 0.1 and 50 percent' },
  slippage_exceeded: {
    retryable: true,
    message: 'The price moved more than your slippage allows, so the swap failed',
  },
  swap_expired: { retryable: true, message: 'The swap reached a block too late, so it failed' },
  swap_mismatch: { retryable: true, message: 'The prepared swap differs from your request, so it was not signed' },
  approval_failed: { retryable: true, message: 'The token approval failed' },
} as const satisfies Record<string, ErrorEntry>
