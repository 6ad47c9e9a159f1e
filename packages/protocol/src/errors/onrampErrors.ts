import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors of the onramp. If one of them is the answer, nothing was paid. */
export const onrampErrors = {
  onramp_unavailable: { status: 404, message: 'Buying with a card is not available here' },
  onramp_country_blocked: { status: 403, message: 'Buying is not offered in your country' },
  onramp_age_required: { status: 403, message: 'Confirm your age before you buy' },
  onramp_refused: { status: 403, message: 'This order was declined before payment' },
  onramp_currency_unsupported: { status: 400, message: 'You cannot pay in this currency here' },
  onramp_asset_unsupported: { status: 400, message: 'This token cannot be bought here' },
  onramp_amount_limits: { status: 400, message: 'The amount is outside the limits' },
  onramp_amount_too_small: { status: 400, message: 'Fees would use up this whole amount' },
  onramp_daily_limit: { status: 403, message: 'This amount is above your daily limit' },
  onramp_too_many_orders: {
    status: 429,
    retryable: true,
    message: 'Too many orders are waiting for payment. Pay or cancel one, or try again later',
  },
  onramp_price_unknown: { status: 503, retryable: true, message: 'No price is available right now' },
  onramp_sold_out: { status: 503, retryable: true, message: 'This amount is not in stock right now' },
  onramp_quote_expired: { status: 409, retryable: true, message: 'The quote has expired. Get a new one' },
  onramp_provider_unavailable: { status: 503, retryable: true, message: 'The payment provider is not responding' },
  onramp_return_invalid: { status: 400, message: 'The return page does not belong to this project' },
  onramp_order_not_found: { status: 404, message: 'This order was not found' },
  onramp_order_closed: { status: 409, message: 'This order can no longer be canceled' },
  onramp_webhook_invalid: { status: 401, message: 'This message is not from the payment provider' },

  // The kit's own
  onramp_account_missing: { message: 'Connect an account that receives the tokens' },
  onramp_sample: { retryable: true, message: 'This is an estimate, not a quote: the server is not responding' },
  onramp_failed: { retryable: true, message: 'The order could not be started. Nothing was paid for it' },
} as const satisfies Record<string, ErrorEntry>
