import { randomBytes } from 'node:crypto'
import type { MessageType } from '../CardProcessor.ts'
import type { CheckoutRecord } from '../checkouts/CheckoutRecord.ts'
import type { OutgoingMessage } from './OutgoingMessage.ts'

/** A change of a checkout, for a message. */
export type Change = { type: MessageType; sequence: number }

/** The messages of changes that came together, in the order, and as often, as the checkout sends them. */
export function writeMessages({
  checkout: { id: checkoutId, reference, request, sending },
  changes,
  now,
}: {
  checkout: CheckoutRecord
  changes: readonly Change[]
  now: number
}): OutgoingMessage[] {
  const inOrder = sending === 'reversed' ? changes.toReversed() : changes
  return inOrder.flatMap(({ type, sequence }) => {
    const id = `evt_${randomBytes(16).toString('hex')}`
    const message: OutgoingMessage = {
      ...{ id, checkoutId, sequence, url: request.webhookUrl },
      type: `checkout.${type}`,
      body: JSON.stringify({
        ...{ id, type: `checkout.${type}`, created: new Date(now).toISOString(), sequence },
        data: { id: checkoutId, reference },
      }),
      ...{ tries: 0, isDelivered: false, nextAt: now },
    }
    return Array.from({ length: sending === 'thrice' ? 3 : 1 }, () => ({ ...message }))
  })
}
