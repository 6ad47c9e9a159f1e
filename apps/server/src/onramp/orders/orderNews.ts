import { type AccountId, isAccountId } from '@latchkey/protocol'
import { type Order, orderSchema } from '@latchkey/protocol/api'

/** The bus channel on which changes of orders are told. */
export const orderChannel = 'onramp-orders'

/** An order was made, or changed. */
export type OrderNews = {
  order: Order
  /** Whose history it is in. */
  account: AccountId
}

/**
 * Reads what arrives on the bus, which comes from another process, perhaps of another version.
 *
 * @throws Error where it cannot be read; without a word of it, for the id of an order is in no log
 */
export function readOrderNews(message: string): OrderNews {
  const { order, account } = readJson(message)
  const read = orderSchema.safeParse(order)
  if (!read.success || !isAccountId(account)) throw new Error('News of an order that cannot be read')
  return { order: read.data, account }
}

function readJson(message: string): { order?: unknown; account?: unknown } {
  try {
    return JSON.parse(message) ?? {}
  } catch {
    return {}
  }
}
