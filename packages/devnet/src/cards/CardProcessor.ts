import type { PaymentMethod } from '@latchkey/protocol'
import type { Money } from '@latchkey/protocol/api'

/** How a checkout stands. `processing`: being paid, it can still be declined. */
export type CheckoutState = 'open' | 'processing' | 'paid' | 'cancelled' | 'expired' | 'refunding' | 'refunded'

/** A payment that is asked for, as the API gives it. */
export type Checkout = {
  id: string
  /** ID from the seller. On no page. */
  reference: string
  /** Its page. */
  url: string
  state: CheckoutState
  /** The last try to pay was refused; while the checkout is open, another card may be tried. */
  declined: boolean
  amount: Money
  paid: Money | null
  refunded: Money | null
  /** Payment method of the payment. */
  method: PaymentMethod | null
  /** A rehearsal that the card asks for. */
  testCase: 'delivery_fails' | null
  /** ISO 8601, as those below. */
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
  /** How often it was sent. */
  tries: number
  isDelivered: boolean
}

/** Money that went back, by the API or by the bank. */
export type CardRefund = { checkoutId: string; reference: string; amount: Money; by: 'api' | 'bank' }

/**
 * What can be wrong with the API, for tests. Pages go on.
 *
 * - `down`: answers 503; `cut`: breaks the connection off and does nothing
 * - `lost`: does what it is asked, and breaks the connection off before the answer
 * - `slow`: does nothing and keeps its answer back until the fault is taken back
 */
export type CardFault = 'down' | 'cut' | 'lost' | 'slow'

/** A card processor of this machine. No real money: it takes test cards only. */
export type CardProcessor = {
  /** The API and the pages. */
  url: string
  /** Of the API and of the webhooks. */
  key: string
  /**
   * Pays as the page does.
   *
   * @param options.card a number of `testCards`; `options.account`: one of `testAccounts`, for a bank account
   * @param options.code what the bank is told; `null` leaves it waiting for the code
   * @param options.amount takes another amount than was asked for
   * @param options.isOldEnough the visitor's word, where the checkout asks for an age
   * @returns how the checkout stands then
   * @throws Error where the number is no test number, there is no such checkout, or it asks for an age that was not said
   */
  pay: (
    checkoutId: string,
    payment: ({ card: string; code?: string | null; amount?: string } | { account: string; amount?: string }) & {
      isOldEnough?: boolean
    },
  ) => Checkout
  /** @returns undefined where there is none */
  find: (by: { id: string } | { reference: string }) => Checkout | undefined
  /** All of them, the oldest first. */
  checkouts: () => readonly Checkout[]
  /** Refunds, in order. */
  refunds: () => readonly CardRefund[]
  /** Messages of a checkout since the start, in the order in which they are first sent; copies count. */
  messages: (checkoutId: string) => readonly CardMessage[]
  /** Sends nothing until `releaseWebhooks`. */
  holdWebhooks: () => void
  releaseWebhooks: () => void
  /** Sends failed messages again immediately. */
  retryWebhooks: () => void
  /** Resolves when every message was taken. */
  delivered: () => Promise<void>
  setFault: (fault: CardFault | null) => void
  /**
   * Sets the milliseconds until a pending payment or refund completes, from the next payment on. `Infinity`: until `settle`.
   */
  setPendingFor: (milliseconds: number) => void
  /** Ends the waiting of everything that is pending. */
  settle: () => void
  /** Advances the clock by milliseconds. Due events happen immediately. */
  advance: (milliseconds: number) => void
  stop: () => Promise<void>
}
