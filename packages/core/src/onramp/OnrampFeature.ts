import type { AccountId, ChainId, ErrorCode, PaymentMethod } from '@latchkey/protocol'
import type { OnrampOptions, OnrampQuote, OnrampRefusal, Order } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'

/** A token on one network that can be bought. */
export type OnrampAsset = {
  /** CAIP-10; native tokens as in `/v1/fungible/price`. */
  id: AccountId
  chainId: ChainId
  networkName: string
  name: string
  symbol: string
  decimals: number
  iconUrl: string | null
}

export type OnrampForm = {
  asset: OnrampAsset | undefined
  /** ISO 4217. */
  currency: string
  method: PaymentMethod
  /** Total payment as typed, in units of `currency`. */
  amount: string
}

/** An error beside a form field. */
export type OnrampIssue = { field: 'asset' | 'currency' | 'amount' | 'order'; code: ErrorCode; message: string }

/**
 * The tokens that can be bought. `isSample`: the server did not answer, and these are the specification's samples (9). They are shown as
 * "estimate, not an offer", and cannot be paid.
 */
export type OnrampOptionsState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  value: OnrampOptions | undefined
  isSample: boolean
  error: { code: ErrorCode; message: string } | undefined
}

/** The quotes of the form. Renewed before they expire, as long as a view watches. */
export type OnrampPricing = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Sorted by the received amount, the largest first. Kept while new ones load, dropped when the form changes. */
  quotes: readonly OnrampQuote[]
  /** Reasons of the providers without a quote. */
  refusals: readonly OnrampRefusal[]
  /** As in the options. */
  isSample: boolean
  error: { code: ErrorCode; message: string } | undefined
}

/** An order of this browser. `isStale`: the last read failed, and `order` is older. */
export type OnrampOrder = { id: string; order: Order | undefined; isStale: boolean }

/** State of the onramp. */
export type OnrampState = {
  form: OnrampForm
  issues: readonly OnrampIssue[]
  options: OnrampOptionsState
  pricing: OnrampPricing
  /** ID of the quote for which an order is being created; undefined otherwise. */
  starting: string | undefined
  /** Orders of this browser that the visitor has not dismissed, newest first. All tabs share them. */
  orders: readonly OnrampOrder[]
}

/**
 * Buys tokens with a card or a bank account: edit → quotes → start (the provider's window) → follow.
 *
 * @example
 * await latchkey.onramp.load()
 * latchkey.onramp.edit({ amount: '100' })
 * const stop = latchkey.onramp.watch()
 * // … within a click:
 * const { orderId } = await latchkey.onramp.start({ quoteId, ageConfirmed: true })
 */
export type OnrampFeature = Readable<OnrampState> & {
  /** Loads the options, or samples if the server does not answer. Never throws; the result is in the state. */
  load: () => Promise<void>
  /** Lists the tokens that can be bought on the app's networks, those of the current network first. */
  listAssets: () => readonly OnrampAsset[]
  /** Changes the form and fetches quotes 300 ms later. */
  edit: (form: Partial<OnrampForm>) => void
  /** Fetches quotes immediately. */
  refresh: () => void
  /** Keeps the quotes fresh while at least one caller watches. @returns a function that stops watching */
  watch: () => () => void
  /**
   * Creates an order from a quote, for the account of the token's family, and opens the provider's window. Call it within a click: the
   * window opens immediately, and navigates when the URL is known. If the browser blocks it, the order still exists, and `reopen` opens it.
   *
   * @throws LatchkeyError `onramp_account_missing`, `onramp_sample`, `onramp_quote_expired`, `onramp_age_required`, refusals of the server;
   *   `onramp_failed` for everything else
   */
  start: (options: { quoteId: string; ageConfirmed?: boolean }) => Promise<{ orderId: string; isBlocked: boolean }>
  /** Opens the window of an unpaid order again. Call it within a click. @returns false if the browser blocked it */
  reopen: (options: { orderId: string }) => boolean
  /** Follows an order live while at least one caller does. @returns a function that stops */
  follow: (options: { orderId: string }) => () => void
  /** Cancels an unpaid order. @throws LatchkeyError `onramp_order_closed`, `onramp_order_not_found`, `network_request_failed` */
  cancel: (options: { orderId: string }) => Promise<void>
  /** Removes an ended order from the list. */
  dismiss: (options: { orderId: string }) => void
  /** Loads the orders of the last visit and of other tabs, if there are any. */
  resume: () => void
}
