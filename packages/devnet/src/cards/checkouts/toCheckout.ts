import type { Checkout } from '../CardProcessor.ts'
import type { CheckoutRecord } from './CheckoutRecord.ts'

/** Returns a checkout as in the API. `paid` is null until the payment is complete. */
export function toCheckout({ checkout, url }: { checkout: CheckoutRecord; url: string }): Checkout {
  const { request, challenge, settlesAt, sending, ...shown } = checkout
  return {
    ...shown,
    paid: checkout.paidAt === null ? null : checkout.paid,
    url: `${url}/pay/${checkout.id}`,
  }
}
