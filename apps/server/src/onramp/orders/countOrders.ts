import { type OrderState, orderStates } from '@latchkey/protocol'
import { count } from 'drizzle-orm'
import type { Database } from '../../platform/db/Database.ts'
import { onrampOrders } from '../schema.ts'

/** Counts the orders of all projects in each state, in the order of the states; 0 if there are none. */
export async function countOrders(database: Database): Promise<{ state: OrderState; count: number }[]> {
  const rows = await database
    .select({ state: onrampOrders.state, orders: count() })
    .from(onrampOrders)
    .groupBy(onrampOrders.state)
  const counts = new Map(rows.map(({ state, orders }) => [state, orders]))
  return orderStates.map((state) => ({ state, count: counts.get(state) ?? 0 }))
}
