import type { AccountId, ChainId, ErrorCode, PaymentMethod } from '@latchkey/protocol'
import type { OnrampOptions, OnrampQuote, OnrampRefusal, Order } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'

/** A token on one network, as it can be bought. */
export type OnrampAsset = {
  /** CAIP-10; native coins as in `/v1/fungible/price`. */
  id: AccountId
  chainId: ChainId
  networkName: string
  name: string
  symbol: string
  decimals: number
  iconUrl: string | null
}

/** What the visitor chose. */
export type OnrampForm = {
  asset: OnrampAsset | undefined
  /** ISO 4217. */
  currency: string
  method: PaymentMethod
  /** What is paid in all, as typed, in units of `currency`. */
  amount: string
}

/** A refusal that stands next to a field of the form. */
export type OnrampIssue = { field: 'asset' | 'currency' | 'amount' | 'order'; code: ErrorCode; message: string }

/**
 * What can be bought here. `isSample`: the server did not answer, and these are the specification's samples (9): shown as "estimate, not an
 * offer", and nothing can be paid by them.
 */
export type OnrampOptionsState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  value: OnrampOptions | undefined
  isSample: boolean
  error: { code: ErrorCode; message: string } | undefined
}

/** The offers for the form as it stands: renewed when they run out while somebody looks. */
export type OnrampPricing = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Whoever gives most first; kept while newer ones are on their way, dropped when the form changes. */
  quotes: readonly OnrampQuote[]
  /** Why the other providers offer nothing. */
  refusals: readonly OnrampRefusal[]
  /** As in the options. */
  isSample: boolean
  error: { code: ErrorCode; message: string } | undefined
}

/** A purchase of this browser. `isStale`: it could not be read again; `order` is what was known last. */
export type OnrampPurchase = { id: string; order: Order | undefined; isStale: boolean }

/** Where buying stands. */
export type OnrampState = {
  form: OnrampForm
  issues: readonly OnrampIssue[]
  options: OnrampOptionsState
  pricing: OnrampPricing
  /** The quote of which an order is being made; undefined otherwise. */
  starting: string | undefined
  /** Purchases of this browser that the visitor did not put away, newest first; the same in all its tabs. */
  purchases: readonly OnrampPurchase[]
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
  /** Reads what can be bought; with samples where the server does not answer. Never throws; the answer is in the state. */
  load: () => Promise<void>
  /** What can be bought on the app's networks, those of the network in use first. */
  listAssets: () => readonly OnrampAsset[]
  /** Changes the form; new offers are asked for 300 ms later. */
  edit: (form: Partial<OnrampForm>) => void
  /** Asks for offers again now. */
  refresh: () => void
  /** Keeps the offers fresh while at least one caller watches. @returns the function that stops watching */
  watch: () => () => void
  /**
   * Takes an offer for the account of the asset's family and opens the provider's window. Called within a click: the window is opened at
   * once, and led to the page when it is known. Where the browser blocks it, the purchase is there all the same, and `reopen` opens it.
   *
   * @throws LatchkeyError `onramp_account_missing`, `onramp_sample`, `onramp_quote_expired`, `onramp_age_required`, the server's refusals;
   * `onramp_failed` for everything else
   */
  start: (options: { quoteId: string; ageConfirmed?: boolean }) => Promise<{ orderId: string; isBlocked: boolean }>
  /** Opens the page of a purchase that is not paid, again; within a click. @returns whether the browser let it */
  reopen: (options: { orderId: string }) => boolean
  /** Follows a purchase live while at least one caller does. @returns the function that stops */
  follow: (options: { orderId: string }) => () => void
  /** Gives up a purchase that is not paid. @throws LatchkeyError `onramp_order_closed`, `onramp_order_not_found`, `network_request_failed` */
  cancel: (options: { orderId: string }) => Promise<void>
  /** Puts a purchase away that came to an end. */
  dismiss: (options: { orderId: string }) => void
  /** Picks up the purchases of the last visit, and of other tabs, where there are any. */
  resume: () => void
}
