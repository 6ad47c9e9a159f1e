import { type AccountId, isAccountId } from '@latchkey/protocol'
import { type Order, orderSchema } from '@latchkey/protocol/api'

/** Bus channel for changes of orders. */
export const orderChannel = 'onramp-orders'

/** An order was created or changed. */
export type OrderNews = {
  order: Order
  /** Account whose activity has it. */
  account: AccountId
}

/**
 * Parses an event of the bus, which comes from another process and possibly from another version.
 *
 * @throws Error if malformed. The message has none of its content, because an order's ID must not be in a log.
 */
export function readOrderNews(message: string): OrderNews {
  const { order, account } = readJson(message)
  const read = orderSchema.safeParse(order)
  if (!read.success || !isAccountId(account)) throw new Error('An order event cannot be read')
  return { order: read.data, account }
}

function readJson(message: string): { order?: unknown; account?: unknown } {
  try {
    return JSON.parse(message) ?? {}
  } catch {
    return {}
  }
}
