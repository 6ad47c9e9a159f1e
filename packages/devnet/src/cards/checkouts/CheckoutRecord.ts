import type { PaymentMethod } from '@latchkey/protocol'
import type { Checkout } from '../CardProcessor.ts'
import type { TestNumber } from '../testCards.ts'

/** Body of `POST /v1/checkouts`. */
export type CheckoutRequest = Pick<Checkout, 'reference' | 'amount' | 'expiresAt'> & {
  methods: readonly PaymentMethod[]
  title: string
  /** Lines on the page, such as the bought token and its receiver. */
  lines: readonly { label: string; value: string }[]
  returnUrl: string | null
  /** Years that the visitor has to say to have before paying; null: the page asks for nothing. */
  minimumAge: number | null
  webhookUrl: string
}

/** A checkout as it is kept. A number of a card is never in it, test card or not. */
export type CheckoutRecord = Omit<Checkout, 'url'> & {
  request: CheckoutRequest
  /** Behavior of the test card after the bank's code; null if the bank waits for no code. */
  challenge: TestNumber['behaviour'] | null
  /** Unix milliseconds at which the pending payment or refund completes; null if none is pending. */
  settlesAt: number | null
  /** Delivery of its messages. */
  sending: 'once' | 'thrice' | 'reversed'
}
