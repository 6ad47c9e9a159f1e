import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors of the onramp. If one of them is the answer, nothing was paid. */
export const onrampErrors = {
  onramp_unavailable: { status: 404, message: 'Nothing can be bought with a card here' },
  onramp_country_blocked: { status: 403, message: 'Buying is not offered in your country' },
  onramp_age_required: { status: 403, message: 'You have to confirm your age before you buy' },
  onramp_refused: { status: 403, message: 'This purchase is not offered to you' },
  onramp_currency_unsupported: { status: 400, message: 'You cannot pay in this currency here' },
  onramp_asset_unsupported: { status: 400, message: 'This token cannot be bought here' },
  onramp_amount_limits: { status: 400, message: 'The amount is outside the limits' },
  onramp_amount_too_small: { status: 400, message: 'The fees would take all of this amount' },
  onramp_daily_limit: { status: 403, message: 'This purchase is above what you can buy in a day' },
  onramp_too_many_orders: {
    status: 429,
    retryable: true,
    message: 'Too many purchases wait to be paid. Pay or cancel one, or try again later',
  },
  onramp_price_unknown: { status: 503, retryable: true, message: 'There is no price right now' },
  onramp_sold_out: { status: 503, retryable: true, message: 'So much is not in stock right now' },
  onramp_quote_expired: { status: 409, retryable: true, message: 'The offer is over. Ask for a new one' },
  onramp_provider_unavailable: { status: 503, retryable: true, message: 'The payment provider does not answer' },
  onramp_return_invalid: { status: 400, message: 'The page to return to is not one of this project' },
  onramp_order_not_found: { status: 404, message: 'There is no such purchase' },
  onramp_order_closed: { status: 409, message: 'This purchase can no longer be cancelled' },
  onramp_webhook_invalid: { status: 401, message: 'This message is not from the payment provider' },

  // The kit's own
  onramp_account_missing: { message: 'Connect an account to buy for' },
  onramp_sample: { retryable: true, message: 'This is an estimate, not an offer: the server does not answer' },
  onramp_failed: { retryable: true, message: 'The purchase could not be started. Nothing was paid' },
} as const satisfies Record<string, ErrorEntry>
