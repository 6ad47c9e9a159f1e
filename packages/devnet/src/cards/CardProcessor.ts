import type { PaymentMethod } from '@latchkey/protocol'
import type { Money } from '@latchkey/protocol/api'

/** State of a checkout. A payment in `processing` can still be declined. */
export type CheckoutState = 'open' | 'processing' | 'paid' | 'cancelled' | 'expired' | 'refunding' | 'refunded'

/** A requested payment, as the API returns it. */
export type Checkout = {
  id: string
  /** ID from the seller. On no page. */
  reference: string
  /** Its page. */
  url: string
  state: CheckoutState
  /** The last payment attempt was refused. An open checkout accepts another card. */
  declined: boolean
  amount: Money
  paid: Money | null
  refunded: Money | null
  /** Payment method of the payment. */
  method: PaymentMethod | null
  /** A rehearsal that the card asks for. */
  testCase: 'delivery_fails' | null
  /** ISO 8601, as in the following fields. */
  createdAt: string
  paidAt: string | null
  expiresAt: string
  /** Counts changes. */
  sequence: number
}

/** Event of a checkout in a message. */
export type MessageType = 'processing' | 'declined' | 'paid' | 'cancelled' | 'expired' | 'refunding' | 'refunded'

/** A message to the seller. */
export type CardMessage = {
  /** The same for each copy of a message. */
  id: string
  checkoutId: string
  type: `checkout.${MessageType}`
  sequence: number
  /** Number of attempts. */
  tries: number
  isDelivered: boolean
}

/** A refund, by the API or by the bank. */
export type CardRefund = { checkoutId: string; reference: string; amount: Money; by: 'api' | 'bank' }

/**
 * Fault of the API, for tests. Pages still work.
 *
 * - `down`: answers 503; `cut`: closes the connection and does nothing
 * - `lost`: performs the request, and closes the connection before the answer
 * - `slow`: does nothing, and delays its answer until the fault is removed
 */
export type CardFault = 'down' | 'cut' | 'lost' | 'slow'

/** A local card processor. It accepts only test cards, and moves no real money. */
export type CardProcessor = {
  /** The API and the pages. */
  url: string
  /** Of the API and of the webhooks. */
  key: string
  /**
   * Pays as the page does.
   *
   * @param options.card a number of `testCards`; `options.account`: one of `testAccounts`, for a bank account
   * @param options.code code for the bank; with `null`, the bank keeps waiting for the code
   * @param options.amount pays another amount than the requested one
   * @param options.isOldEnough the visitor's answer, if the checkout asks for an age
   * @returns the state of the checkout afterwards
   * @throws Error if the number is no test number, the checkout does not exist, or the answer about the age is missing
   */
  pay: (
    checkoutId: string,
    payment: ({ card: string; code?: string | null; amount?: string } | { account: string; amount?: string }) & {
      isOldEnough?: boolean
    },
  ) => Checkout
  /** @returns undefined if there is none */
  find: (by: { id: string } | { reference: string }) => Checkout | undefined
  /** All of them, the oldest first. */
  checkouts: () => readonly Checkout[]
  /** Refunds, in order. */
  refunds: () => readonly CardRefund[]
  /** Messages of a checkout since the start with all copies, in the order of their first attempts. */
  messages: (checkoutId: string) => readonly CardMessage[]
  /** Sends nothing until `releaseWebhooks`. */
  holdWebhooks: () => void
  releaseWebhooks: () => void
  /** Sends failed messages again immediately. */
  retryWebhooks: () => void
  /** Resolves when the seller has accepted every message. */
  delivered: () => Promise<void>
  setFault: (fault: CardFault | null) => void
  /**
   * Sets the milliseconds until a pending payment or refund completes, from the next payment on. `Infinity`: until `settle`.
   */
  setPendingFor: (milliseconds: number) => void
  /** Completes all pending payments and refunds immediately. */
  settle: () => void
  /** Advances the clock by milliseconds. Due events happen immediately. */
  advance: (milliseconds: number) => void
  stop: () => Promise<void>
}
