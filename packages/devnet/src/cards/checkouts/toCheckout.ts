import type { Checkout } from '../CardProcessor.ts'
import type { CheckoutRecord } from './CheckoutRecord.ts'

/** A checkout as the API gives it. While it is being paid nothing is taken. */
export function toCheckout({ checkout, url }: { checkout: CheckoutRecord; url: string }): Checkout {
  const { request, challenge, settlesAt, sending, ...shown } = checkout
  return {
    ...shown,
    paid: checkout.paidAt === null ? null : checkout.paid,
    url: `${url}/pay/${checkout.id}`,
  }
}
