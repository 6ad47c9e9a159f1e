import type { PaymentMethod } from '@latchkey/protocol'
import type { Checkout } from '../CardProcessor.ts'
import type { TestNumber } from '../testCards.ts'

/** What is asked for: the body of `POST /v1/checkouts`. */
export type CheckoutRequest = Pick<Checkout, 'reference' | 'amount' | 'expiresAt'> & {
  methods: readonly PaymentMethod[]
  title: string
  /** What stands on the page, such as what is bought and for whom. */
  lines: readonly { label: string; value: string }[]
  returnUrl: string | null
  /** Years that the visitor has to say to have before paying; null: the page asks for nothing. */
  minimumAge: number | null
  webhookUrl: string
}

/** A checkout as it is kept. A number of a card is never in it, test card or not. */
export type CheckoutRecord = Omit<Checkout, 'url'> & {
  request: CheckoutRequest
  /** The bank waits for its code; what comes after it. */
  challenge: TestNumber['behaviour'] | null
  /** Unix milliseconds at which what is pending ends; null: nothing is. */
  settlesAt: number | null
  /** How its messages are sent. */
  sending: 'once' | 'thrice' | 'reversed'
}
